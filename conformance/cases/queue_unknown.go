package cases

import (
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// queueUnknown holds the cases about Basaltic queues that are not there.
var queueUnknown = []*judge.Case{
	unknownQueueIsNotFound,
	deletedQueueIsNotFound,
}

// absent is what these cases judge.
var absent = judge.By{specs.Basaltic: {ID: "BQ-QUEUE-06"}}

// queueOperation is an operation on a queue.
type queueOperation struct {
	name string
	send func(t *judge.T, c *basaltic.Client, queue string) target.Call
}

// queueOperations are those that need no receipt handle.
var queueOperations = []queueOperation{
	{"describeQueue", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
		return c.DescribeQueue(t.Context(), queue)
	}},
	{"updateQueue", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
		return c.UpdateQueue(t.Context(), queue, map[string]int{"visibility_timeout_seconds": 60})
	}},
	{"purgeQueue", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
		return c.PurgeQueue(t.Context(), queue)
	}},
	{"sendMessage", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
		return c.SendMessage(t.Context(), queue, basaltic.Message{Body: "lost"})
	}},
	{"sendMessageBatch", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
		return c.SendMessageBatch(t.Context(), queue, sends([]string{"only"}, "lost"))
	}},
	{"receiveMessages", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
		return c.ReceiveMessages(t.Context(), queue, nil)
	}},
	{"peekMessages", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
		return c.PeekMessages(t.Context(), queue)
	}},
	{"deleteQueue", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
		return c.DeleteQueue(t.Context(), queue)
	}},
}

// receiptOperations are those on a lease, by its handle.
func receiptOperations(handle string) []queueOperation {
	d := time.Minute
	return []queueOperation{
		{"deleteMessage", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
			return c.DeleteMessage(t.Context(), queue, handle)
		}},
		{"deleteMessageBatch", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
			return c.DeleteMessageBatch(t.Context(), queue, receipts(handle))
		}},
		{"changeMessageVisibility", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
			return c.ChangeMessageVisibility(t.Context(), queue, receiptsFor(&d, entryIDs(1), handle).Entries[0])
		}},
		{"changeMessageVisibilityBatch", func(t *judge.T, c *basaltic.Client, queue string) target.Call {
			return c.ChangeMessageVisibilityBatch(t.Context(), queue, receiptsFor(&d, entryIDs(1), handle))
		}},
	}
}

func mustNotFind(t *judge.T, queue string, operations []queueOperation) {
	c := basaltic.NewClient(t.Session())
	for _, operation := range operations {
		t.Expect(t.Answered(operation.send(t, c, queue))).To(judge.HaveStatus(404), "%s", operation.name)
	}
}

var unknownQueueIsNotFound = &judge.Case{
	Name:   "unknown-queue-is-not-found",
	Title:  "every operation on a queue id that was never given answers 404",
	Judges: absent,
	Needs:  []judge.Need{judge.NeedProducer},
	Run:    func(t *judge.T) { mustNotFind(t, uuid.NewString(), queueOperations) },
}

// The handle is one of the deleted queue's own, so that nothing else is wrong.
var deletedQueueIsNotFound = &judge.Case{
	Name:     "deleted-queue-is-not-found",
	Title:    "every operation on a deleted queue answers 404, those with the handle of a lease of its own included",
	Judges:   absent,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("leased", "available")
		held := q.MustLease(judge.For(long))
		t.Expect(q.Delete()).To(judge.Be(target.OK))
		mustNotFind(t, q.Ref(), append(receiptOperations(held.Handle), queueOperations...))
		for page := range queuePages(t) {
			for _, listed := range page.Queues {
				if listed.ID == q.Ref() {
					t.Failf("expected a deleted queue to be listed no more, observed it in the list")
				}
			}
		}
	},
}
