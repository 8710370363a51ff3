package lease

import (
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// What faulty servers take for the longest of something. Tests make it shorter.
var (
	minute    = time.Minute
	hour      = time.Hour
	hundred   = 100
	tableSize = 2_000
)

// laterState is what faults remember that show only in what follows an earlier use.
type laterState struct {
	// lengthened are the messages whose leases last longer than they first would have.
	lengthened map[uint64]bool
	// extensions counts those of a message.
	extensions map[uint64]int
	// lastRelease is when a message was last released.
	lastRelease int64
	// signalled says that a receive of 0 s stands where the next release is announced.
	signalled bool
}

// faultyOldest is what a handle may do that is not the latest one, where right is due.
func (q *Queue) faultyOldest(m *message, h Handle, right error) error {
	if m != nil && h.Queue == q.id && m.state == InFlight && m.delivery >= h.Delivery+2 && q.on(fault.OldestHandleActs) {
		return nil
	}
	return right
}

// faultyLengthened sees a lease before its end moves, to right.
func (q *Queue) faultyLengthened(m *message, right int64) {
	if m.state != InFlight || right <= m.until {
		return
	}
	if q.on(fault.ExtendedLapseUnnoticed) {
		if q.faulty.later.lengthened == nil {
			q.faulty.later.lengthened = map[uint64]bool{}
		}
		q.faulty.later.lengthened[m.sequence] = true
	}
	if m.group != nil || q.waiters.count == 0 || !q.on(fault.ParkedSeesFirstEnd) {
		return
	}
	delivery := m.delivery
	q.clock.At(instant(m.until), func() {
		now := q.enter()
		defer q.leave(now)
		if m.state == InFlight && m.delivery == delivery && q.messages.get(m.sequence) == m && q.waiters.count > 0 {
			q.turn(m, Available, now)
			q.stirred = true
		}
	})
}

// faultyCounted follows an extension.
func (q *Queue) faultyCounted(m *message) {
	if !q.on(fault.ExtensionsCountToRedrive) {
		return
	}
	if q.faulty.later.extensions == nil {
		q.faulty.later.extensions = map[uint64]int{}
	}
	q.faulty.later.extensions[m.sequence]++
}

// faultyUnnoticed is the fault by which the lapse of m's lease wakes nobody.
func (q *Queue) faultyUnnoticed(m *message) fault.ID {
	switch {
	case m.received > 1 && q.on(fault.LaterLapseUnnoticed):
		return fault.LaterLapseUnnoticed
	case q.faulty.later.lengthened[m.sequence]:
		return fault.ExtendedLapseUnnoticed
	}
	return fault.LapseUnnoticed
}

// faultyRelease is the fault by which a release wakes nobody.
func (q *Queue) faultyRelease(now int64) fault.ID {
	coalesced := now-q.faulty.later.lastRelease < int64(10*time.Millisecond)
	q.faulty.later.lastRelease = now
	switch {
	case coalesced && q.waiters.count > 0 && q.on(fault.ReleasesCoalesced):
		return fault.ReleasesCoalesced
	case q.faulty.later.signalled:
		q.faulty.later.signalled = false
		return fault.ZeroWaitTakesWakeUp
	}
	return fault.ReleaseUnnoticed
}

// faultyPassing lets a receive that waits 0 s join those that wait, if a fault is shown.
func (q *Queue) faultyPassing(wait time.Duration) {
	if wait <= 0 && q.waiters.count > 0 && q.on(fault.ZeroWaitTakesWakeUp) {
		q.faulty.later.signalled = true
	}
}

// faultyOthers tells visible_at of all but the first of a receive's messages
// from the queue's timeout, if a fault is shown.
func (q *Queue) faultyOthers(ds []Delivery) {
	if !q.on(fault.VisibleAtOfFirstOnly) {
		return
	}
	for i := 1; i < len(ds); i++ {
		if m := q.messages.get(ds[i].Handle.Sequence); m != nil {
			ds[i].VisibleAt = instant(m.leasedAt + int64(q.settings.Visibility))
		}
	}
}

// faultyExpired sees a message before it expires.
func (q *Queue) faultyExpired(m *message) {
	if q.on(fault.ExpiryForgetsDeduplication) {
		q.forgetSend(m)
	}
}

// forgetSend forgets the deduplication id of a message.
func (q *Queue) forgetSend(m *message) {
	for key, send := range q.sent.sends {
		if send.accepted.Sequence == m.sequence {
			delete(q.sent.sends, key)
		}
	}
}

// faultyRing remembers but the last sends' deduplication ids, if a fault is shown.
func (q *Queue) faultyRing() {
	if q.on(fault.DeduplicationOfLastHundred) && len(q.sent.order) > hundred {
		delete(q.sent.sends, q.sent.order[0].key)
		q.sent.order = q.sent.order[1:]
	}
}

// faultyTombstone starts the window of an acknowledged message's deduplication
// id anew, if a fault is shown.
func (q *Queue) faultyTombstone(m *message) {
	if !q.on(fault.DeduplicationFromAcknowledge) {
		return
	}
	for key, send := range q.sent.sends {
		if send.accepted.Sequence == m.sequence {
			q.sent.remember(key, send.accepted, q.now())
		}
	}
}

// faultyTable ends the lease that ends first where more run than a table holds, if
// a fault is shown; m's is the newest.
func (q *Queue) faultyTable(m *message, now int64) {
	if q.counts[InFlight] <= tableSize || !q.on(fault.LeasesBeyondTableForgotten) {
		return
	}
	if first := q.ends.first(); first != m && first.state == InFlight {
		q.turn(first, Available, now)
	}
}
