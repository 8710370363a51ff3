package lease

import (
	"math"
	"slices"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyPurge purges only a part of the queue, miscounts it, or disturbs more than its messages.
func (q *Queue) faultyPurge() (purged int, done bool) {
	switch {
	case q.on(fault.PurgeCountsAvailable):
		purged = q.counts[Available]
		q.empty()
		return purged, true
	case q.settings.FIFO && q.on(fault.PurgeBlocksGroups):
		return q.purgeAllButLocks(), true
	case q.on(fault.PurgeSparesInFlight):
		return q.purgeAllBut(InFlight), true
	case q.on(fault.PurgeSparesDelayed):
		return q.purgeAllBut(Delayed), true
	case q.on(fault.PurgeSparesReturned):
		purged = q.messages.count
		q.purgeSome(purged, func(m *message) bool { return m.state != Available || m.received == 0 })
		return purged, true
	case q.on(fault.PurgeTakesHundred):
		return q.purgeSome(hundred, func(*message) bool { return true }), true
	case q.settings.FIFO && q.on(fault.PurgeRestartsSequence):
		purged = q.messages.count
		q.empty()
		q.sequence = 0
		return purged, true
	case q.on(fault.PurgeEndsWaits):
		q.faultyEndWaits()
	}
	return 0, false
}

// purgeAllBut removes the messages that are not in a state, and counts them.
func (q *Queue) purgeAllBut(spared Visibility) (purged int) {
	return q.purgeSome(q.messages.count, func(m *message) bool { return m.state != spared })
}

// purgeSome removes at most so many of some messages, and counts them.
func (q *Queue) purgeSome(most int, of func(*message) bool) (purged int) {
	for m := q.messages.next(0); m != nil && purged < most; m = q.messages.next(m.sequence) {
		if of(m) {
			q.drop(m)
			purged++
		}
	}
	return purged
}

// purgeAllButLocks removes all messages and counts them, but keeps the groups
// held back that have one in flight.
func (q *Queue) purgeAllButLocks() (purged int) {
	line := q.line.(*groupLine)
	locked := line.groups
	purged = q.messages.count
	q.empty()
	for name, g := range locked {
		if g.inFlight > 0 {
			line.open(name).inFlight = g.inFlight
		}
	}
	return purged
}

// faultyDepth is what is told of the depth, where right is due.
func (q *Queue) faultyDepth(right Depth) Depth {
	if q.on(fault.DepthCountsInFlightTwice) {
		right.Available += right.InFlight
	}
	if q.on(fault.DepthForgetsDelayed) {
		right.Delayed = 0
	}
	return right
}

// faultyCursor is where a peek begins that is to begin after right.
func (q *Queue) faultyCursor(right uint64) uint64 {
	switch {
	case right == 0:
	case q.on(fault.PeekRepeatsLast):
		return right - 1
	case q.on(fault.PeekSkipsOne):
		return right + 1
	case q.on(fault.PeekEndsAtHundred) && q.upTo(right) >= hundred:
		return math.MaxUint64
	}
	return right
}

// upTo counts the messages up to a sequence number.
func (q *Queue) upTo(sequence uint64) (n int) {
	defer q.leave(q.enter())
	for m := q.messages.next(0); m != nil && m.sequence <= sequence; m = q.messages.next(m.sequence) {
		n++
	}
	return n
}

// faultyPassed says whether a peek passes over a message, where right is due.
func (q *Queue) faultyPassed(m *message, right bool) bool {
	switch {
	case q.on(fault.PeekIgnoresFilter):
		return false
	case m.group != nil && m != m.group.first && q.on(fault.FIFOPeekShowsHeads):
		return true
	}
	return right
}

// faultyShown is the state in which a peek shows a message.
func (q *Queue) faultyShown(m *message, now int64) Visibility {
	switch end, known := q.faulty.firstEnds[m.sequence]; {
	case !known:
	case q.on(fault.PeekIgnoresExtension) && m.state == InFlight && end <= now:
		return Available
	case q.on(fault.PeekShowsLapsedInFlight) && m.state == Available && m.until == end,
		q.on(fault.PeekShowsReleasedInFlight) && m.state == Available && now < end:
		return InFlight
	}
	return m.state
}

// ofFirstEnds are the faults that ask when leases were to end at first.
var ofFirstEnds = []fault.ID{
	fault.PeekIgnoresExtension, fault.PeekShowsLapsedInFlight, fault.PeekShowsReleasedInFlight, fault.UpdateForgetsExtensions,
}

// faultyFirstEnd notes when a lease that has just begun is to end.
func (q *Queue) faultyFirstEnd(m *message) {
	if !slices.ContainsFunc(ofFirstEnds, q.on) {
		return
	}
	if q.faulty.firstEnds == nil {
		q.faulty.firstEnds = map[uint64]int64{}
	}
	q.faulty.firstEnds[m.sequence] = m.until
}

// faultyPeek follows the peek at a message.
func (q *Queue) faultyPeek(m *message, now int64) {
	if q.on(fault.PeekCounts) {
		m.received++
	}
	if q.on(fault.PeekLeases) && m.state == Available {
		q.turn(m, InFlight, now+int64(q.settings.Visibility))
	}
}
