package cases

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// pollEnd holds the cases about receives whose client or queue goes away.
var pollEnd = []*judge.Case{
	vanishedWaiterTakesNothing,
	onFIFO(vanishedWaiterTakesNothing),
	deletionEndsWait,
	deletionEndsWaitAtOnce,
}

var vanishedWaiterTakesNothing = &judge.Case{
	Name:  "vanished-waiter-takes-nothing",
	Title: "a waiting receive whose client has gone away takes no lease",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-10"},
		specs.EZGH:     {ID: "EQ-POLL-08"},
	},
	Queues:   judge.Standard(),
	Waits:    3 * time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		polls := q.ParkMany(4, longest, judge.For(long))
		t.Settle()
		for _, p := range polls {
			p.Leave()
		}
		t.Pause(t.Tolerance().Late) // for the target to notice
		var bodies []string
		for i := range polls {
			bodies = append(bodies, fmt.Sprint("for whoever is there ", i))
		}
		sendApart(q, bodies...)
		for _, l := range q.AllDelivered("all clients that waited had gone away before it was sent", bodies...) {
			if l.ReceiveCount > 1 {
				t.Recordf("message %q had been received %d times when it came", l.Body, l.ReceiveCount)
			}
		}
	},
}

var deletionEndsWait = &judge.Case{
	Name:   "deletion-ends-wait",
	Title:  "a receive whose queue is deleted while it waits answers 404, at the latest when its wait ends",
	Judges: judge.By{specs.EZGH: {ID: "EQ-POLL-09"}},
	Needs:  []judge.Need{judge.NeedOwnQueues},
	Queues: eachKind(),
	Waits:  3 * time.Second,
	Run: func(t *judge.T) {
		t.Parallel(len(kinds), func(i int) {
			p := deletedUnder(t, t.Queue(kinds[i]), 1, 3*time.Second)[0]
			t.Soon(1, p.Wait+t.Tolerance().Late, "the answer to a receive whose queue was deleted when its wait ends",
				func() judge.Sample {
					t.Expect(p.Answer()).To(judge.HaveStatus(404))
					return judge.Sample{Took: p.Took(), Exchange: p.Answer().Exchange}
				})
		})
	},
}

var deletionEndsWaitAtOnce = &judge.Case{
	Name:  "deletion-ends-wait-at-once",
	Title: "receives whose queue is deleted while they wait answer 404 at once",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-QUEUE-07"},
		specs.EZGH:     {ID: "EQ-POLL-12"},
	},
	Needs:  []judge.Need{judge.NeedOwnQueues},
	Queues: eachKind(),
	Waits:  2 * time.Second,
	Run: func(t *judge.T) {
		t.Parallel(len(kinds), func(i int) {
			polls := deletedUnder(t, t.Queue(kinds[i]), 3, t.WaitBeyond(t.Tolerance().Late))
			deleted := time.Now()
			for _, p := range polls {
				t.Expect(p.Answer()).To(judge.HaveStatus(404))
			}
			waiting := 0
			t.Soon(len(polls), t.Tolerance().Late, "a receive to answer 404 when its queue is deleted", func() judge.Sample {
				p := polls[waiting]
				waiting++
				return judge.Sample{Took: p.Answer().Answered.Sub(deleted), Exchange: p.Answer().Exchange}
			})
		})
	},
}

// deletedUnder parks n receives at a queue and deletes it, certainly before
// their wait ends.
func deletedUnder(t *judge.T, q *judge.Queue, n int, wait time.Duration) []*judge.Poll {
	begun := time.Now()
	polls := q.ParkMany(n, wait)
	t.Settle()
	o := q.Delete()
	if o.Class != target.OK {
		t.Inconclusivef("could not be judged: delete of the queue: %s", judge.Describe(o))
	}
	if took := o.Answered.Sub(begun); took >= wait {
		t.Inconclusivef("receives that wait %s may have ended before their queue was deleted, which was done after %s", wait, took)
	}
	return polls
}
