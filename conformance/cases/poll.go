package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// poll holds the cases about how long a receive waits.
var poll = []*judge.Case{
	emptyWaitEnds,
	emptyWaitIsWhole,
	longestEmptyWait,
	onFIFO(longestEmptyWait),
	longestEmptyWaitIsWhole,
	onFIFO(longestEmptyWaitIsWhole),
	longestWaitWoken,
	longestQueueWait,
	longestQueueWaitIsWhole,
	queueWaitApplies,
	onFIFO(queueWaitApplies),
	longerWaitOverridesQueueWait,
	availableAnswersAtOnce,
	onFIFO(availableAnswersAtOnce),
}

// eachKind wants a queue of each kind, named by it.
func eachKind() []judge.QueueSpec {
	return []judge.QueueSpec{
		{Name: "standard", Settings: target.Settings{Kind: target.Standard}},
		{Name: "fifo", Settings: target.Settings{Kind: target.FIFO}},
	}
}

// kinds are the names of what eachKind wants.
var kinds = []string{"standard", "fifo"}

var emptyWaitEnds = &judge.Case{
	Name:   "empty-wait-ends",
	Title:  "a receive that waits on an empty queue ends empty: not before half of its wait, and by its wait plus the tolerance",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-POLL-01"}},
	Queues: eachKind(),
	Waits:  3 * time.Second,
	Run:    func(t *judge.T) { emptyWaits(t, func(wait time.Duration) time.Duration { return wait / 2 }) },
}

var emptyWaitIsWhole = &judge.Case{
	Name:  "empty-wait-is-whole",
	Title: "a receive that waits on an empty queue does not end before its wait has passed",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-13"},
		specs.EZGH:     {ID: "EQ-POLL-01"},
	},
	Queues: eachKind(),
	Waits:  3 * time.Second,
	Run: func(t *judge.T) {
		emptyWaits(t, func(wait time.Duration) time.Duration { return wait - t.Tolerance().Early })
	},
}

// emptyWaits judges empty waits of 1 and 2 s, and that each lasts at least as
// long as least says.
func emptyWaits(t *judge.T, least func(wait time.Duration) time.Duration) {
	var polls []*judge.Poll
	for _, kind := range kinds {
		q := t.Queue(kind)
		polls = append(polls, q.Park(time.Second), q.Park(2*time.Second))
	}
	for _, p := range polls {
		p.EndsEmpty(least(p.Wait))
	}
}

// longest is the longest that a receive may wait.
const longest = 20 * time.Second

var longestEmptyWait = &judge.Case{
	Name:   "longest-empty-wait",
	Title:  "a receive may wait for 20 s: on an empty queue it ends empty, not before half of that, and by 20 s plus the tolerance",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-POLL-12"}},
	Queues: judge.Standard(),
	Waits:  longest + time.Second,
	Run:    func(t *judge.T) { t.Queue().Park(longest).EndsEmpty(longest / 2) },
}

var longestEmptyWaitIsWhole = &judge.Case{
	Name:  "longest-empty-wait-is-whole",
	Title: "a receive that waits 20 s on an empty queue ends empty, not before they have passed",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-13"},
		specs.EZGH:     {ID: "EQ-POLL-10"},
	},
	Queues: judge.Standard(),
	Waits:  longest + time.Second,
	Run:    func(t *judge.T) { t.Queue().Park(longest).EndsEmpty(longest - t.Tolerance().Early) },
}

var queueWaitApplies = &judge.Case{
	Name:  "queue-wait-applies",
	Title: "a receive that does not say how long it waits waits as long as the queue is set to",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-04"},
		specs.EZGH:     {ID: "EQ-POLL-04"},
	},
	Queues: judge.With(target.Settings{Kind: target.Standard, ReceiveWait: 2 * time.Second}),
	Waits:  3 * time.Second,
	Run: func(t *judge.T) {
		q := t.Queue()
		some := q.Park(0, judge.DefaultWait())
		none := q.Park(0, judge.DefaultWait(), judge.DefaultMax())
		some.EndsEmpty(some.Wait / 2)
		none.EndsEmpty(none.Wait / 2)
	},
}

var longerWaitOverridesQueueWait = &judge.Case{
	Name:  "longer-wait-overrides-queue-wait",
	Title: "a receive that says it waits longer than the queue is set to does so: on an empty queue it ends empty, not before half of its wait",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-01"},
		specs.EZGH:     {ID: "EQ-POLL-01"},
	},
	Queues: judge.With(target.Settings{Kind: target.Standard, ReceiveWait: time.Second}),
	Waits:  3 * time.Second,
	Run: func(t *judge.T) {
		p := t.Queue().Park(3 * time.Second)
		p.EndsEmpty(p.Wait / 2)
	},
}

var availableAnswersAtOnce = &judge.Case{
	Name:  "available-answers-at-once",
	Title: "a receive answers at once when a message is available, however long it may wait and however many it asks for",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-05"},
		specs.EZGH:     {ID: "EQ-POLL-11"},
	},
	Queues: []judge.QueueSpec{
		{Name: "without a wait", Settings: target.Settings{Kind: target.Standard}},
		{Name: "one", Settings: target.Settings{Kind: target.Standard}},
		{Name: "up to ten", Settings: target.Settings{Kind: target.Standard}},
	},
	Requests: 20,
	Run: func(t *judge.T) {
		wait := t.WaitBeyond(0)
		for _, how := range []struct {
			queue string
			wait  time.Duration
			max   int
		}{{"without a wait", 0, 1}, {"one", wait, 1}, {"up to ten", wait, 10}} {
			q := t.Queue(how.queue)
			t.Soon(5, t.Tolerance().Late, "a receive to answer an available message at once", func() judge.Sample {
				sendApart(q, "there")
				sent := time.Now()
				return q.Park(how.wait, judge.Max(how.max), judge.For(long)).Sample(sent)
			})
		}
	},
}
