package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// leaseByClock holds the cases about leases and delays that only a clock that can
// be moved lets end.
var leaseByClock = []*judge.Case{
	longestLeaseLasts,
	longLapsedHandleAcknowledges,
	longFinishedHandleIsStale,
	longSupersededHandleIsStale,
	hidingAgainEndsAtTwelveHours,
	longestDelayLasts,
}

// closeTo is how near to an end a case looks whether it is still to come.
const closeTo = 20 * time.Second

var longestLeaseLasts = &judge.Case{
	Name:  "longest-lease-lasts",
	Title: "a lease of 12 hours lasts its time, and no longer",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-01"},
		specs.EZGH:     {ID: "EQ-LEASE-01"},
	},
	Needs:    []judge.Need{judge.NeedClock},
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Alone:    true,
	Requests: 25,
	Run: func(t *judge.T) {
		q, held := leased(t, longestLease)
		held = held.After(t.Advance(longestLease - closeTo))
		q.StillHidden(held)
		q.ComesBack(held.After(t.Advance(closeTo)))
	},
}

var longLapsedHandleAcknowledges = &judge.Case{
	Name:     "long-lapsed-handle-acknowledges",
	Title:    "a handle acknowledges also hours after its lease lapsed, as long as nobody received the message",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-07"}},
	Needs:    []judge.Need{judge.NeedClock},
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Alone:    true,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		t.Advance(longestLease / 2)
		t.Expect(q.Acknowledge(held.Handle)).To(judge.Be(target.OK))
		q.NoneDelivered("it was acknowledged", held.Body)
	},
}

var longFinishedHandleIsStale = &judge.Case{
	Name:     "long-finished-handle-is-stale",
	Title:    "hours after an acknowledge its handle still answers receipt_handle_stale",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-06"}},
	Needs:    []judge.Need{judge.NeedClock},
	Queues:   judge.Standard(),
	Alone:    true,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		q.MustAcknowledge(held)
		t.Advance(longestLease / 2)
		t.Expect(q.Acknowledge(held.Handle)).To(judge.Be(target.Stale))
	},
}

var longSupersededHandleIsStale = &judge.Case{
	Name:     "long-superseded-handle-is-stale",
	Title:    "hours after another receive a handle still answers receipt_handle_stale, and leaves that delivery untouched",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-08"}},
	Needs:    []judge.Need{judge.NeedClock},
	Queues:   judge.Standard(),
	Alone:    true,
	Requests: 25,
	Run: func(t *judge.T) {
		q, earlier, current := leasedAgain(t, longestLease)
		t.Expect(q.Acknowledge(earlier.Handle)).To(judge.Be(target.Stale))
		later := current.After(t.Advance(longestLease / 2))
		t.Expect(q.Acknowledge(earlier.Handle)).To(judge.Be(target.Stale))
		q.Untouched(later)
	},
}

// Counted from the change the message would be hidden for 6 h more.
var hidingAgainEndsAtTwelveHours = &judge.Case{
	Name:     "hiding-again-ends-at-twelve-hours",
	Title:    "a visibility change after the timeout hides the message until 12 hours from its receive at the latest",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-06"}},
	Needs:    []judge.Need{judge.NeedClock},
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Alone:    true,
	Requests: 25,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		capped := held.Changed(held.Call, longestLease)
		capped = capped.After(t.Advance(longestLease / 2))
		t.Expect(q.ChangeVisibility(held.Handle, longestLease)).To(judge.Be(target.OK))
		q.ComesBack(capped.After(t.Advance(longestLease / 2)))
	},
}

// delays are those that a message is sent with until one is taken: which may be
// asked for is not documented.
var delays = []time.Duration{15 * time.Minute, 10 * time.Minute, 5 * time.Minute, 2 * time.Minute}

var longestDelayLasts = &judge.Case{
	Name:     "longest-delay-lasts",
	Title:    "a message is held back for the whole of a delay of many minutes, and no longer",
	Judges:   heldBack,
	Needs:    []judge.Need{judge.NeedClock},
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Alone:    true,
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		for _, d := range delays {
			sent := q.Send(target.Message{Body: "later", Delay: d})
			if sent.Class != target.OK {
				continue
			}
			t.Advance(d - closeTo)
			for range looks {
				for _, l := range q.MustReceive(judge.For(short), judge.Max(10)) {
					mustNotHurry(t, delayed{sent, "later", closeTo}, l)
				}
			}
			t.Advance(closeTo)
			t.Pause(t.Tolerance().Late) // which also ends a lease taken when a slow machine let the delay end
			q.AllDelivered("its delay had ended", "later")
			return
		}
		t.Inconclusivef("the target takes no message with a delay of any of %s", delays)
	},
}
