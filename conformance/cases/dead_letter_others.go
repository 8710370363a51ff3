package cases

import (
	"slices"
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
		f, bodies := &fate{poison: amongOthers, t: t, queue: t.Queue("main")}, amongBodies()
		f.queue.MustSend(bodies...)
		held := f.queue.MustLeases(len(bodies), judge.For(long))
		at := slices.IndexFunc(held, isAmongOthers)
		if at < 0 {
			t.Inconclusivef("could not be judged: none of the messages has the body %q that one was sent with; see BQ-RECV-11 and EQ-RECV-14", "poison")
		}
		for f.leases = held[at : at+1 : at+1]; len(f.leases) < f.most; { // the others stay hidden
			f.by.end(f.queue, f.leases[len(f.leases)-1])
			f.leases = append(f.leases, f.queue.MustLeaseReleased(1, judge.For(long))...)
		}
		held[at] = f.leases[f.most-1]
		f.release(held)
		for range f.most - 1 { // each lease of the others, but for their first
			taken := takeAll(t, f.queue, len(bodies))
			f.leases = append(f.leases, slices.DeleteFunc(slices.Clone(taken), func(l judge.Lease) bool { return !isAmongOthers(l) })...)
			f.release(taken)
		}
		f.atMost(mostAllowed[t.Dialect()](f.most))
	},
}

// amongBodies are the bodies of the others, with that of the poison in their middle.
func amongBodies() []string { return slices.Insert(numbered("other", 9), 5, "poison") }

func isAmongOthers(l judge.Lease) bool { return l.Body == "poison" }

// release ends leases in the order of their bodies: so the poison lies behind
// others, whether the first or the last to be sent or to return is the next.
func (f *fate) release(leases []judge.Lease) {
	for _, body := range amongBodies() {
		for _, l := range leases {
			if l.Body == body {
				f.by.end(f.queue, l)
			}
		}
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
