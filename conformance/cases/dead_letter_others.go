package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/specs"
)

// deadLetterOthers holds the cases about a message that was leased too often and
// lies among others that were not.
var deadLetterOthers = []*judge.Case{
	movesFromAmongOthers,
}

// amongOthers is moved after three leases, each released.
var amongOthers = poison{most: 3, by: byRelease}

// mostAllowed is how often a message may be leased at the most where its queue
// allows so many: when it moves, is documented to one lease.
var mostAllowed = map[specs.Dialect]func(allowed int) int{
	specs.Basaltic: func(allowed int) int { return allowed + 1 },
	specs.EZGH:     func(allowed int) int { return allowed },
}

var movesFromAmongOthers = &judge.Case{
	Name:  "moves-from-among-others",
	Title: "a message that was leased too often is delivered no more, also where a receive takes others before it",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-DLQ-01"},
		specs.EZGH:     {ID: "EQ-DLQ-02"},
	},
	Queues:   amongOthers.queues(),
	Waits:    time.Second,
	Requests: 100,
	Run: func(t *judge.T) {
		f, others := &fate{poison: amongOthers, t: t, queue: t.Queue("main")}, numbered("other", 9)
		f.queue.MustSend(others...)
		held := f.queue.MustLeases(len(others), judge.For(long))
		f.queue.MustSend("poison")
		for range f.most - 1 {
			f.release(f.queue.MustLeaseReleased(1, judge.For(long)))
		}
		f.release(append(held, f.queue.MustLeaseReleased(1, judge.For(long))...))
		for range f.most - 1 { // each lease of the others, but for their first
			f.release(takeAll(t, f.queue, len(others)+1))
		}
		f.atMost(mostAllowed[t.Dialect()](f.most))
	},
}

// release notes which of the leases are the poison's, and releases all: the
// poison last, so that it lies behind the others, whether messages are in the
// order of their sends or of their return.
func (f *fate) release(leases []judge.Lease) {
	last := len(f.leases)
	for _, l := range leases {
		if l.Body == "poison" {
			f.leases = append(f.leases, l)
			continue
		}
		f.by.end(f.queue, l)
	}
	for _, l := range f.leases[last:] {
		f.by.end(f.queue, l)
	}
}

// takeAll receives until it has n messages, or gives up for receives in vain.
func takeAll(t *judge.T, q *judge.Queue, n int) (all []judge.Lease) {
	for without := 0; without < sureReceives && len(all) < n; {
		leases := q.MustReceive(judge.For(long), judge.Max(10))
		if all = append(all, leases...); len(leases) == 0 {
			without++
			t.Pause(20 * time.Millisecond)
		}
	}
	return all
}
