package conformance

import (
	"context"
	"io"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/formatter"
)

// RunSpecs runs the suites one after the other, under Ginkgo, in a program that
// is no test, and calls done after each. It may be called once in a process.
// Ginkgo itself prints nothing: results and evidence are in each suite's run. So
// RunSpecs does not wait for the report on all goroutines that Ginkgo makes after
// an interrupt, which takes it many seconds.
func RunSpecs(ctx context.Context, suites []*Suite, done func(i int)) {
	formatter.ColorableStdOut = io.Discard
	formatter.ColorableStdErr = io.Discard
	ended, finished := make(chan struct{}), make(chan struct{})
	ginkgo.Describe("leasecheck", func() { // Ginkgo shuffles what stands at the top
		for i, s := range suites {
			s.Describe(ctx, func() {
				done(i)
				if i == len(suites)-1 || ctx.Err() != nil {
					close(ended)
				}
			})
		}
	})
	config, reporter := ginkgo.GinkgoConfiguration()
	config.Timeout = 0 // every case has a deadline of its own
	go func() {
		defer close(finished)
		ginkgo.RunSpecs(discard{}, "leasecheck", config, reporter)
	}()
	select {
	case <-ended:
	case <-finished:
	}
}

// discard stands in for testing.T: the verdict is computed from the outcomes.
type discard struct{}

func (discard) Fail() {}
