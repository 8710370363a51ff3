package cases

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
)

// pollWakeLater holds the cases about a message that comes back to a waiting
// receive when a later lease ends.
var pollWakeLater = []*judge.Case{
	laterLapseWakes,
	extendedLapseWakes,
}

// lapseOfWakes judges that a message is delivered to a receive that waits when
// the lease lapses that hold took.
func lapseOfWakes(t *judge.T, what string, hold func(*judge.Queue) judge.Lease) {
	late := t.Tolerance().Late
	wait := t.WaitBeyond(2*short + late)
	t.Parallel(len(kinds), func(i int) {
		q, tried := t.Queue(kinds[i]), 0
		t.Soon(wakeTries, late, "a waiting receive to answer when "+what, func() judge.Sample {
			tried++
			q.MustSendMessages(apart(q, fmt.Sprint("back ", tried)))
			l := hold(q)
			return q.Wake(wait, func() time.Time { return l.HasEnded().Add(-late) })
		})
	})
}

var laterLapseWakes = &judge.Case{
	Name:     "later-lapse-wakes",
	Title:    "a message whose second lease lapses while a receive waits is delivered to that receive",
	Judges:   lapsedDuringWait,
	Queues:   eachKind(),
	Waits:    short + time.Second,
	Requests: 32,
	Run: func(t *judge.T) {
		lapseOfWakes(t, "a second lease lapses", func(q *judge.Queue) judge.Lease {
			q.MustChangeVisibility(q.MustLease(judge.For(long)), 0)
			return q.MustLeaseReleased(1, judge.For(short))[0]
		})
	},
}

var extendedLapseWakes = &judge.Case{
	Name:     "extended-lapse-wakes",
	Title:    "a message whose extended lease lapses while a receive waits is delivered to that receive",
	Judges:   lapsedDuringWait,
	Queues:   eachKind(),
	Waits:    2*short + time.Second,
	Requests: 32,
	Run: func(t *judge.T) {
		lapseOfWakes(t, "an extended lease lapses", func(q *judge.Queue) judge.Lease {
			return q.MustChangeVisibility(q.MustLease(judge.For(short)), 2*short)
		})
	},
}
