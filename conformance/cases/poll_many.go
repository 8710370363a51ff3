package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// pollMany holds the case about more receives than a small server lets wait.
var pollMany = []*judge.Case{hundredWait}

// hundred is how many receives wait at once: more than a pool of 64 holds.
const hundred = 100

var hundredWait = &judge.Case{
	Name:  "hundred-wait",
	Title: "of 100 receives that wait on one empty queue none is answered before half of its wait has passed",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-01"},
		specs.EZGH:     {ID: "EQ-POLL-01"},
	},
	Queues:   judge.Standard(),
	Waits:    2 * time.Second,
	Requests: hundred,
	Run: func(t *judge.T) {
		for _, p := range t.Queue().ParkMany(hundred, 2*time.Second) {
			got := p.MustAnswer()
			if got.Class != target.OK { // how many receives a target takes at once is not documented
				t.Recordf("one of %d receives at once: %s", hundred, judge.Describe(got.Outcome))
				continue
			}
			if took := got.Answered.Sub(got.Sent); took < p.Wait/2 {
				t.Decide(got.Exchange)
				t.Failf("expected each of %d receives to wait on an empty queue, for %s, observed one answered after %s in exchange %d",
					hundred, p.Wait, took.Truncate(time.Millisecond), got.Exchange)
			}
		}
	},
}
