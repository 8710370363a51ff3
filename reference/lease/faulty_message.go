package lease

import (
	"math"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyView spoils what a consumer sees of a delivery.
func (q *Queue) faultyView(m *message, now int64, d *Delivery) {
	q.faultyCount(m, d)
	if m.received > 1 {
		q.faultyRedelivery(now, d)
	}
	if q.on(fault.SequenceRestarts) {
		d.Sequence -= q.faulty.emptied
	}
	switch {
	case q.on(fault.FirstReceivedMoves):
		m.firstReceived = now
		d.FirstReceived = instant(now)
	case q.on(fault.FirstReceivedLate) && m.received == 1:
		d.FirstReceived = time.Time{}
	case q.on(fault.VisibleAtIgnoresOverride):
		d.VisibleAt = instant(now + int64(q.settings.Visibility))
	}
}

// faultyCount spoils the receive count.
func (q *Queue) faultyCount(m *message, d *Delivery) {
	switch {
	case q.on(fault.ReceiveCountFromZero):
		d.ReceiveCount--
	case q.on(fault.ReceiveCountStuck):
		d.ReceiveCount = 1
	case q.on(fault.ReceiveCountSkipsReleases) && q.faulty.released[m.sequence]:
		m.received--
		d.ReceiveCount--
	}
}

// faultyRedelivery spoils what must be the same on every delivery.
func (q *Queue) faultyRedelivery(now int64, d *Delivery) {
	switch {
	case q.on(fault.IDChangesOnRedelivery):
		d.ID = uuid.New()
	case q.on(fault.AttributesLostOnRedelivery):
		d.Attributes = zeroOf(d.Attributes)
	case q.on(fault.SentAtMovesOnRedelivery), q.on(fault.FourthSentAtMoves) && d.ReceiveCount > 3:
		d.SentAt = instant(now)
	case q.on(fault.SequenceRaisedOnRedelivery):
		d.Sequence += 1000
	}
}

// zeroOf is what is left of a wire's attributes when a message has lost them:
// what the wire says, or the zero value of their type.
func zeroOf(v any) any {
	switch v := v.(type) {
	case nil:
		return nil
	case interface{ WithoutAttributes() any }:
		return v.WithoutAttributes()
	}
	return reflect.Zero(reflect.TypeOf(v)).Interface()
}

// faultyMax is how many messages a receive may take that asks for right.
func (q *Queue) faultyMax(right int) int {
	if q.on(fault.MaxOffByOne) {
		return right + 1
	}
	return right
}

// faultyBody is what is kept of a body.
func (q *Queue) faultyBody(right string) string {
	switch {
	case q.on(fault.BodyTrimmed):
		return strings.TrimSpace(right)
	case q.on(fault.BodyCutAtNUL):
		right, _, _ = strings.Cut(right, "\x00")
	}
	return right
}

// faultyDelay is how long a message is hidden, where right is due.
func (q *Queue) faultyDelay(out Outgoing, right time.Duration) time.Duration {
	switch {
	case q.on(fault.DelayIgnored):
		return 0
	case q.on(fault.OwnDelayIgnored):
		return q.settings.Delay
	case q.on(fault.DelayShort):
		return right * 85 / 100
	case q.on(fault.DelayCappedMinute):
		return min(right, minute)
	}
	return right
}

// faultyRetention keeps a message for ever.
func (q *Queue) faultyRetention(m *message) bool {
	return q.on(fault.RetentionIgnored) || q.on(fault.RetentionSparesLeased) && m.received > 0 ||
		q.on(fault.RetentionSparesBatches) && q.faulty.batched[m.sequence]
}

// faultyJoined follows the arrival of a message that was sent.
func (q *Queue) faultyJoined(m *message, out Outgoing) {
	if m.group != nil && q.on(fault.FIFOAttributesLost) {
		m.attributes = zeroOf(m.attributes)
	}
	if !out.Batched || !q.on(fault.RetentionSparesBatches) {
		return
	}
	if q.faulty.batched == nil {
		q.faulty.batched = map[uint64]bool{}
	}
	q.faulty.batched[m.sequence] = true
}

// faultyExpiry is when a message expires, where right is due.
func (q *Queue) faultyExpiry(m *message, right int64) int64 {
	if m.leasedAt != 0 && q.on(fault.RetentionRenewed) {
		return m.leasedAt + int64(q.settings.Retention)
	}
	return right
}

// faultyRoom is how many messages a receive may take that has room for right.
func (q *Queue) faultyRoom(right int) int {
	if right > 0 && q.on(fault.InFlightCapOverstepped) {
		return q.messages.count
	}
	return right
}

// faultyMaxReceives is after how many receives a message moves, where right is due.
func (q *Queue) faultyMaxReceives(m *message, right int) int {
	switch {
	case q.on(fault.ExtensionsCountToRedrive):
		return right - q.faulty.later.extensions[m.sequence]
	case q.on(fault.RedriveOnceOnly) && m.origin != nil,
		q.on(fault.RedriveSparesWaiters) && q.waiters.count > 0:
		return math.MaxInt
	case q.on(fault.RedriveOneEarly):
		return right - 1
	case q.on(fault.RedriveOneLate):
		return right + 1
	case q.on(fault.RedriveTwoLate):
		return right + 2
	case q.on(fault.RedriveMissing):
		return math.MaxInt
	}
	return right
}

// faultySpared spares a message that is due to move where a receive has taken others.
func (q *Queue) faultySpared(taken []Delivery) bool {
	return len(taken) > 0 && q.on(fault.RedriveOfFirstOnly)
}

// faultyCopy leaves a copy of a message that is about to move.
func (q *Queue) faultyCopy(m *message, now int64) {
	if !q.on(fault.RedriveCopies) {
		return
	}
	stays := &message{id: m.id, body: m.body, attributes: m.attributes, sentAt: m.sentAt}
	name := ""
	if m.group != nil {
		name = m.group.name
	}
	q.join(stays, name, now, 0)
}

// faultyRedrive spoils a message on its way to a dead-letter queue, or loses it.
func (q *Queue) faultyRedrive(m *message) (lost bool) {
	switch {
	case q.on(fault.RedriveNewID):
		m.id = uuid.New()
	case q.on(fault.RedriveLosesAttributes):
		m.attributes = zeroOf(m.attributes)
	case q.on(fault.RedriveUnmarked):
		m.origin = nil
	case q.on(fault.RedriveForgetsDeduplication):
		q.forgetSend(m)
	}
	return q.on(fault.RedriveLoses)
}
