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

// shortestRetention makes a queue that keeps its messages as briefly as the
// target lets it.
func shortestRetention(t *judge.T) (*judge.Queue, time.Duration) {
	return shortest(t, "keeps its messages", func(d time.Duration) target.Settings {
		return target.Settings{Kind: target.Standard, Retention: d}
	})
}
