package lease

import "github.com/leasecheck/leasecheck/reference/fault"

// faultyUpdated follows a change of settings: it takes a part of it back, or
// disturbs what is there already.
func (q *Queue) faultyUpdated(before Settings, now int64) {
	switch {
	case q.on(fault.UpdateVisibilityUnused):
		q.settings.Visibility = before.Visibility
	case q.on(fault.UpdateDelayUnused):
		q.settings.Delay = before.Delay
	case q.on(fault.UpdateRetentionUnused):
		q.settings.Retention = before.Retention
	case q.on(fault.UpdateRedriveUnused):
		q.settings.DeadLetter, q.settings.MaxReceives = before.DeadLetter, before.MaxReceives
	case q.on(fault.UpdateForgetsDeduplication):
		q.sent = deduplication{renews: q.sent.renews}
	case q.on(fault.UpdateEndsWaits):
		q.faultyEndWaits()
	case q.on(fault.UpdateResetsCounts), q.on(fault.UpdateEndsDelays), q.on(fault.UpdateForgetsExtensions):
		q.faultyReload(now)
	}
}

// faultyReload has each message as it is after a change of settings.
func (q *Queue) faultyReload(now int64) {
	for m := q.messages.next(0); m != nil; m = q.messages.next(m.sequence) {
		switch end, known := q.faulty.firstEnds[m.sequence]; {
		case q.on(fault.UpdateResetsCounts):
			m.received = 0
		case q.on(fault.UpdateEndsDelays) && m.state == Delayed:
			q.turn(m, Available, now)
		case q.on(fault.UpdateForgetsExtensions) && m.state == InFlight && known && end < m.until:
			q.turn(m, InFlight, max(end, now))
		}
	}
}

// faultyEndWaits has all parked receives answer without a message.
func (q *Queue) faultyEndWaits() {
	for w := q.waiters.first; w != nil; w = q.waiters.first {
		q.waiters.answer(w, nil, nil)
	}
}
