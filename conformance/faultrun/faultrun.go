// Package faultrun proves the suite: it judges the reference server broken in
// one way after another, and says which requirements caught what.
package faultrun

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/conformance/embedded"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// A case of more than manyRequests is tried where the fault claims its requirement,
// one of more than someRequests where it claims one of its area: by far the most
// of a run's requests are theirs.
const (
	someRequests = 40
	manyRequests = 200
)

// repeats is how often a trial that missed something is made again.
const repeats = 2

// frugal has each server spend less on keeping several processors busy and on
// collecting garbage: the machine's time is what all the servers share.
var frugal = []string{"GOMAXPROCS=1", "GOGC=400"}

// Fault is a broken behaviour of the reference server.
type Fault struct {
	Name     string
	Dialects []specs.Dialect
	// Requirements must each fail when the fault is shown, in its dialects.
	Requirements []string
}

// Config says which faults to try, and how.
type Config struct {
	Faults []Fault
	Cases  []*judge.Case
	Tier   judge.Tier
	// Jobs is how many servers are judged at once.
	Jobs int
	Seed uint64
	// Tried is told each trial as it ends, one at a time.
	Tried func(Trial)
	// Repeating is told each trial that missed something, before it is made again.
	Repeating func(Trial)
}

// Trial is one fault shown by the server of one dialect.
type Trial struct {
	Fault   Fault
	Dialect specs.Dialect
	// Failed are the requirements that the fault failed, in the catalogue's order.
	Failed []string
	// Missed are those that claim the fault, have a case in this tier, and did not fail.
	Missed []Miss
	// Forgiven are those that missed at first and not when the trial was made again.
	Forgiven []Miss
	// Inconclusive are the requirements that could not be judged.
	Inconclusive []string
	// Took is how long the trial lasted, from the start of its server on.
	Took time.Duration
	// Err says why the trial could not be made.
	Err error
}

// Miss is a requirement that claims a fault and did not fail.
type Miss struct {
	ID string
	// Status is what its cases came to, and Message why where they say so.
	Status  reports.Status
	Message string
}

// Caught reports whether the fault failed the target.
func (t Trial) Caught() bool { return len(t.Failed) > 0 }

// Run makes a trial of every fault in each of its dialects, several at a time,
// then those again that missed something, and returns them in the order of the
// faults. It ends early with ctx.
func Run(ctx context.Context, c Config) []Trial {
	var trials []Trial
	for _, f := range c.Faults {
		for _, d := range f.Dialects {
			trials = append(trials, Trial{Fault: f, Dialect: d})
		}
	}
	slots := make(chan struct{}, max(c.Jobs, 1))
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i := range trials {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			trials[i].make(ctx, c)
			mu.Lock()
			defer mu.Unlock()
			if c.Tried != nil {
				c.Tried(trials[i])
			}
		})
	}
	wg.Wait()
	for i := range trials {
		if t := &trials[i]; t.Err == nil && len(t.Missed) > 0 && ctx.Err() == nil {
			if c.Repeating != nil {
				c.Repeating(*t)
			}
			t.repeat(ctx, c)
		}
	}
	return trials
}

// repeat makes a trial that missed something again, several times with nothing
// else beside it.
func (t *Trial) repeat(ctx context.Context, c Config) {
	more := make([]Trial, repeats)
	var wg sync.WaitGroup
	for i := range more {
		again := c
		again.Seed += uint64(i) + 1
		more[i] = Trial{Fault: t.Fault, Dialect: t.Dialect}
		wg.Go(func() { more[i].make(ctx, again) })
	}
	wg.Wait()
	t.settle(more)
}

// settle forgives what was missed, for the machine's load or by the chance that
// is left to a case, when it is caught every time that the trial was made again.
func (t *Trial) settle(more []Trial) {
	clean := true
	for _, m := range more {
		t.Took += m.Took
		clean = clean && m.Err == nil && len(m.Missed) == 0
	}
	if !clean {
		return
	}
	took, forgiven := t.Took, t.Missed
	*t = more[0]
	t.Took, t.Forgiven = took, forgiven
}

// make judges a server of its own that shows the fault.
func (t *Trial) make(ctx context.Context, c Config) {
	if t.Err = ctx.Err(); t.Err != nil {
		return
	}
	start := time.Now()
	defer func() { t.Took = time.Since(start) }()
	result, err := judgeFaulty(ctx, t.Fault, t.Dialect, c)
	if err != nil {
		t.Err = err
		return
	}
	for _, r := range result.Requirements {
		claims := slices.Contains(t.Fault.Requirements, r.ID)
		switch {
		case r.Status == reports.Failed, r.Level == string(specs.INFO) && claims && r.Status == reports.Recorded:
			t.Failed = append(t.Failed, r.ID)
		case claims && r.Status != reports.Skipped:
			t.Missed = append(t.Missed, miss(r))
		}
		if r.Status == reports.Inconclusive {
			t.Inconclusive = append(t.Inconclusive, r.ID)
		}
	}
}

// miss is a requirement that did not fail, with what its first case that says
// anything says.
func miss(r reports.Requirement) Miss {
	m := Miss{ID: r.ID, Status: r.Status}
	for _, c := range r.Cases {
		if m.Message == "" {
			m.Message = c.Message
		}
	}
	return m
}

func judgeFaulty(ctx context.Context, fault Fault, d specs.Dialect, c Config) (*reports.Result, error) {
	server, err := embedded.Start(ctx, embedded.Options{
		Dialect: d, Faults: []string{fault.Name}, Environment: frugal,
	})
	if err != nil {
		return nil, err
	}
	defer server.Stop()
	r, err := run.New(run.Config{
		File: server.Target, Cases: affordable(c.Cases, fault, d), Selection: run.Selection{Tier: c.Tier}, Seed: c.Seed,
	})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	r.Start(ctx)
	r.Wait()
	return r.Result(ctx.Err() != nil), nil
}

// affordable leaves out cases of many requests that the fault does not claim.
func affordable(cases []*judge.Case, fault Fault, d specs.Dialect) []*judge.Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c *judge.Case) bool {
		switch id := c.Judges[d].ID; {
		case c.Requests > manyRequests:
			return !slices.Contains(fault.Requirements, id)
		case c.Requests > someRequests:
			return !fault.claimsArea(id)
		default:
			return false
		}
	})
}

// claimsArea reports whether the fault claims a requirement of id's area.
func (f Fault) claimsArea(id string) bool {
	return slices.ContainsFunc(f.Requirements, func(claimed string) bool { return area(claimed) == area(id) })
}
