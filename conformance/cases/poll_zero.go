package cases

import (
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// pollZero holds the cases about receives that say they wait 0 s.
var pollZero = []*judge.Case{
	zeroWaitOnEmptyQueue,
	zeroWaitBesideWaiters,
	zeroWaitOnHeldGroup,
	zeroOverridesQueueWait,
}

// ofZeroWait is what most of them judge.
var ofZeroWait = judge.By{
	specs.Basaltic: {ID: "BQ-POLL-03"},
	specs.EZGH:     {ID: "EQ-POLL-03"},
}

var zeroWaitOnEmptyQueue = &judge.Case{
	Name:   "zero-wait-answers-at-once",
	Title:  "a receive that waits 0 s on an empty queue answers at once",
	Judges: ofZeroWait,
	Queues: eachKind(),
	Run: func(t *judge.T) {
		for _, kind := range kinds {
			answersAtOnce(t, t.Queue(kind))
		}
	},
}

var zeroWaitBesideWaiters = &judge.Case{
	Name:   "zero-wait-beside-waiters-answers-at-once",
	Title:  "a receive that waits 0 s on an empty queue answers at once, although others wait there",
	Judges: ofZeroWait,
	Queues: judge.Standard(),
	Run: func(t *judge.T) {
		q := t.Queue()
		other := q.Park(longest)
		defer other.Leave()
		t.Settle()
		answersAtOnce(t, q)
	},
}

var zeroWaitOnHeldGroup = &judge.Case{
	Name:   "zero-wait-on-held-group-answers-at-once",
	Title:  "a receive that waits 0 s answers at once, although the queue holds a message whose group is in flight",
	Judges: ofZeroWait,
	Queues: judge.FIFO(),
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 2, "a")
		q.MustLease(judge.For(long))
		answersAtOnce(t, q)
	},
}

var zeroOverridesQueueWait = &judge.Case{
	Name:  "zero-overrides-queue-wait",
	Title: "a receive that says it waits 0 s answers at once, although the queue is set to wait",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-04"},
		specs.EZGH:     {ID: "EQ-POLL-04"},
	},
	Queues: judge.With(target.Settings{Kind: target.Standard, ReceiveWait: longest}),
	Run:    func(t *judge.T) { answersAtOnce(t, t.Queue()) },
}

// answersAtOnce fails unless receives that wait 0 s on a queue with nothing
// available do not wait.
func answersAtOnce(t *judge.T, q *judge.Queue) {
	t.Soon(3, t.Tolerance().Late, "a receive that waits 0 s to answer at once when nothing is available", func() judge.Sample {
		got := q.Park(0).Answer()
		t.Expect(got).To(judge.Be(target.OK))
		return judge.Sample{Took: got.Answered.Sub(got.Sent), Exchange: got.Exchange}
	})
}
