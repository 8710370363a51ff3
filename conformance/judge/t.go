package judge

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/onsi/gomega"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// T is what a case's body works with: assertions bound to the case, its queues,
// the target's clock, and a log of all exchanges. A body ends early when an
// assertion fails, when a step that prepares misbehaves, or when its time is up.
type T struct {
	gomega.Gomega

	env      *Environment
	kase     *Case
	duty     Duty
	ctx      context.Context
	session  *wire.Session
	service  target.Service
	queues   map[string]*Queue
	timeline timeline
	random   *rand.Rand
	serial   atomic.Int64
	// mark tells this execution of the case from all others.
	mark string
	// raise is called once, on the goroutine that ended the case.
	raise func(e ending, skip int)

	mu       sync.Mutex
	ending   *ending
	deciding []int
	notes    []string
	foreign  []reports.Exchange
	cleanups []func(context.Context)
	// rests are the steps on which what is observed rests by now; from lapses on a
	// lapse is one of them.
	rests  map[step]bool
	lapses time.Time
	// lingered is the longest that a receive waited that was not to wait.
	lingered time.Duration
}

// Context ends with the case's deadline, or when the run is interrupted.
func (t *T) Context() context.Context { return t.ctx }

// Dialect is the dialect that the case judges.
func (t *T) Dialect() specs.Dialect { return t.env.Dialect }

// Duty is what the case's requirement asks for at this dialect.
func (t *T) Duty() Duty { return t.duty }

// Tolerance is what clocks and networks may add to a documented time.
func (t *T) Tolerance() target.Tolerance { return t.env.Tolerance }

// Meets says whether the target meets a need, for cases that run either way.
func (t *T) Meets(n Need) bool { return t.env.Granted[n] }

// Queue is the case's queue of this name, or its only one.
func (t *T) Queue(names ...string) *Queue {
	name := "main"
	if len(names) > 0 {
		name = names[0]
	}
	q, ok := t.queues[name]
	if !ok {
		panic(fmt.Sprintf("case %s wants no queue %q", t.kase.Name, name))
	}
	return q
}

// Session sends raw requests, which are recorded and validated like all others.
func (t *T) Session() *wire.Session { return t.session }

// Service is the target as a whole.
func (t *T) Service() target.Service { return t.service }

// QueueName is a name of this run's own that a queue of the kind may have.
func (t *T) QueueName(kind target.Kind) string { return t.env.QueueName(kind) }

// Rand is seeded by the run's seed and the case's name. It is not for use by
// several goroutines.
func (t *T) Rand() *rand.Rand { return t.random }

// Expect begins an assertion. The exchange that actual came from, if any, is
// one of those the verdict rests on.
func (t *T) Expect(actual any, extra ...any) gomega.Assertion {
	if o, ok := outcomeOf(actual); ok {
		t.Decide(o.Exchange)
	}
	return t.Gomega.Expect(actual, extra...)
}

// Failf ends the case: the target broke the requirement, unless a step that the
// observation rests on does not work by itself. The message says what was
// expected and what was observed.
func (t *T) Failf(format string, args ...any) {
	t.fail(fmt.Sprintf(format, args...))
}

// Inconclusivef ends the case without a verdict; the message says why, with numbers.
func (t *T) Inconclusivef(format string, args ...any) {
	t.stop(ending{status: reports.Inconclusive, message: fmt.Sprintf(format, args...)})
}

// Skipf ends the case: the target does not offer what it needs.
func (t *T) Skipf(format string, args ...any) {
	t.stop(ending{status: reports.Skipped, message: fmt.Sprintf(format, args...)})
}

// Recordf notes something that was seen and that is no duty.
func (t *T) Recordf(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// Parallel runs body n times at once and returns when all have ended. When one
// ends the case, the others are not waited for beyond their current call.
func (t *T) Parallel(n int, body func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			defer t.recoverAborted()
			body(i)
		})
	}
	wg.Wait()
	if t.ended() {
		panic(aborted{})
	}
}

// Decide marks exchanges as those that the verdict rests on.
func (t *T) Decide(exchanges ...int) {
	t.session.Mark(exchanges...)
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range exchanges {
		if e > 0 {
			t.deciding = append(t.deciding, e)
		}
	}
}

// unique is a text of this case's own.
func (t *T) unique(prefix string) string {
	return fmt.Sprintf("%s-%s-%d", prefix, t.kase.Name, t.serial.Add(1))
}

// offset writes a moment as the time since the case's start.
func (t *T) offset(at time.Time) string {
	return fmt.Sprintf("%+.3f s", at.Sub(t.timeline.start).Seconds())
}
