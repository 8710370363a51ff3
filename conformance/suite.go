// Package conformance makes the cases a Ginkgo suite: one It a case, all of
// them overlapping whatever Ginkgo's own order. The leasecheck command runs it,
// and so can another project's suite.
package conformance

import (
	"context"
	"fmt"

	"github.com/onsi/ginkgo/v2"

	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// Suite is one run as a Ginkgo container.
type Suite struct {
	Run     *run.Run
	parking *parking
}

// New plans a run whose failures Ginkgo tells at the line of their assertion.
func New(c run.Config) (*Suite, error) {
	p := newParking()
	c.Raise = p.raise
	r, err := run.New(c)
	if err != nil {
		return nil, err
	}
	return &Suite{Run: r, parking: p}, nil
}

// Describe adds the suite to the tree that Ginkgo is building. The cases begin
// with the container, end early with ctx, and done is called after the last.
func (s *Suite) Describe(ctx context.Context, done func()) {
	plan := s.Run.Plan()
	ginkgo.Describe(string(plan.Dialect), ginkgo.Ordered, ginkgo.ContinueOnFailure, func() {
		ginkgo.BeforeAll(func() { s.Run.Start(ctx) })
		ginkgo.AfterAll(func() {
			s.Run.Wait()
			s.Run.Close()
			done()
		})
		for _, item := range plan.Running() {
			ginkgo.It(fmt.Sprintf("%s %s (%s)", item.ID, item.Case.Title, item.Case.Name),
				ginkgo.Label(item.ID), func() { s.tell(item) })
		}
	})
}

// tell waits for a case's outcome and gives it to Ginkgo. A SHOULD that fails
// and an INFO are told as entries.
func (s *Suite) tell(item run.Item) {
	level := s.Run.Plan().Level(item.ID)
	o := s.Run.Await(item.Case)
	if o.Message != "" {
		ginkgo.AddReportEntry(string(o.Status), o.Message)
	}
	fails := o.Status == reports.Failed && level == specs.MUST
	s.parking.release(item.Case, fails)
	switch {
	case o.Status == reports.Inconclusive && level == specs.MUST:
		ginkgo.Fail("inconclusive: " + o.Message)
	case o.Status == reports.Skipped:
		ginkgo.Skip(o.Message)
	}
}
