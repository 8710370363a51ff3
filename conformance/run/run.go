package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// DefaultParallel is how many cases overlap at most. Together the cases of the quick
// tier wait some five minutes, and with so many at once no longer than the slowest of them.
const DefaultParallel = 96

// cleanUpTime bounds the removal of what is left at the end.
const cleanUpTime = 15 * time.Second

// Config says what to judge, by which cases, and how.
type Config struct {
	File      *target.File
	Cases     []*judge.Case
	Selection Selection
	// Parallel is how many cases overlap at most; 0 is DefaultParallel.
	Parallel int
	// Seed of what is drawn at random; 0 draws one.
	Seed     uint64
	FailFast bool
	Policy   reports.Policy
	Tool     reports.Tool
	// Command runs the target again, as a shell would read it.
	Command string
	// Observer sees the run as it happens; nil sees nothing.
	Observer Observer
	// Probed is told what the target offers, and what is skipped for what it
	// lacks, before the first case begins; nil is told nothing.
	Probed func(*probe.Offer, []Skip)
	// Raise makes the Raise of a case; nil ends bodies silently.
	Raise func(*judge.Case) judge.Raise
}

// Run is one judgement of one target.
type Run struct {
	config  Config
	plan    *Plan
	client  *wire.Client
	env     *judge.Environment
	offer   *probe.Offer
	started time.Time
	slots   map[*judge.Case]*slot
	done    chan struct{}
	// unready is why no case could run, early why the run ended before its last
	// one, and leftOver what could not be removed.
	unready, early, leftOver error
}

// slot holds the final outcome of an item once settled is closed.
type slot struct {
	settled chan struct{}
	outcome judge.Outcome
	attempt int
}

// New plans a run and prepares to reach the target; it sends nothing yet. An
// impossible selection is a *SelectionError.
func New(c Config) (*Run, error) {
	plan, err := NewPlan(c.File.Dialect, c.Cases, c.Selection)
	if err != nil {
		return nil, err
	}
	doc, err := specs.Document(c.File.Dialect)
	if err != nil {
		return nil, fmt.Errorf("the %s document: %w", c.File.Dialect, err)
	}
	client, err := wire.NewClient(c.File, doc)
	if err != nil {
		return nil, err
	}
	c = withDefaults(c)
	r := &Run{config: c, plan: plan, client: client, slots: map[*judge.Case]*slot{}, done: make(chan struct{})}
	for _, item := range plan.Running() {
		r.slots[item.Case] = &slot{settled: make(chan struct{})}
	}
	return r, nil
}

func withDefaults(c Config) Config {
	if c.Parallel == 0 {
		c.Parallel = DefaultParallel
	}
	if c.Seed == 0 {
		c.Seed = uint64(time.Now().UnixNano())
	}
	if c.Observer == nil {
		c.Observer = Observers()
	}
	if c.Raise == nil {
		c.Raise = func(*judge.Case) judge.Raise { return nil }
	}
	return c
}

// Plan is what the run will do.
func (r *Run) Plan() *Plan { return r.plan }

// Client reaches the target.
func (r *Run) Client() *wire.Client { return r.client }

// Start looks at what the target offers and begins the cases. It returns when
// they run, not when they end. A target that cannot be reached or prepared ends
// every case inconclusive.
func (r *Run) Start(ctx context.Context) {
	r.started = time.Now()
	items := r.plan.Running()
	if r.unready = r.reach(ctx); r.unready != nil {
		r.config.Observer.Planned(len(items))
		r.settleAll(items, r.unready)
		close(r.done)
		return
	}
	r.env = r.environment()
	r.offer = probe.Ask(ctx, r.client, r.env.Provision, r.env.QueueName(target.Standard))
	r.env.Granted = r.offer.Granted
	if r.config.Probed != nil {
		r.config.Probed(r.offer, r.plan.Skips(r.offer.Granted, r.config.File.Provisioning))
	}
	r.config.Observer.Planned(len(items))
	s := &schedule{
		env: r.env, items: items, parallel: r.parallel(), failFast: r.config.FailFast,
		observer: r.config.Observer, raise: r.config.Raise, settle: r.settle,
	}
	go func() {
		defer close(r.done)
		r.early = s.run(ctx)
		r.cleanUp(ctx)
	}()
}

// reach tries the target's credential. An error says that it cannot be judged, and why.
func (r *Run) reach(ctx context.Context) error {
	session := r.client.Session(wire.SessionOptions{Name: "probe", Start: r.started})
	defer session.Close()
	if f := probe.Credential(ctx, session); f.Status == probe.Failed {
		return errors.New(f.Detail)
	}
	return nil
}

// parallel is how many cases overlap: no more than there are static queues.
func (r *Run) parallel() int {
	if most := r.config.File.Provisioning.MostParallel(); most > 0 {
		return min(most, r.config.Parallel)
	}
	return r.config.Parallel
}

func (r *Run) environment() *judge.Environment {
	return &judge.Environment{
		Dialect:   r.config.File.Dialect,
		Tolerance: r.config.File.Tolerance,
		Client:    r.client,
		Provision: target.NewProvisioner(r.config.File),
		Service:   func(s *wire.Session) target.Service { return dialects.Service(s) },
		Seed:      r.config.Seed,
		Prefix:    target.NewRunPrefix(),
		Budget:    &judge.Budget{},
	}
}

func (r *Run) settle(item Item, o judge.Outcome, attempt int) {
	s := r.slots[item.Case]
	s.outcome, s.attempt = o, attempt
	close(s.settled)
}

func (r *Run) settleAll(items []Item, why error) {
	for _, item := range items {
		o := judge.Outcome{Status: reports.Inconclusive, Message: why.Error(), Started: time.Now()}
		r.config.Observer.Ended(item.Case, o)
		r.settle(item, o, 1)
	}
}

// cleanUp removes what is left of this run's queues, also after an interrupt.
// What it has to leave decides nothing; leasecheck sweep removes it later.
func (r *Run) cleanUp(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanUpTime)
	defer cancel()
	session := r.client.Session(wire.SessionOptions{Name: "clean-up", Start: time.Now()})
	defer session.Close()
	r.leftOver = r.env.Provision.Close(ctx, r.env.Service(session), r.env.Prefix)
}

// LeftOver names the queues that could not be removed; nil for none.
func (r *Run) LeftOver() error { return r.leftOver }

// Await returns the final outcome of a case that runs.
func (r *Run) Await(c *judge.Case) judge.Outcome {
	s := r.slots[c]
	<-s.settled
	return s.outcome
}

// Unusable says that the target's file asks for something that no run may do,
// such as using a static queue that is not empty; nil when it does not.
func (r *Run) Unusable() error {
	for _, s := range r.slots {
		if s.outcome.Unusable != nil {
			return s.outcome.Unusable
		}
	}
	return nil
}

// Wait returns when all cases have ended and what they made is removed.
func (r *Run) Wait() { <-r.done }

// Close ends the run's connections.
func (r *Run) Close() { r.client.Close() }
