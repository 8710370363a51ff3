// Package conformance makes the cases a Ginkgo suite: one It a case, all of
// them overlapping whatever Ginkgo's own order. The leasecheck command runs it,
// and so can another project's suite.
package conformance

import (
	"context"
	"fmt"
	"time"

	"github.com/onsi/ginkgo/v2"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// Suite is one run as a Ginkgo container.
type Suite struct {
	Run     *run.Run
	parking *parking
	policy  reports.Policy
	began   time.Time
}

// New plans a run whose failures Ginkgo tells at the line of their assertion.
func New(c run.Config) (*Suite, error) {
	p := newParking()
	c.Raise = p.raise
	r, err := run.New(c)
	if err != nil {
		return nil, err
	}
	return &Suite{Run: r, parking: p, policy: c.Policy}, nil
}

// Describe adds the suite to the tree that Ginkgo is building. The cases begin
// with the container, end early with ctx, and done is called after the last.
func (s *Suite) Describe(ctx context.Context, done func()) {
	container(s.Run.Plan(), hooks{
		begin: func(context.Context) { s.start(ctx) },
		tell:  func(_ context.Context, item run.Item) { s.tell(item) },
		end:   func() { s.end(); done() },
	})
}

// hooks are what happens in a container: before its first case, for the outcome
// of each, and after the last. A context ends with its spec, or when Ginkgo is
// interrupted.
type hooks struct {
	begin func(spec context.Context)
	tell  func(spec context.Context, item run.Item)
	end   func()
}

// container is a plan in Ginkgo's tree. Ginkgo keeps it in one process.
func container(plan *run.Plan, h hooks) {
	ginkgo.Describe(string(plan.Dialect), ginkgo.Ordered, ginkgo.ContinueOnFailure, func() {
		ginkgo.BeforeAll(func(spec ginkgo.SpecContext) { h.begin(spec) })
		ginkgo.AfterAll(h.end)
		for _, item := range plan.Running() {
			ginkgo.It(fmt.Sprintf("%s %s (%s)", item.ID, item.Case.Title, item.Case.Name),
				ginkgo.Label(item.ID), func(spec ginkgo.SpecContext) { h.tell(spec, item) })
		}
	})
}

func (s *Suite) start(ctx context.Context) {
	s.began = time.Now()
	s.Run.Start(ctx)
}

func (s *Suite) end() {
	s.Run.Wait()
	s.Run.Close()
}

// tell waits for a case's outcome and gives it to Ginkgo: what cannot fail the
// target, and what a waiver accepts, only as an entry. Whether a blocked case
// matters only the verdict can say.
func (s *Suite) tell(item run.Item) {
	o := s.Run.Await(item.Case)
	attach(o)
	binds := s.binds(item.ID)
	fails := o.Status == reports.Failed && binds && !s.policy.Waives(item.ID, s.began)
	told := s.parking.release(item.Case, fails)
	switch {
	case fails && !told:
		ginkgo.Fail(o.Message)
	case o.Status == reports.Inconclusive && binds && o.BlockedBy == "":
		ginkgo.Fail("inconclusive: " + o.Message)
	case o.Status == reports.Inconclusive && binds:
		ginkgo.Skip("inconclusive: " + o.Message)
	case o.Status == reports.Skipped:
		ginkgo.Skip(o.Message)
	}
}

func (s *Suite) binds(id string) bool {
	r, _ := s.Run.Plan().Catalogue.Find(id)
	return s.policy.Binds(r.Level, r.From)
}

// attach gives Ginkgo what a case says and the evidence that it has. Notes on
// what passed show only when asked for.
func attach(o judge.Outcome) {
	visibility := ginkgo.ReportEntryVisibilityAlways
	if o.Status == reports.Passed {
		visibility = ginkgo.ReportEntryVisibilityFailureOrVerbose
	}
	if o.Message != "" {
		ginkgo.AddReportEntry(string(o.Status), evidence.PrintableLines(o.Message), visibility)
	}
	if o.Status == reports.Failed || o.Status == reports.Inconclusive {
		seen := evidence.Text(reports.Case{Exchanges: o.Exchanges, Timeline: o.Timeline})
		ginkgo.AddReportEntry("exchanges", seen, ginkgo.ReportEntryVisibilityFailureOrVerbose)
	}
}
