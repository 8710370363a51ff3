package lease

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// lateness is what a faulty queue has for a lease's last moments. Tests make it longer.
var lateness = 500 * time.Millisecond

// faultyExtended notes an extension, for the faults of later uses of its handle.
func (q *Queue) faultyExtended(m *message) {
	if !slices.ContainsFunc(ofExtended, q.on) {
		return
	}
	if q.faulty.extended == nil {
		q.faulty.extended = map[uint64]uint32{}
	}
	q.faulty.extended[m.sequence] = m.delivery
}

// ofExtended are the faults that ask which deliveries were extended.
var ofExtended = []fault.ID{
	fault.SecondExtensionIgnored, fault.SecondExtensionAdds, fault.ExtensionOutlivesAcknowledge, fault.ExtendedHandleDies, fault.ExtendedHandleLivesOn,
}

// wasExtended tells whether the latest delivery of a message was extended, while
// one of these faults is shown.
func (q *Queue) wasExtended(m *message) bool {
	delivery, once := q.faulty.extended[m.sequence]
	return once && delivery == m.delivery
}

// faultySpan is when an extension to d from now ends, where right is due.
func (q *Queue) faultySpan(m *message, now int64, d time.Duration, right int64) int64 {
	switch {
	case q.on(fault.SecondExtensionIgnored) && q.wasExtended(m),
		q.on(fault.LateExtensionIgnored) && m.state == InFlight && m.until-now < int64(lateness):
		return m.until
	case q.on(fault.SecondExtensionAdds) && q.wasExtended(m):
		return m.until + int64(d)
	case q.on(fault.LeaseCapFromFirstReceive):
		return min(right, m.firstReceived+int64(q.rules.LeaseCap))
	}
	return right
}

// faultyLapsedAcknowledge is what an acknowledge answers once the lease is over,
// where right is due.
func (q *Queue) faultyLapsedAcknowledge(m *message, right error) error {
	switch {
	case m == nil || m.state == InFlight:
	case right == nil && m.state == Available && q.now()-m.until > int64(minute) && q.on(fault.LapsedHandleDiesAfterMinute):
		return ErrOver
	case right == nil && m.group != nil && m.group.first != m && q.on(fault.FollowerHandleRefused):
		return ErrOver
	case !q.wasExtended(m):
	case right == nil && q.on(fault.ExtendedHandleDies):
		return ErrOver
	case right == ErrLapsed && q.on(fault.ExtendedHandleLivesOn):
		return nil
	}
	return right
}

// faultyOutlives keeps an acknowledged message until its extension ends, so that
// nobody holds it and it comes back then.
func (q *Queue) faultyOutlives(m *message) bool {
	if m.state != InFlight || !q.on(fault.ExtensionOutlivesAcknowledge) || !q.wasExtended(m) {
		return false
	}
	m.delivery = 0
	q.turn(m, Delayed, m.until)
	return true
}

// faultyWaitedFor takes the time that a receive was parked off what it leased.
func (q *Queue) faultyWaitedFor(w *waiter, ds []Delivery, now int64) {
	if !q.on(fault.LeaseFromPollStart) {
		return
	}
	waited := int64(w.options.Wait) - (q.waiters.ends.keyOf(w) - now)
	for _, d := range ds {
		if m := q.messages.get(d.Handle.Sequence); m.state == InFlight {
			q.turn(m, InFlight, max(now, m.until-waited))
		}
	}
}
