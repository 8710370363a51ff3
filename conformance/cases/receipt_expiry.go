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
	Title:  "the handle of a message past its retention answers receipt_handle_stale, on a standard queue and on a FIFO queue",
	Judges: judge.By{specs.EZGH: {ID: "EQ-ACK-12"}},
}, 5*time.Minute+time.Second, func(t *judge.T, pass passing) {
	held, age := map[*judge.Queue]judge.Lease{}, time.Duration(0)
	for _, kind := range []target.Kind{target.Standard, target.FIFO} {
		q, retention := shortestRetention(t, kind)
		q.MustSend("work")
		held[q], age = q.MustLease(judge.For(longestLease)), max(age, retention)
	}
	pass(t, age+t.Tolerance().Late)
	for q, l := range held {
		t.Expect(q.ChangeVisibility(l.Handle, 0)).To(judge.Be(target.Stale))
		t.Expect(q.Acknowledge(l.Handle)).To(judge.Be(target.Stale))
		q.NoneDelivered("it is past its retention", l.Body)
	}
})

// shortestRetention makes a queue that keeps its messages as briefly as the
// target lets it.
func shortestRetention(t *judge.T, kind target.Kind) (*judge.Queue, time.Duration) {
	return shortest(t, "keeps its messages", func(d time.Duration) target.Settings {
		return target.Settings{Kind: kind, Retention: d}
	})
}
