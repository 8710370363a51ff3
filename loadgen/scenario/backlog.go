package scenario

import (
	"context"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
)

// backlog measures how the depth of a queue slows its consumers.
var backlog = Scenario{
	Name:     "backlog",
	Measures: "the drain of a backlog of messages: rate against depth",
	Defaults: backlogDefaults(),
	Plan:     func(s Settings) Plan { return planFilled(s, s.ReceiveBatch) },
	Run: func(ctx context.Context, r *engine.Run, s Settings) error {
		if err := prefill(ctx, r, s, "build-up"); err != nil {
			return err
		}
		err := r.Measure(ctx, "measured", 0, func(ctx context.Context) {
			consumers := r.Consume(ctx, s.Consumption())
			defer consumers.Stop()
			for depth := range depths(r.Config().Share.Of(s.Messages)) {
				mark := r.Mark()
				r.AwaitBacklog(ctx, int64(depth.to))
				r.Note(mark.Step(fmt.Sprintf("depth %d to %d", depth.from, depth.to)))
			}
		})
		if err != nil {
			return err
		}
		return r.Drain(ctx)
	},
}

// depthSteps is how many depths a backlog's rate is told for.
const depthSteps = 5

type depth struct{ from, to int }

// depths go from a full backlog to none, in equal parts.
func depths(messages int) func(yield func(depth) bool) {
	return func(yield func(depth) bool) {
		for i := range depthSteps {
			d := depth{messages - i*messages/depthSteps, messages - (i+1)*messages/depthSteps}
			if !yield(d) {
				return
			}
		}
	}
}

func backlogDefaults() Settings {
	s := defaults("backlog")
	s.Messages = 50_000
	s.SendBatch, s.Workers, s.Consumers = 10, 16, 16
	s.Wait, s.Interval = Duration{time.Second}, Duration{200 * time.Millisecond}
	return s
}
