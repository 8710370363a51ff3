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
	updatedWaitApplies,
	updatedRedriveApplies,
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
	_, retention := shortestRetention(t, target.Standard)
	mustUpdate(t, q, map[string]any{"message_retention_seconds": int(retention.Seconds())})
	q.MustSend("alone")
	q.MustSendBatch(target.Message{Body: "in a batch"}, target.Message{Body: "beside it"})
	pass(t, retention+t.Tolerance().Late)
	q.NoneDelivered("it is past its queue's retention", "alone", "in a batch", "beside it")
})

var updatedWaitApplies = &judge.Case{
	Name:   "updated-wait-applies",
	Title:  "a receive that does not say how long it waits waits as long as its queue was updated to",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-POLL-04"}},
	Needs:  updatable,
	Queues: eachKind(),
	Waits:  3 * time.Second,
	Run: func(t *judge.T) {
		const wait = 2 * time.Second
		var polls []*judge.Poll
		for _, kind := range kinds {
			q := t.Queue(kind)
			mustUpdate(t, q, map[string]any{"receive_wait_time_seconds": int(wait.Seconds())})
			polls = append(polls, q.ParkByQueue(wait))
		}
		for _, p := range polls {
			p.EndsEmpty(p.Wait / 2)
		}
	},
}

// updatedPolicy allows a single lease once it was updated.
var updatedPolicy = poison{kind: target.Standard, most: 5, by: byRelease}

var updatedRedriveApplies = &judge.Case{
	Name:     "updated-redrive-policy-applies",
	Title:    "a message moves after as many leases as the redrive_policy allows that its queue was updated to, one more at most",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-DLQ-01"}},
	Needs:    updatable,
	Queues:   updatedPolicy.queues(),
	Waits:    2 * time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q, dead := t.Queue("main"), t.Queue("dead")
		mustUpdate(t, q, map[string]any{"redrive_policy": map[string]any{"dead_letter_queue": dead.Ref(), "max_receive_count": quick.most}})
		f := quick.exhaust(t, q.Message("poison"))
		f.atMost(f.most + 1)
		f.mustHaveMoved()
	},
}
