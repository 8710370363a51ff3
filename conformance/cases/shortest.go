package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// periods are those that a queue is asked for where it is not documented which
// it may have.
var periods = []time.Duration{
	10 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute,
}

// shortest makes a queue with the first of the periods that the target takes;
// does says what the queue does for so long.
func shortest(t *judge.T, does string, settings func(time.Duration) target.Settings) (*judge.Queue, time.Duration) {
	var o target.Outcome
	for _, d := range periods {
		var q *judge.Queue
		if q, o = t.MakeQueue(settings(d)); q != nil {
			return q, d
		}
	}
	t.Inconclusivef("the target makes no queue that %s for any of %s: %s", does, periods, judge.Describe(o))
	return nil, 0
}
