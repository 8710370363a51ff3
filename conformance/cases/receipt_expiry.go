package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// receiptExpiry holds the cases about EZGH handles of messages that grow too old.
var receiptExpiry = byClockAndInTime(judge.Case{
	Name:   "ack-after-expiry",
	Title:  "the handle of a message past its retention answers receipt_handle_stale",
	Judges: judge.By{specs.EZGH: {ID: "EQ-ACK-12"}},
}, 5*time.Minute+time.Second, func(t *judge.T, pass passing) {
	q, retention := shortestRetention(t)
	q.MustSend("work")
	held := q.MustLease(judge.For(longestLease))
	pass(t, retention+t.Tolerance().Late)
	t.Expect(q.ChangeVisibility(held.Handle, 0)).To(judge.Be(target.Stale))
	t.Expect(q.Acknowledge(held.Handle)).To(judge.Be(target.Stale))
	q.NoneDelivered("it is past its retention", held.Body)
})

// retentions are those that a queue is asked to have, the first that it takes:
// which ones it does is not documented.
var retentions = []time.Duration{
	10 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute,
}

// shortestRetention makes a queue that keeps its messages as briefly as the
// target lets it.
func shortestRetention(t *judge.T) (*judge.Queue, time.Duration) {
	var o target.Outcome
	for _, retention := range retentions {
		var q *judge.Queue
		if q, o = t.MakeQueue(target.Settings{Kind: target.Standard, Retention: retention}); q != nil {
			return q, retention
		}
	}
	t.Inconclusivef("the target makes no queue that keeps its messages for any of %s: %s", retentions, judge.Describe(o))
	return nil, 0
}
