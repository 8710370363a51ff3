package judge

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/onsi/gomega"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reports"
)

const (
	// patience is what a case may take beyond its waits.
	patience = 20 * time.Second
	// teardownTime bounds the removal of a case's queues.
	teardownTime = 10 * time.Second
	// maxExchanges is how many exchanges are kept as evidence.
	maxExchanges = 50
)

// Raise is called on the goroutine whose assertion failed, before the case's
// outcome is known to others; skip counts the frames from the caller of what it
// returns to the assertion, as ginkgo.Fail does. What it returns is called once
// the outcome is on its way, and returns when the failure was told.
type Raise func(message string, skip int) (tell func())

// Execute runs the case and returns when its outcome is known and its queues
// are removed. The body of a failed case may still sit in raise then.
func (env *Environment) Execute(ctx context.Context, c *Case, raise Raise) Outcome {
	if lacking := env.Lacks(c); lacking != "" {
		return Outcome{Status: reports.Skipped, Message: reports.Needs(lacking), Started: time.Now()}
	}
	if c.Superfluous(env.Granted) {
		return Outcome{Status: reports.Skipped, Message: "its twin for such targets ran in its place", Started: time.Now()}
	}
	if !env.affords(ctx, c) {
		return Outcome{Status: reports.Inconclusive, Message: "interrupted before its turn", Started: time.Now()}
	}
	t, cancel := env.newT(ctx, c)
	defer cancel()
	defer t.session.Close()

	finished := make(chan struct{})
	finish := sync.OnceFunc(func() { close(finished) })
	t.raise = func(e ending, skip int) {
		cancel()
		tell := func() {}
		if raise != nil && e.status == reports.Failed {
			tell = raise(e.message, skip+1)
		}
		finish()
		tell()
	}
	go func() {
		defer finish()
		defer t.recoverAborted()
		t.makeQueues()
		c.Run(t)
	}()
	<-finished
	duration := time.Since(t.timeline.start)
	t.tearDown(ctx)
	return t.outcome(ctx, duration)
}

// affords waits for the case's share of the budget of invalid handles. A case
// that sends more than the whole budget clears the limits itself.
func (env *Environment) affords(ctx context.Context, c *Case) bool {
	if c.InvalidHandles == 0 || c.InvalidHandles > budgetHandles || env.Granted[NeedAddresses] {
		return true
	}
	return env.Budget.Take(ctx, c.InvalidHandles)
}

func (env *Environment) newT(ctx context.Context, c *Case) (*T, context.CancelFunc) {
	start := time.Now()
	limit := c.TimeLimit(env.Client.RoundTrip(), env.Client.Pace())
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("the case's time of %s was up", limit))
	t := &T{
		env:      env,
		kase:     c,
		duty:     c.Judges[env.Dialect],
		ctx:      ctx,
		queues:   map[string]*Queue{},
		timeline: timeline{start: start},
		mark:     env.newMark(),
		random:   rand.New(rand.NewPCG(env.Seed, hash(c.Name))),
		rests:    map[step]bool{},
	}
	t.Gomega = gomega.NewGomega(func(message string, _ ...int) {
		t.fail(strings.TrimSpace(message))
	})
	t.session = env.Client.Session(wire.SessionOptions{
		Name:      c.Name,
		Start:     start,
		Source:    env.source(c),
		OwnLimits: c.provokesRefusal(),
		Requests:  c.Expected(),
	})
	t.service = env.Service(t.session)
	return t, cancel
}

// provokesRefusal says that the case is answered 429 or 503 on purpose.
func (c *Case) provokesRefusal() bool {
	return c.Alone || c.InvalidHandles > 0 || slices.Contains(c.Needs, NeedUnavailable)
}

// source is an address of the case's own where it sends invalid handles and
// the target tells addresses apart.
func (env *Environment) source(c *Case) netip.Addr {
	prefixes := env.Client.Target().ClientAddresses
	if c.InvalidHandles == 0 || !env.Granted[NeedAddresses] || len(prefixes) == 0 {
		return netip.Addr{}
	}
	return env.sources.next(prefixes)
}

func (t *T) makeQueues() {
	for i, settings := range t.kase.Wants() {
		spec := t.kase.Queues[i]
		if settings.DeadLetter != "" {
			settings.DeadLetter = t.Queue(settings.DeadLetter).Ref()
		}
		q, o := t.env.Provision.Make(t.ctx, t.service, t.env.QueueName(spec.Kind), settings)
		t.mustHaveMade(o)
		t.queues[spec.Name] = &Queue{Queue: q, t: t, settings: spec.Settings}
	}
}

// mustHaveMade ends the case when a queue could not be made.
func (t *T) mustHaveMade(o target.Outcome) {
	if errors.Is(o.Err, target.ErrNotEmpty) {
		t.stop(ending{status: reports.Inconclusive, message: o.Err.Error(), unusable: o.Err})
	}
	t.answered(o)
	t.mustBeOK(stepCreate, "create of a queue", o)
}

// removeQueues removes what the case made.
func (t *T) removeQueues(ctx context.Context) {
	for _, q := range t.queues {
		t.env.Provision.Remove(ctx, q.Queue)
	}
}

func (t *T) outcome(ctx context.Context, duration time.Duration) Outcome {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := Outcome{
		Status:   reports.Passed,
		Message:  strings.Join(t.notes, "; "),
		Started:  t.timeline.start,
		Duration: duration,
	}
	if e := t.ending; e != nil {
		out.Status, out.Message, out.Location = e.status, e.message, e.location
		out.BlockedBy, out.Unanswered, out.Fault, out.Unusable = e.blockedBy, e.unanswered, e.fault, e.unusable
	}
	if out.Status == reports.Inconclusive && ctx.Err() != nil {
		out.Message = "interrupted"
	}
	if out.Status == reports.Failed || out.Status == reports.Inconclusive {
		out.Exchanges = append(t.foreign, t.session.Exchanges(maxExchanges, t.deciding...)...)
		out.Timeline = t.timeline.taken()
	}
	return out
}

func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}
