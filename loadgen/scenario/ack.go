package scenario

import (
	"context"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
)

// ack measures how fast messages that wait are received and acknowledged.
var ack = Scenario{
	Name:     "ack",
	Measures: "receives and acknowledges of messages that wait, in batches of several sizes: acks/s and requests/s",
	Defaults: ackDefaults(),
	Plan: func(s Settings) Plan {
		var whole Plan
		for _, batch := range s.Batches {
			p := planFilled(s, batch)
			whole.Messages += p.Messages
			whole.Requests += p.Requests
			whole.Duration += p.Duration
		}
		return whole
	},
	Run: func(ctx context.Context, r *engine.Run, s Settings) error {
		for _, batch := range s.Batches {
			if err := prefill(ctx, r, s, fmt.Sprintf("prefill for batches of %d", batch)); err != nil {
				return err
			}
			how := s.Consumption()
			how.Batch = batch
			if err := consuming(ctx, r, how, fmt.Sprintf("batches of %d", batch)); err != nil {
				return err
			}
		}
		return r.Drain(ctx)
	},
}

func ackDefaults() Settings {
	s := defaults("ack")
	s.Messages, s.Batches = 20_000, []int{1, 5, 10}
	s.SendBatch, s.Workers, s.Consumers = 10, 16, 16
	// Consumers that find nothing must soon be free for the next batch size.
	s.Wait = Duration{time.Second}
	s.Interval = Duration{200 * time.Millisecond}
	return s
}
