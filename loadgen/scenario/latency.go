package scenario

import (
	"context"

	"github.com/leasecheck/leasecheck/loadgen/engine"
)

// latency measures how long a message takes to a consumer that waits for it.
var latency = Scenario{
	Name:     "latency",
	Measures: "delivery latency into parked long polls, while messages are sent at a rate",
	Defaults: defaults("latency"),
	Plan:     planOpen,
	Run:      runOpen,
}

// runOpen has consumers work through a warm-up and a measured phase of sends,
// and drains what is left.
func runOpen(ctx context.Context, r *engine.Run, s Settings) error {
	r.Consume(ctx, s.Consumption())
	if err := warmUp(ctx, r, s); err != nil {
		return err
	}
	if err := r.Measure(ctx, "measured", s.Duration.Duration, sending(r, s, s.Rate.Shape, s.Duration.Duration)); err != nil {
		return err
	}
	return r.Drain(ctx)
}
