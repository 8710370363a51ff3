package lease

import "github.com/leasecheck/leasecheck/reference/fault"

// faultyPurge purges only a part of the queue, or miscounts it.
func (q *Queue) faultyPurge() (purged int, done bool) {
	switch {
	case q.on(fault.PurgeCountsAvailable):
		purged = q.counts[Available]
		q.empty()
		return purged, true
	case q.on(fault.PurgeSparesInFlight):
		return q.purgeAllBut(InFlight), true
	case q.on(fault.PurgeSparesDelayed):
		return q.purgeAllBut(Delayed), true
	}
	return 0, false
}

// purgeAllBut removes the messages that are not in a state, and counts them.
func (q *Queue) purgeAllBut(spared Visibility) (purged int) {
	for m := q.messages.next(0); m != nil; m = q.messages.next(m.sequence) {
		if m.state != spared {
			q.drop(m)
			purged++
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
	}
	return right
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
