package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// deadLetterLater holds the cases about leases that are extended or waited for
// before a message moves, and about its further moves.
var deadLetterLater = []*judge.Case{
	movesNoSooner(poison{most: 3, by: byReleaseOfExtended}),
	movesExactly(poison{most: 3, by: byReleaseOfExtended}),
	movesDespiteWaiter,
	movesAgain,
	moveWakes,
}

// byReleaseOfExtended ends a lease that was extended twice.
var byReleaseOfExtended = leaseEnd{"release after two extensions", long, 0, func(q *judge.Queue, l judge.Lease) judge.Lease {
	for range 2 {
		l = q.MustChangeVisibility(l, long)
	}
	return q.MustChangeVisibility(l, 0)
}}

// waitedFor is moved after two leases, which receives waited for.
var waitedFor = poison{most: 2, by: byRelease}

var movesDespiteWaiter = &judge.Case{
	Name:  "moves-despite-waiter",
	Title: "a message that was leased too often is delivered no more, also not to a receive that waits when its last lease ends",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-DLQ-01"},
		specs.EZGH:     {ID: "EQ-DLQ-02"},
	},
	Queues:   waitedFor.queues(),
	Waits:    3 * time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		f := &fate{poison: waitedFor, t: t, queue: t.Queue("main")}
		f.queue.MustSend("poison")
		f.leases = f.queue.MustLeases(1, judge.For(long))
		for n := 1; n == len(f.leases) && n < f.most+2; n++ {
			p := f.queue.Park(short, judge.For(long))
			t.Settle()
			f.by.end(f.queue, f.leases[n-1])
			f.leases = append(f.leases, p.MustReceive()...)
		}
		f.atMost(mostAllowed[t.Dialect()](f.most))
	},
}

// Whether its leases in the first queue count in the second is not documented:
// it may move on at once.
var movesAgain = &judge.Case{
	Name:   "moves-again",
	Title:  "a message that was leased too often in a dead-letter queue with a policy of its own moves from there as from any queue",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-DLQ-01"}},
	Queues: []judge.QueueSpec{
		{Name: "last", Settings: target.Settings{Kind: target.Standard, TakesDead: true}},
		{Name: "dead", Settings: target.Settings{Kind: target.Standard, TakesDead: true, DeadLetter: "last", MaxReceives: 2}},
		{Name: "main", Settings: target.Settings{Kind: target.Standard, DeadLetter: "dead", MaxReceives: 1}},
	},
	Waits:    3 * time.Second,
	Requests: 90,
	Run: func(t *judge.T) {
		once := &fate{poison: poison{most: 1, by: byRelease}, t: t, queue: t.Queue("main")}
		once.goOn(once.queue.MustSend("poison")[0].Answered)
		again := &fate{poison: poison{most: 2, by: byRelease}, t: t, queue: t.Queue("dead"), dead: t.Queue("last")}
		if len(once.leases) > once.most+1 {
			t.Inconclusivef("could not be judged: a message was leased %d times in its first queue, which allows %d", len(once.leases), once.most)
		}
		again.sendCanary()
		again.goOn(time.Now().Add(t.Tolerance().Late))
		again.atMost(again.most + 1)
		again.mustHaveMoved()
	},
}

var moveWakes = &judge.Case{
	Name:  "move-wakes",
	Title: "a message that moves to the dead-letter queue while a receive waits there is delivered to that receive",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-09"},
		specs.EZGH:     {ID: "EQ-POLL-02"},
	},
	Queues:   quick.queues(),
	Waits:    3 * time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		const requests = 20 // that a move may take
		needed := time.Second + requests*t.RoundTrip()
		dead, wait := t.Queue("dead"), t.WaitBeyond(min(needed, longest-t.WaitBeyond(0)))
		t.Soon(wakeTries, t.Tolerance().Late, "a receive that waits at a dead-letter queue to answer when a message has moved there", func() judge.Sample {
			begun := time.Now()
			return dead.Wake(wait, func() time.Time {
				f := &fate{poison: quick, t: t, queue: t.Queue("main"), dead: dead}
				f.goOn(f.queue.MustSend("poison")[0].Answered)
				moved := time.Now()
				mustComeInTime(t, moved.Sub(begun), wait)
				return moved
			})
		})
	},
}
