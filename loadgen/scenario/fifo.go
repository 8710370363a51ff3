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
	Plan:     planFifo,
	Run: func(ctx context.Context, r *engine.Run, s Settings) error {
		r.Consume(ctx, s.Consumption())
		for _, n := range s.Groups {
			if err := groups(ctx, r, s, n); err != nil {
				return err
			}
		}
		return r.Drain(ctx)
	},
}

// groups measures one number of groups. What waits then is consumed before the
// next one.
func groups(ctx context.Context, r *engine.Run, s Settings, n int) error {
	messages, name := r.Config().Messages, fmt.Sprintf("groups: %d", n)
	messages.Groups = n
	r.Write(messages)
	mark := r.Mark()
	if err := r.Measure(ctx, name, s.step(), sending(r, s, s.Rate.Shape, s.step())); err != nil {
		return err
	}
	r.Note(mark.Step(name))
	return r.Phase(ctx, "rest", 0, func(ctx context.Context) { r.AwaitBacklog(ctx, 0) })
}

// step is how long messages of one number of groups are sent.
func (s Settings) step() time.Duration { return s.Duration.Duration / time.Duration(len(s.Groups)) }

func planFifo(s Settings) Plan {
	messages := len(s.Groups) * s.messagesBy(s.step())
	return s.planned(Plan{Messages: messages, Requests: 3 * messages, Duration: s.Duration.Duration + setUpTime})
}

func fifoDefaults() Settings {
	s := defaults("fifo")
	s.Rate, s.Workers = Rate{}, 8
	s.Groups, s.Skew = []int{1, 10, 100, 1000}, 0.5
	// Only groups that are held while messages of theirs wait show whether they are
	// held by one.
	s.MaxBacklog, s.Hold = 500, Duration{2 * time.Millisecond}
	s.Wait, s.WarmUp = Duration{time.Second}, Duration{}
	return s
}
