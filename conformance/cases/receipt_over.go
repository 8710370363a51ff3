package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// receiptOver holds the cases about EZGH handles whose delivery is over for
// another reason than a receive.
var receiptOver = []*judge.Case{
	ackAfterPurge,
	ackAfterQueueDelete,
	ackAfterDeadLettering,
}

var ackAfterPurge = &judge.Case{
	Name:     "ack-after-purge",
	Title:    "the handle of a purged message answers receipt_handle_stale, whether or not its timeout had ended",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-09"}},
	Queues:   judge.Standard(),
	Requests: 15,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("in flight", "visible")
		leases := q.MustLeases(2, judge.For(long))
		q.MustChangeVisibility(leases[1], 0)
		mustPrepare(t, "the purge", q.Purge())
		for _, l := range leases {
			t.Expect(q.Acknowledge(l.Handle)).To(judge.Be(target.Stale))
			t.Expect(q.ChangeVisibility(l.Handle, short)).To(judge.Be(target.Stale))
		}
		q.NoneDelivered("it was purged", "in flight", "visible")
	},
}

// mustPrepare ends the case inconclusive when a step failed whose own
// behaviour no requirement of the dialect documents.
func mustPrepare(t *judge.T, what string, o target.Outcome) {
	if o.Class != target.OK {
		t.Inconclusivef("%s, which only prepares, was not answered well: %s", what, judge.Describe(o))
	}
}

var ackAfterQueueDelete = &judge.Case{
	Name:   "ack-after-queue-delete",
	Title:  "the handle of a deleted queue's message answers receipt_handle_stale",
	Judges: judge.By{specs.EZGH: {ID: "EQ-ACK-10"}},
	Needs:  []judge.Need{judge.NeedOwnQueues},
	Queues: standards("deleted", "kept"),
	Run: func(t *judge.T) {
		deleted, kept := t.Queue("deleted"), t.Queue("kept")
		deleted.MustSend("lost")
		kept.MustSend("kept")
		lost, held := deleted.MustLease(judge.For(long)), kept.MustLease(judge.For(long))
		mustPrepare(t, "the queue's deletion", deleted.Delete())
		results := ack(t, lost.Handle, held.Handle)
		t.Expect(results[0]).To(judge.Be(target.Stale), "the handle of the deleted queue")
		t.Expect(results[1]).To(judge.Be(target.OK), "the handle of another queue")
		t.Expect(kept.ChangeVisibility(lost.Handle, short)).To(judge.Be(target.Stale))
	},
}

// The copy in the dead-letter queue is not received before the acknowledge, so
// that it would be lost if an old handle reached it.
var ackAfterDeadLettering = &judge.Case{
	Name:   "ack-after-dead-lettering",
	Title:  "the handle of a dead-lettered message answers receipt_handle_stale, and the dead-letter queue keeps it",
	Judges: judge.By{specs.EZGH: {ID: "EQ-ACK-11"}},
	Queues: append(standards("dead"), judge.QueueSpec{Name: "main", Settings: target.Settings{
		Kind: target.Standard, DeadLetter: "dead", MaxReceives: 2,
	}}),
	Waits:    2 * time.Second,
	Requests: 60,
	Run: func(t *judge.T) {
		q, dead := t.Queue("main"), t.Queue("dead")
		q.MustSend("poison")
		for _, l := range mustDeadLetter(t, q) {
			t.Expect(q.Acknowledge(l.Handle)).To(judge.Be(target.Stale))
			t.Expect(q.ChangeVisibility(l.Handle, long)).To(judge.Be(target.Stale))
		}
		dead.AllDelivered("it was dead-lettered, and a stale handle changes nothing", "poison")
	},
}

// mustDeadLetter receives a queue's message, each time for no time, until the
// queue delivers it no more and had the time of what is to happen at once to move
// it, and gives its deliveries. Exactly how many there are is another requirement's.
func mustDeadLetter(t *judge.T, q *judge.Queue) []judge.Lease {
	const enough, empties = 10, 10
	deliveries := q.MustLeases(1, judge.For(0))
	for empty, moved := 0, time.Now(); empty < empties || time.Now().Before(moved); empty++ {
		if more := q.MustReceive(judge.For(0)); len(more) > 0 {
			deliveries, empty = append(deliveries, more...), -1
		}
		moved = judge.AllEnded(deliveries...).Add(t.Tolerance().Late)
		if len(deliveries) > enough {
			t.Inconclusivef("the message was delivered %d times and not dead-lettered; see EQ-DLQ-02", len(deliveries))
		}
		t.Pause(50 * time.Millisecond)
	}
	return deliveries
}
