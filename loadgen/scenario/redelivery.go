package scenario

import (
	"context"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
)

// redelivery measures how punctually leases end.
var redelivery = Scenario{
	Name:     "redelivery",
	Measures: "messages that nobody acknowledges: when they come again against when their lease was due to end, some of them moved",
	Defaults: redeliveryDefaults(),
	Plan: func(s Settings) Plan {
		rounds := int(s.Duration.Duration / max(s.Lease.Duration, time.Second))
		return Plan{
			Messages: s.Messages, Requests: s.Messages/s.SendBatch + (rounds+2)*s.Messages,
			Duration: s.Duration.Duration + s.Lease.Duration + setUpTime,
		}
	},
	Run: func(ctx context.Context, r *engine.Run, s Settings) error {
		if err := prefill(ctx, r, s, "prefill"); err != nil {
			return err
		}
		err := r.Measure(ctx, "measured", s.Duration.Duration, func(ctx context.Context) {
			how := s.Consumption()
			how.Abandon = true
			consumers := r.Consume(ctx, how)
			r.Pause(ctx, s.Duration.Duration)
			consumers.Stop()
		})
		if err != nil {
			return err
		}
		return r.Drain(ctx)
	},
}

func redeliveryDefaults() Settings {
	s := defaults("redelivery")
	s.Messages, s.SendBatch = 1000, 10
	s.Lease, s.Wait = Duration{2 * time.Second}, Duration{time.Second}
	s.ChangeShare, s.ChangeTo = 0.2, Duration{4 * time.Second}
	return s
}
