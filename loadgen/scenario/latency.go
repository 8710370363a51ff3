package scenario

import (
	"context"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
)

// latency measures how long a message takes to a consumer that waits for it.
var latency = Scenario{
	Name:     "latency",
	Measures: "delivery latency into parked long polls, while messages are sent at a rate",
	Defaults: defaults("latency"),
	Plan:     planOpen,
	Run: func(ctx context.Context, r *engine.Run, s Settings) error {
		r.Consume(ctx, s.Consumption())
		err := r.Phase(ctx, "warm-up", s.WarmUp.Duration, func(ctx context.Context) error {
			r.Send(ctx, s.Rate, s.WarmUp.Duration)
			return context.Cause(ctx)
		})
		if err != nil {
			return err
		}
		err = r.Measure(ctx, "measured", s.Duration.Duration, func(ctx context.Context) error {
			r.Send(ctx, s.Rate, s.Duration.Duration)
			return context.Cause(ctx)
		})
		if err != nil {
			return err
		}
		return r.Drain(ctx)
	},
}

// planOpen is the plan of a scenario that sends at a rate: each message is sent,
// received and acknowledged.
func planOpen(s Settings) Plan {
	length := s.WarmUp.Duration + s.Duration.Duration
	messages := int(s.Rate.Due(s.WarmUp.Duration) + s.Rate.Due(s.Duration.Duration))
	return Plan{
		Messages: messages, Requests: messages/s.SendBatch + 2*messages,
		Duration: (length + time.Second).Round(time.Second),
	}
}
