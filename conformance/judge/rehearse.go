package judge

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reports"
)

const (
	// rehearsalTime is what a case must have left for a rehearsal.
	rehearsalTime = 8 * time.Second
	// rehearsals is how often a step is rehearsed. It works when it does once, so
	// that what goes wrong now and then blocks nothing.
	rehearsals = 2
	// rehearsedLease is long enough to see that a lease does not end early.
	rehearsedLease = 2 * time.Second
)

// rehearsal is a step by itself, on a message and a queue of its own: as the
// case has it that judges the step.
type rehearsal struct {
	step step
	// lease is what the message is received for.
	lease time.Duration
	// works takes the step and reports whether the queue's only message, of which
	// l is the lease, does then as it should.
	works func(t *T, q target.Queue, l Lease) bool
	// otherwise says what is seen where it does not.
	otherwise string
}

// rehearsed are the steps on which what a case observes may rest. A release
// comes before an acknowledge, which is looked at by one.
var rehearsed = []rehearsal{
	{stepRelease, keep, releases, "neither is a message of its own available after its release"},
	{stepNoLease, 0, leavesAvailable, "neither is a message of its own available after a receive with visibility timeout 0"},
	{stepAcknowledge, keep, acknowledges, "neither does an acknowledge remove a message of its own"},
	{stepLapse, rehearsedLease, lapsesOnTime, "neither does the lease of a message of its own end on time"},
}

func releases(t *T, q target.Queue, l Lease) bool {
	t.certainly(q.ChangeVisibility(t.ctx, 0, l.Handle)...)
	return leavesAvailable(t, q, l)
}

func acknowledges(t *T, q target.Queue, l Lease) bool {
	t.certainly(q.Acknowledge(t.ctx, l.Handle)...)
	return !releases(t, q, l)
}

func leavesAvailable(t *T, q target.Queue, _ Lease) bool {
	t.Pause(t.env.Tolerance.Late)
	_, available := t.fetch(q, keep)
	return available
}

func lapsesOnTime(t *T, q target.Queue, l Lease) bool {
	for time.Now().Before(l.mayEnd) {
		got := q.Receive(t.ctx, receive([]ReceiveOption{For(keep)}))
		t.certainly(got.Outcome)
		if len(got.Deliveries) > 0 {
			return !got.Answered.Before(l.mayEnd)
		}
		t.WaitUntil(earlier(time.Now().Add(rehearsedLease/probes), l.mayEnd))
	}
	t.WaitUntil(l.hasEnded)
	_, available := t.fetch(q, keep)
	return available
}

// rest notes that what the case observes from now on rests on a step.
func (t *T) rest(s step) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rests[s] = true
}

// restOn notes that of a receive that asked for a lease of d: on its end, from
// that moment on.
func (t *T) restOn(l Lease, d time.Duration) {
	if d == 0 {
		t.rest(stepNoLease)
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lapses.IsZero() || l.mayEnd.Before(t.lapses) {
		t.lapses = l.mayEnd
	}
}

func (t *T) restsOn(s step) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rests[s] || s == stepLapse && !t.lapses.IsZero() && time.Now().After(t.lapses)
}

// fail ends the case: the target broke the requirement. What was observed rests
// on the steps before it, though. Where one of them does not work by itself
// either, the case is blocked by the requirement that judges that step.
func (t *T) fail(observed string) {
	if r, ok := t.broken(); ok {
		t.blockedBy(r.step, observed+"; but "+r.otherwise)
	}
	t.stop(ending{status: reports.Failed, message: observed})
}

// broken gives the first of the steps that the case rests on and does not judge
// itself that does not work.
func (t *T) broken() (rehearsal, bool) {
	rests := slices.DeleteFunc(slices.Clone(rehearsed), func(r rehearsal) bool {
		return !t.restsOn(r.step) || blame[t.env.Dialect][r.step] == t.duty.ID
	})
	works := make([]bool, len(rests))
	var wg sync.WaitGroup
	for i, r := range rests {
		wg.Go(func() { works[i] = t.works(r) })
	}
	wg.Wait()
	if i := slices.Index(works, false); i >= 0 {
		return rests[i], true
	}
	return rehearsal{}, false
}

// certainly ends a rehearsal, which then shows nothing, when a request of it got
// no answer or was put off.
func (t *T) certainly(outcomes ...target.Outcome) {
	for _, o := range outcomes {
		if o.Class == target.Unanswered || wire.PutsOff(o.Call) {
			panic(aborted{})
		}
	}
}

// works reports whether a step works, which is rehearsed once a run. Where it
// cannot be rehearsed it counts as one that does.
func (t *T) works(r rehearsal) bool {
	if known, ok := t.env.works.Load(r.step); ok {
		return known.(bool)
	}
	deadline, bounded := t.ctx.Deadline()
	if !t.env.Granted[NeedOwnQueues] || bounded && time.Until(deadline) < rehearsalTime {
		return true
	}
	var wg sync.WaitGroup
	broken := make([]bool, rehearsals)
	for i := range broken {
		wg.Go(func() {
			defer t.recoverAborted()
			broken[i] = !t.rehearse(r)
		})
	}
	wg.Wait()
	if t.ctx.Err() != nil {
		return true
	}
	known, _ := t.env.works.LoadOrStore(r.step, slices.Contains(broken, false))
	return known.(bool)
}

func (t *T) rehearse(r rehearsal) bool {
	q, o := t.env.Provision.Make(t.ctx, t.service, t.env.QueueName(target.Standard), target.Settings{Kind: target.Standard})
	if o.Class != target.OK {
		return true
	}
	t.Cleanup(func(ctx context.Context) { t.env.Provision.Remove(ctx, q) })
	if q.Send(t.ctx, target.Message{Body: t.unique("rehearsal")}).Class != target.OK {
		return true
	}
	first, came := t.fetch(q, r.lease)
	l := Lease{Delivery: first, tolerance: t.env.Tolerance}.Changed(first.Call, r.lease)
	return !came || r.works(t, q, l)
}

// fetch receives until a queue's only message comes, or has certainly not.
func (t *T) fetch(q target.Queue, lease time.Duration) (d target.Delivery, came bool) {
	came = t.retry(certainReceives, 0, func() bool {
		got := q.Receive(t.ctx, receive([]ReceiveOption{For(lease)}))
		t.certainly(got.Outcome)
		if len(got.Deliveries) > 0 {
			d = got.Deliveries[0]
		}
		return len(got.Deliveries) > 0
	})
	return d, came
}
