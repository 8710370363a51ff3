package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// leaseLater holds the cases about a message's second and third lease.
var leaseLater = []*judge.Case{
	laterLeaseAcknowledges,
	onFIFO(laterLeaseAcknowledges),
	oldestHandleAcknowledges,
	onFIFO(oldestHandleAcknowledges),
	oldestHandleCannotChange,
	onFIFO(oldestHandleCannotChange),
	extensionHoldsForParked,
}

var laterLeaseAcknowledges = &judge.Case{
	Name:     "later-lease-acknowledges",
	Title:    "a message that was acknowledged on a later delivery is gone for good, also when that lease would have ended",
	Judges:   acknowledgedForGood,
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, _, current := leasedAgain(t, short)
		o := q.Acknowledge(current.Handle)
		t.InTime(o.Answered, current)
		t.Expect(o).To(judge.Be(target.OK))
		q.StaysAway(current)
	},
}

// leasedThrice is leasedAgain with one more lease after it.
func leasedThrice(t *judge.T, d time.Duration) (q *judge.Queue, oldest, current judge.Lease) {
	q, oldest, second := leasedAgain(t, long)
	q.MustChangeVisibility(second, 0)
	return q, oldest, q.MustLeaseReleased(1, judge.For(d))[0]
}

var oldestHandleAcknowledges = &judge.Case{
	Name:  "oldest-handle-acknowledges",
	Title: "the handle of a message's first lease acknowledges nothing while its third one runs: that delivery is untouched",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-05"},
		specs.EZGH:     {ID: "EQ-ACK-08"},
	},
	Queues:   judge.Standard(),
	Requests: 25,
	Run: func(t *judge.T) {
		q, oldest, current := leasedThrice(t, long)
		t.Expect(q.Acknowledge(oldest.Handle)).To(judge.Be(target.Stale))
		q.Untouched(current)
	},
}

var oldestHandleCannotChange = &judge.Case{
	Name:  "oldest-handle-cannot-change",
	Title: "a visibility change with the handle of a message's first lease neither releases nor prolongs its third one",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-06"},
		specs.EZGH:     {ID: "EQ-VIS-08"},
	},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q, oldest, current := leasedThrice(t, short)
		for _, d := range []time.Duration{0, long} {
			t.Expect(q.ChangeVisibility(oldest.Handle, d)).To(judge.Be(target.Stale))
		}
		mustEndOnTime(q, current)
	},
}

// The receive may have been sent too late to wait when the lease is extended;
// then it has seen no first end.
var extensionHoldsForParked = &judge.Case{
	Name:     "extension-holds-for-parked",
	Title:    "a lease that is extended while a receive waits hides its message from that receive past its first end",
	Judges:   extensionCounts,
	Queues:   judge.Standard(),
	Waits:    3 * time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, 2*short)
		p := q.Park(3*short, judge.For(long), judge.Max(10))
		t.Settle()
		extended := q.MustChangeVisibility(held, long)
		q.NotEarly(p.MustReceive(), extended)
		q.StillHidden(extended)
	},
}
