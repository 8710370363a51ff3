package lease

import (
	"math"
	"time"

	"github.com/google/uuid"
)

// never is later than every event. Within the engine, times are nanoseconds
// since 1970.
const never = math.MaxInt64

// message is a message in its queue. The queue's lock guards it.
type message struct {
	id         uuid.UUID
	sequence   uint64
	body       string
	attributes any
	origin     *Origin

	// group and the links within it are for FIFO queues.
	group *group
	links[*message]

	sentAt int64
	// arrivedAt is when it came into this queue; retention counts from here.
	arrivedAt int64
	// firstReceived is 0 before the first receive.
	firstReceived int64
	// leasedAt is when the latest receive took it.
	leasedAt int64
	// until is when its lease or delay ends; once available, when it became so.
	until int64

	state    Visibility
	received int32
	// delivery is the number in the only handle that may act on the message, 0
	// when none may; earlier is what it was before the latest receive.
	delivery, earlier uint32
	// minted is the highest delivery number ever given out. It never falls, so
	// that no handle of an undone receive fits a later one.
	minted uint32
	// heapIndex is where the message is in the heap of its state.
	heapIndex int32
}

func (m *message) index() *int32 { return &m.heapIndex }
func (m *message) rank() uint64  { return m.sequence }

// view is the message as a consumer sees it; lifetime is its queue's retention.
func (m *message) view(lifetime time.Duration) Message {
	v := Message{
		ID:           m.id,
		Sequence:     m.sequence,
		Body:         m.body,
		Attributes:   m.attributes,
		SentAt:       instant(m.sentAt),
		ReceiveCount: int(m.received),
		VisibleAt:    instant(m.until),
		ExpiresAt:    instant(m.expiresAt(lifetime)),
		Origin:       m.origin,
	}
	if m.group != nil {
		v.Group = m.group.name
	}
	if m.firstReceived != 0 {
		v.FirstReceived = instant(m.firstReceived)
	}
	return v
}

// expiresAt is when a queue that keeps messages for lifetime forgets this one.
func (m *message) expiresAt(lifetime time.Duration) int64 {
	return m.arrivedAt + int64(lifetime)
}

// instant is a time of the engine as others know it.
func instant(nanoseconds int64) time.Time { return time.Unix(0, nanoseconds).UTC() }
