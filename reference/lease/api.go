// Package lease is the engine of the reference server: a queue whose receive
// is a lease. It knows queues, leases, message groups, deduplication, redrive
// and retention on a clock, and nothing of HTTP.
package lease

import (
	"errors"
	"time"

	"github.com/google/uuid"
)

// Errors that operations on handles and queues answer.
var (
	// ErrLapsed says that the handle's lease ended and the rules refuse it then.
	ErrLapsed = errors.New("lease: the lease has lapsed")
	// ErrOver says that the handle's delivery is over: the message was received
	// again, acknowledged, moved, purged or expired.
	ErrOver = errors.New("lease: the delivery is over")
	// ErrDeleted says that the queue was deleted, also during a wait.
	ErrDeleted = errors.New("lease: the queue was deleted")
)

// Rules are where dialects differ, as data.
type Rules struct {
	// LapsedHandleWorks lets a handle act after its lease ended, until another
	// receive takes the message; otherwise it answers ErrLapsed.
	LapsedHandleWorks bool
	// SeveralPerGroup lets one receive return several messages of a group, in order.
	SeveralPerGroup bool
	// LeaseCap bounds a lease, counted from its receive; 0 is no bound.
	LeaseCap time.Duration
	// InFlightCap and InFlightCapFIFO bound the messages in flight; 0 is no bound.
	InFlightCap, InFlightCapFIFO int
	// RedriveAtLeaseEnd moves a message to the dead-letter queue when its last
	// permitted lease ends; otherwise when it would be received again.
	RedriveAtLeaseEnd bool
	// DeduplicationWindow counts from the first send of an id; 0 is none.
	DeduplicationWindow time.Duration
	// DeduplicationRenews lets each repeat within the window start it anew.
	DeduplicationRenews bool
}

// Settings of a queue; all but FIFO may change during its life.
type Settings struct {
	FIFO bool
	// Visibility is the lease of a receive that names none.
	Visibility time.Duration
	// Retention is how long a message is kept after it came to the queue, by a
	// send or from a queue whose dead-letter queue this is. It holds for messages
	// already there too; 0 keeps them for ever.
	Retention time.Duration
	// Delay hides a message after its send, where the send names none.
	Delay time.Duration
	// DeadLetter takes messages received MaxReceives times, while it exists; nil
	// is none.
	DeadLetter  *Queue
	MaxReceives int
}

// Outgoing is a message to be sent. Body and Attributes are kept as given and
// never changed; Attributes is the wire's own type.
type Outgoing struct {
	Body       string
	Attributes any
	// Group and DeduplicationID are for FIFO queues.
	Group           string
	DeduplicationID string
	// Delay overrides the queue's; nil keeps it.
	Delay *time.Duration
	// Batched says that others are sent in the same request.
	Batched bool
}

// Accepted answers a send.
type Accepted struct {
	ID uuid.UUID
	// Sequence grows within a queue, so also within a group.
	Sequence uint64
	// Duplicate says that DeduplicationID was seen within the window: no new
	// message was made, and ID and Sequence are the original's.
	Duplicate bool
}

// ReceiveOptions of one receive.
type ReceiveOptions struct {
	// Max is 1 to 10.
	Max int
	// Visibility overrides the queue's; nil keeps it.
	Visibility *time.Duration
	// Wait is how long to park when nothing is available.
	Wait time.Duration
}

// Handle names one delivery of one message. The wires turn it into an
// authenticated text and back.
type Handle struct {
	Queue    uuid.UUID
	Sequence uint64 // of the message
	Delivery uint32 // counts the message's deliveries
}

// Message is a message as a consumer sees it.
type Message struct {
	ID            uuid.UUID
	Sequence      uint64
	Body          string
	Attributes    any
	Group         string
	SentAt        time.Time
	FirstReceived time.Time // zero before the first receive
	ReceiveCount  int
	// VisibleAt is when its lease or delay ends; for an available message, when
	// it became available.
	VisibleAt time.Time
	ExpiresAt time.Time
	// Origin tells where a dead-lettered message came from; nil for others.
	Origin *Origin
}

// Origin is what a move to a dead-letter queue leaves on the message.
type Origin struct {
	Queue        uuid.UUID
	ReceiveCount int
	At           time.Time
}

// Delivery is a message under a lease.
type Delivery struct {
	Message
	Handle Handle
}

// Visibility is the state of a message in its queue.
type Visibility int

// The states of a message.
const (
	Available Visibility = iota
	InFlight
	Delayed
)

// Peeked is a message seen without a lease.
type Peeked struct {
	Message
	Visibility Visibility
}

// Depth counts a queue's messages.
type Depth struct{ Available, InFlight, Delayed int }
