package cases

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// deadLetter holds the cases about when a message moves to the dead-letter queue.
var deadLetter = []*judge.Case{
	movesAtLast(poison{most: 1, by: byRelease}),
	movesAtLast(poison{most: 3, by: byZeroLease}),
	movesAtLast(poison{most: 2, by: byLapse}),
	movesNoSooner(poison{most: 3, by: byRelease}),
	movesNoSooner(poison{most: 2, by: byLapse}),
	movesExactly(poison{most: 1, by: byRelease}),
	movesExactly(poison{most: 3, by: byZeroLease}),
	movesExactly(poison{most: 2, by: byLapse}),
	movesExactly(poison{most: 2, by: byRelease, kind: target.FIFO}),
}

// leaseEnd is a way in which a lease ends without a delete.
type leaseEnd struct {
	name string
	// lease is what the receives ask for, and lapses what of it is waited for.
	lease, lapses time.Duration
	// end ends the lease, where it does not end by itself.
	end func(q *judge.Queue, l judge.Lease) judge.Lease
}

var (
	byRelease   = leaseEnd{"release", long, 0, func(q *judge.Queue, l judge.Lease) judge.Lease { return q.MustChangeVisibility(l, 0) }}
	byLapse     = leaseEnd{"lapse", short, short, byItself}
	byZeroLease = leaseEnd{"zero lease", 0, 0, byItself}
)

func byItself(_ *judge.Queue, l judge.Lease) judge.Lease { return l }

// poison is a message that nobody deletes.
type poison struct {
	kind target.Kind
	// most is how often it may be leased.
	most int
	by   leaseEnd
}

// queues wants a queue, and one that takes what was leased too often there.
func (p poison) queues() []judge.QueueSpec {
	return []judge.QueueSpec{
		{Name: "dead", Settings: target.Settings{Kind: p.kind, TakesDead: true}},
		{Name: "main", Settings: target.Settings{Kind: p.kind, DeadLetter: "dead", MaxReceives: p.most}},
	}
}

// named is a case about the poison, whose name and title begin so.
func (p poison) named(name, title string, judges judge.By, check func(*fate)) *judge.Case {
	if p.kind == "" {
		p.kind = target.Standard
	}
	return &judge.Case{
		Name:     fmt.Sprintf("%s-%d-%s-%s", name, p.most, p.kind, strings.ReplaceAll(p.by.name, " ", "-")),
		Title:    fmt.Sprintf("%s, on a %s queue that allows %d, each ended by a %s", title, p.kind, p.most, p.by.name),
		Judges:   judges,
		Queues:   p.queues(),
		Waits:    2*time.Second + time.Duration(p.most+2)*p.by.lapses,
		Requests: 60,
		Run:      func(t *judge.T) { check(p.exhaust(t, t.Queue("main").Message("poison"))) },
	}
}

// fate is what became of a poison.
type fate struct {
	poison
	t           *judge.T
	queue, dead *judge.Queue
	// leases are those it had, in their order.
	leases []judge.Lease
	// canary says that a message came back whose lease was ended in the same way
	// in a queue that moves none.
	canary bool
}

// exhaust leases the message and ends the lease, over and over, until it is
// delivered no more, or was delivered twice too often.
func (p poison) exhaust(t *judge.T, m target.Message) *fate {
	f := &fate{poison: p, t: t, queue: t.Queue("main"), dead: t.Queue("dead")}
	f.sendCanary()
	f.goOn(f.queue.MustSendMessages(m)[0].Answered)
	return f
}

// goOn is what exhausts the message, which is available from a moment on.
func (f *fate) goOn(available time.Time) {
	for p := f.poison; len(f.leases) < p.most+2; {
		l, delivered := untilSure(f.t, f.queue, isPoison, p.by.lease, available)
		if !delivered {
			break
		}
		f.leases = append(f.leases, l)
		available = p.by.end(f.queue, l).HasEnded()
	}
}

const canaryBody = "canary"

func isCanary(l judge.Lease) bool { return l.Body == canaryBody }

func isPoison(l judge.Lease) bool { return !isCanary(l) }

// sendCanary sends a message to the dead-letter queue before any other comes
// there, and takes it away again.
func (f *fate) sendCanary() {
	sendApart(f.dead, canaryBody)
	ended := f.by.end(f.dead, f.dead.MustLease(judge.For(f.by.lease)))
	var back judge.Lease
	if back, f.canary = untilSure(f.t, f.dead, isCanary, long, ended.HasEnded()); f.canary {
		f.dead.Acknowledge(back.Handle)
	}
}

// sureReceives without a message, all sent when it is certainly available, show
// that it is not there.
const sureReceives = 10

// untilSure receives a queue's only message of those selected, which is
// certainly available from a moment on unless it has moved.
func untilSure(t *judge.T, q *judge.Queue, of judge.Select, lease time.Duration, available time.Time) (judge.Lease, bool) {
	for without := 0; without < sureReceives; {
		sure := time.Now().After(available)
		leases := q.MustReceive(judge.For(lease), judge.Max(10))
		if i := slices.IndexFunc(leases, of); i >= 0 {
			return leases[i], true
		}
		if sure {
			without++
		}
		t.Pause(20 * time.Millisecond)
	}
	return judge.Lease{}, false
}

// moved gives the message as it is in the dead-letter queue, if it is there. The
// move may take as long as what is to happen at once.
func (f *fate) moved() (judge.Lease, bool) {
	return untilSure(f.t, f.dead, isPoison, long, time.Now().Add(f.t.Tolerance().Late))
}

// mustHaveMoved fails unless the message is in the dead-letter queue.
func (f *fate) mustHaveMoved() judge.Lease {
	l, there := f.moved()
	switch {
	case !there && !f.canary:
		f.t.Inconclusivef("a message that nothing moves did not come back after a %s either; see the requirements on leases that end", f.by.name)
	case !there:
		f.t.Failf("expected a message that was leased %d times where %d are allowed, and that is delivered no more, to be in the dead-letter queue; observed %d receives there without it",
			len(f.leases), f.most, sureReceives)
	}
	return l
}

// atMost fails when the message was leased more than so many times.
func (f *fate) atMost(times int) {
	if len(f.leases) <= times {
		return
	}
	for _, l := range f.leases {
		f.t.Decide(l.Call.Exchange)
	}
	f.t.Failf("expected a message to be leased at most %d times where its queue allows %d, observed lease %d in exchange %d",
		times, f.most, len(f.leases), f.leases[len(f.leases)-1].Call.Exchange)
}

// atLeastAllowed fails when the message moved after fewer leases than are
// allowed. One that is in neither queue is another requirement's matter.
func (f *fate) atLeastAllowed() {
	if len(f.leases) >= f.most {
		return
	}
	if _, there := f.moved(); there {
		f.t.Failf("expected a message to be leased %d times before it moves to the dead-letter queue, observed it there after %d", f.most, len(f.leases))
	}
	f.t.Inconclusivef("a message was leased %d times, and is then in neither queue; see the requirements on leases that end", len(f.leases))
}

// movesAtLast judges that a message does move, one lease too late at most.
func movesAtLast(p poison) *judge.Case {
	const title = "after at most one lease more than allowed a message is delivered no more from its queue and is in the dead-letter queue"
	return p.named("moves-at-last", title, judge.By{specs.Basaltic: {ID: "BQ-DLQ-01"}}, func(f *fate) {
		f.t.Recordf("leased %d times where %d are allowed", len(f.leases), f.most)
		f.atMost(f.most + 1)
		f.mustHaveMoved()
	})
}

func movesNoSooner(p poison) *judge.Case {
	const title = "a message is not moved before it was leased as often as allowed"
	return p.named("moves-no-sooner", title, judge.By{specs.Basaltic: {ID: "BQ-DLQ-02"}}, (*fate).atLeastAllowed)
}

func movesExactly(p poison) *judge.Case {
	const title = "a message is leased exactly as often as allowed before it moves to the dead-letter queue"
	return p.named("moves-exactly", title, judge.By{
		specs.Basaltic: {ID: "BQ-DLQ-05"},
		specs.EZGH:     {ID: "EQ-DLQ-02"},
	}, func(f *fate) {
		f.atLeastAllowed()
		f.atMost(f.most)
		f.mustHaveMoved()
	})
}
