package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// Where short waits end early too, which is for the cases about those to judge,
// no wait is sure to last longer than half of what was asked: the messages come
// before that then.
var longestWaitWoken = &judge.Case{
	Name:  "longest-wait-woken",
	Title: "a receive that waits 20 s answers when a message comes late in its wait",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-12"},
		specs.EZGH:     {ID: "EQ-POLL-10"},
	},
	Queues: []judge.QueueSpec{
		{Name: "main", Settings: target.Settings{Kind: target.Standard}},
		{Name: "idle", Settings: target.Settings{Kind: target.Standard}},
	},
	Waits:    longest + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, begun := t.Queue("main"), time.Now()
		polls := q.ParkMany(5, longest, judge.For(long))
		wait := longest
		if !keepsShortWaits(t, t.Queue("idle")) {
			wait = longest / 2
		}
		polls[0].AnsweredBy(begun.Add(wait - t.WaitBeyond(0)))
		q.MustSend("1", "2", "3", "4", "5")
		sent, next := time.Now(), 0
		mustComeInTime(t, sent.Sub(begun), wait)
		t.Soon(len(polls), t.Tolerance().Late, "a receive that may wait 20 s to wait still when messages come near their end, and to answer",
			func() judge.Sample {
				next++
				return polls[next%len(polls)].Sample(sent)
			})
	},
}

// waitsLongest wants a queue whose own wait is the longest.
func waitsLongest() []judge.QueueSpec {
	return judge.With(target.Settings{Kind: target.Standard, ReceiveWait: longest})
}

var longestQueueWait = &judge.Case{
	Name:   "longest-queue-wait",
	Title:  "a receive that does not say how long it waits waits at a queue that is set to 20 s: on an empty queue it ends empty, not before half of that, and by 20 s plus the tolerance",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-POLL-04"}},
	Queues: waitsLongest(),
	Waits:  longest + time.Second,
	Run:    func(t *judge.T) { t.Queue().Park(0, judge.DefaultWait()).EndsEmpty(longest / 2) },
}

var longestQueueWaitIsWhole = &judge.Case{
	Name:  "longest-queue-wait-is-whole",
	Title: "a receive that does not say how long it waits, at an empty queue that is set to 20 s, ends empty, not before they have passed",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-13"},
		specs.EZGH:     {ID: "EQ-POLL-04"},
	},
	Queues: waitsLongest(),
	Waits:  longest + time.Second,
	Run:    func(t *judge.T) { t.Queue().Park(0, judge.DefaultWait()).EndsEmpty(longest - t.Tolerance().Early) },
}

// keepsShortWaits reports whether receives on the empty queue wait as long as
// they were asked to.
func keepsShortWaits(t *judge.T, idle *judge.Queue) bool {
	kept := true
	for _, p := range []*judge.Poll{idle.Park(2 * time.Second), idle.Park(5 * time.Second)} {
		p.MustReceive()
		if p.Took() < p.Wait-t.Tolerance().Early {
			t.Recordf("a receive that may wait %s on an empty queue ended after %s", p.Wait, p.Took())
			kept = false
		}
	}
	return kept
}

// mustComeInTime ends the case inconclusive when messages were sent so long after
// the receives that these, of which each lasts for wait, need not have found them:
// where the target limits requests, the sends wait for their turn.
func mustComeInTime(t *judge.T, after, wait time.Duration) {
	if after > wait-t.Tolerance().Late {
		t.Inconclusivef("the messages were all sent only %s after receives that last for %s: too late to show whether they wait still",
			after.Truncate(time.Millisecond), wait)
	}
}
