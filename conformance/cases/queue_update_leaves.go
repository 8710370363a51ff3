package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// queueUpdateLeaves holds the cases about what a Basaltic queue has when its tags
// are updated, which is to change nothing of it.
var queueUpdateLeaves = []*judge.Case{
	updateLeavesDelays,
	updateLeavesExtensions,
	updateLeavesCounts,
	updateLeavesDeduplication,
	updateLeavesWaits,
}

// updatable is what the cases need that update a queue.
var updatable = []judge.Need{judge.NeedOwnQueues, judge.NeedProducer}

// mustUpdate changes a queue, where that only prepares.
func mustUpdate(t *judge.T, q *judge.Queue, body map[string]any) {
	_, o := update(t, q.Ref(), body)
	if o.Class != target.OK {
		t.Inconclusivef("could not be judged: update of the queue: %s; see BQ-QUEUE-04", judge.Describe(o))
	}
}

// retag changes nothing of a queue but its tags.
func retag(t *judge.T, q *judge.Queue) {
	mustUpdate(t, q, map[string]any{"tags": map[string]any{"team": "search"}})
}

var updateLeavesDelays = &judge.Case{
	Name:     "update-leaves-delays",
	Title:    "messages are held back until their delay ends, their own or their queue's, though the queue's tags are updated meanwhile",
	Judges:   heldBack,
	Needs:    updatable,
	Queues:   judge.With(target.Settings{Kind: target.Standard, Delay: holdBack}),
	Waits:    holdBack + time.Second,
	Requests: 90,
	Run: func(t *judge.T) {
		q := t.Queue()
		messages := sendEach(q, target.Message{Body: "by the queue"},
			target.Message{Body: "by its own", Delay: holdBack}, target.Message{Body: "beside it", Delay: holdBack})
		messages[0].delay = holdBack
		retag(t, q)
		mustHoldBack(t, q, messages...)
	},
}

var updateLeavesExtensions = &judge.Case{
	Name:     "update-leaves-extensions",
	Title:    "a lease that was extended ends as the extension says, though its queue's tags are updated meanwhile",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-07"}},
	Needs:    updatable,
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		extended := q.MustChangeVisibility(held, 2*short)
		retag(t, q)
		mustEndOnTime(q, extended)
	},
}

var updateLeavesCounts = &judge.Case{
	Name:     "update-leaves-counts",
	Title:    "a message's count goes on after its queue's tags were updated, while it was in flight and while it was available",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RECV-09"}},
	Needs:    updatable,
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		retag(t, q)
		q.MustChangeVisibility(held, 0)
		again := q.MustLeaseReleased(1, judge.For(long))
		mustCount(t, 2, again...)
		q.MustChangeVisibility(again[0], 0)
		mustUpdate(t, q, map[string]any{"tags": map[string]any{"team": "sales"}})
		mustCount(t, 3, q.MustLeaseReleased(1, judge.For(long))...)
	},
}

var updateLeavesDeduplication = &judge.Case{
	Name:     "update-leaves-deduplication",
	Title:    "a send that repeats a deduplication id makes no message also after its queue's tags were updated",
	Judges:   collapses,
	Needs:    updatable,
	Queues:   judge.FIFO(),
	Requests: 24,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSendMessages(withID("x", "original"))
		retag(t, q)
		q.MustSendMessages(withID("x", "repeat"), withID("y", "other"))
		delivers(t, q, map[string]int{"original": 1, "other": 1}, "repeats of a deduplication id collapse to the first")
	},
}

var updateLeavesWaits = &judge.Case{
	Name:   "update-leaves-waits",
	Title:  "a receive that waits on an empty queue whose tags are updated ends empty: not before half of its wait, and by its wait plus the tolerance",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-POLL-01"}},
	Needs:  updatable,
	Queues: eachKind(),
	Waits:  3 * time.Second,
	Run:    func(t *judge.T) { undisturbedWaits(t, func(q *judge.Queue) { retag(t, q) }) },
}

// undisturbedWaits parks a receive at an empty queue of each kind, disturbs the
// queues soon after, and judges that each receive waits on: where it ends at
// once, that is long before half of its wait.
func undisturbedWaits(t *judge.T, disturb func(*judge.Queue)) {
	var polls []*judge.Poll
	for _, kind := range kinds {
		polls = append(polls, t.Queue(kind).Park(3*time.Second))
	}
	t.Settle()
	for _, kind := range kinds {
		disturb(t.Queue(kind))
	}
	for _, p := range polls {
		p.EndsEmpty(p.Wait / 2)
	}
}
