package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

var ackAfterExpiry = &judge.Case{
	Name:   "ack-after-expiry",
	Title:  "the handle of a message past its retention answers receipt_handle_stale",
	Judges: judge.By{specs.EZGH: {ID: "EQ-ACK-12"}},
	Needs:  []judge.Need{judge.NeedClock},
	Waits:  time.Second,
	Alone:  true,
	Run: func(t *judge.T) {
		q, retention := mustRetain(t, time.Hour, 24*time.Hour, 4*24*time.Hour)
		q.MustSend("work")
		held := q.MustLease(judge.For(12 * time.Hour))
		t.Advance(retention + t.Tolerance().Late)
		mustHaveExpired(t, q, held)
	},
}

// mustHaveExpired fails unless a held message's delivery is over since the
// message is past its retention.
func mustHaveExpired(t *judge.T, q *judge.Queue, held judge.Lease) {
	t.Expect(q.ChangeVisibility(held.Handle, 0)).To(judge.Be(target.Stale))
	t.Expect(q.Acknowledge(held.Handle)).To(judge.Be(target.Stale))
	q.NoneDelivered("it is past its retention", held.Body)
}

var ackAfterExpiryInRealTime = &judge.Case{
	Name:   "ack-after-expiry-in-real-time",
	Title:  "the handle of a message past its retention answers receipt_handle_stale, without a clock that can be moved",
	Judges: judge.By{specs.EZGH: {ID: "EQ-ACK-12"}},
	Unless: []judge.Need{judge.NeedClock},
	Waits:  5*time.Minute + time.Second,
	Run: func(t *judge.T) {
		q, retention := mustRetain(t, time.Second, 10*time.Second, 30*time.Second, time.Minute, 2*time.Minute, 5*time.Minute)
		sent := q.MustSend("work")[0]
		held := q.MustLease(judge.For(12 * time.Hour))
		t.WaitUntil(sent.Answered.Add(retention + t.Tolerance().Late))
		mustHaveExpired(t, q, held)
	},
}

// mustRetain makes a queue with the first of the retentions that the target
// takes: which ones it does is not documented.
func mustRetain(t *judge.T, retentions ...time.Duration) (*judge.Queue, time.Duration) {
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
