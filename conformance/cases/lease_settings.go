package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// leaseSettings holds the cases about leases that run while their queue's
// settings change.
var leaseSettings = []*judge.Case{
	updateMovesNoLease,
}

// The leases' time is that of their receives, as visible_at says; the queue's own
// timeout becomes shorter under the one, and longer under the other.
var updateMovesNoLease = &judge.Case{
	Name:     "update-moves-no-lease",
	Title:    "a lease ends when its receive said, though the queue's visibility timeout was changed meanwhile",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-01"}},
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   standards("shorter", "longer"),
	Waits:    2*short + time.Second,
	Requests: 50,
	Run: func(t *judge.T) {
		timeouts := map[string]int{"shorter": 1, "longer": 60}
		t.Parallel(len(timeouts), func(i int) {
			name := []string{"shorter", "longer"}[i]
			q := t.Queue(name)
			q.MustSend("work")
			held := q.MustLease(judge.For(2 * short))
			_, o := update(t, q.Ref(), map[string]any{"visibility_timeout_seconds": timeouts[name]})
			if o.Class != target.OK {
				t.Inconclusivef("could not be judged: update of the queue's visibility timeout: %s; see BQ-QUEUE-04", judge.Describe(o))
			}
			mustEndOnTime(q, held)
		})
	},
}
