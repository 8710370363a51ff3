package scenario

import (
	"context"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
)

// fifo measures what order costs: throughput against the number of groups.
var fifo = Scenario{
	Name:     "fifo",
	Measures: "message groups with skew: order and exclusivity under load, and throughput against the number of groups",
	Defaults: fifoDefaults(),
	Plan: func(s Settings) Plan {
		messages := len(s.Groups) * s.messagesBy(s.step())
		return Plan{Messages: messages, Requests: 3 * messages, Duration: s.Duration.Duration + setUpTime}
	},
	Run: func(ctx context.Context, r *engine.Run, s Settings) error {
		consumers := r.Consume(ctx, s.Consumption())
		for _, n := range s.Groups {
			messages := r.Config().Messages
			messages.Groups = n
			r.Write(messages)
			name := fmt.Sprintf("groups: %d", n)
			err := r.Measure(ctx, name, s.step(), func(ctx context.Context) {
				mark := r.Mark()
				sending(r, s, s.Rate.Shape, s.step())(ctx)
				r.AwaitBacklog(ctx, 0)
				r.Note(mark.Step(name))
			})
			if err != nil {
				return err
			}
		}
		consumers.Stop()
		return r.Drain(ctx)
	},
}

// step is how long messages of one number of groups are sent.
func (s Settings) step() time.Duration { return s.Duration.Duration / time.Duration(len(s.Groups)) }

func fifoDefaults() Settings {
	s := defaults("fifo")
	s.Groups, s.Skew = []int{1, 10, 100, 1000}, 0.5
	s.Wait, s.WarmUp = Duration{time.Second}, Duration{}
	return s
}
