package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// queueUpdateApplies holds the cases about settings of a Basaltic queue that hold
// since they were updated.
var queueUpdateApplies = slices.Concat([]*judge.Case{
	updatedTimeoutApplies,
	updatedDelayApplies,
}, updatedRetentionApplies)

// As long as the old timeout is, nothing would come while the case looks.
var updatedTimeoutApplies = &judge.Case{
	Name:     "updated-timeout-applies",
	Title:    "a receive that names no visibility timeout leases for the one that its queue was updated to",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RECV-14"}},
	Needs:    updatable,
	Queues:   judge.With(target.Settings{Kind: target.Standard, Visibility: long}),
	Waits:    2*short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		mustUpdate(t, q, map[string]any{"visibility_timeout_seconds": int((2 * short).Seconds())})
		q.MustSend("one", "two")
		byQueue := q.MustLease()
		byQueue = byQueue.Changed(byQueue.Call, 2*short)
		byReceive := q.MustLease(judge.For(2 * short))
		q.StaysHidden(byQueue)
		mustEndLike(t, q, byReceive, byQueue)
	},
}

var updatedDelayApplies = &judge.Case{
	Name:     "updated-delay-applies",
	Title:    "a message that names no delay is not delivered before the delay has ended that its queue was updated to",
	Judges:   heldBack,
	Needs:    updatable,
	Queues:   judge.Standard(),
	Waits:    holdBack + time.Second,
	Requests: 90,
	Run: func(t *judge.T) {
		q := t.Queue()
		mustUpdate(t, q, map[string]any{"delay_seconds": int(holdBack.Seconds())})
		messages := sendEach(q, target.Message{Body: "alone"}, target.Message{Body: "in a batch"}, target.Message{Body: "beside it"})
		for i := range messages {
			messages[i].delay = holdBack
		}
		mustHoldBack(t, q, messages...)
	},
}

// The shortest retention is looked for with another queue.
var updatedRetentionApplies = byClockAndInTime(judge.Case{
	Name:     "updated-retention-applies",
	Title:    "a message past the retention that its queue had been updated to before its send is never delivered",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-SEND-06"}},
	Needs:    updatable,
	Queues:   judge.Standard(),
	Requests: 30,
}, 5*time.Minute+5*time.Second, func(t *judge.T, pass passing) {
	q := t.Queue()
	_, retention := shortestRetention(t)
	mustUpdate(t, q, map[string]any{"message_retention_seconds": int(retention.Seconds())})
	q.MustSend("alone")
	q.MustSendBatch(target.Message{Body: "in a batch"}, target.Message{Body: "beside it"})
	pass(t, retention+t.Tolerance().Late)
	q.NoneDelivered("it is past its queue's retention", "alone", "in a batch", "beside it")
})
