package cases

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// queueDepth holds the case about how many messages a Basaltic queue says it has.
var queueDepth = []*judge.Case{depthSettles}

// settleTime is how long a queue's counts may take to settle once it is quiet.
const settleTime = 2 * time.Second

var depthSettles = &judge.Case{
	Name:     "depth-settles",
	Title:    "a quiet queue's depth settles on what is available, in flight and delayed, also after deletes, releases and a purge",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-QUEUE-09"}},
	Queues:   judge.Standard(),
	Waits:    settleTime + time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		s := inEachState(q, 2, 4, 3, long, long)
		mustSettle(t, q, 2, 4, 3)
		q.MustAcknowledge(s.inFlight[0])
		q.MustChangeVisibility(s.inFlight[1], 0)
		mustSettle(t, q, 3, 2, 3)
		purge(t, q)
		mustSettle(t, q, 0, 0, 0)
	},
}

// mustSettle fails unless the queue's depth comes to these counts.
func mustSettle(t *judge.T, q *judge.Queue, available, inFlight, delayed int) {
	due := fmt.Sprintf("%d available, %d in flight, %d delayed", available, inFlight, delayed)
	begun, seen := time.Now(), ""
	for {
		depth := described(t, q.Ref()).Depth
		if depth == nil || depth.Capped {
			t.Skipf("the target shows no depth that is not capped")
		}
		if seen = depthText(*depth); seen == due {
			return
		}
		if time.Since(begun) > settleTime {
			t.Failf("expected the depth of a quiet queue to settle on %s, observed %s after %s", due, seen, settleTime)
		}
		t.Pause(50 * time.Millisecond)
	}
}

func depthText(d basaltic.Depth) string {
	return fmt.Sprintf("%d available, %d in flight, %d delayed", d.Available, d.InFlight, d.Delayed)
}
