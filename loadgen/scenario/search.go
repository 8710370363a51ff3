package scenario

import (
	"context"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// search finds the highest rate that the target holds.
var search = Scenario{
	Name:      "search",
	Measures:  "the highest rate that holds an objective of delivery p99 and errors without a growing backlog, by doubling, then bisection",
	Defaults:  searchDefaults(),
	Overloads: true,
	Plan:      planSearch,
	Run: func(ctx context.Context, r *engine.Run, s Settings) error {
		r.Consume(ctx, s.Consumption())
		held, failed := 0.0, 0.0
		for rate := s.Search.From; rate > 0; rate = s.Search.next(held, failed) {
			step, err := attempt(ctx, r, s, rate)
			if err != nil {
				return err
			}
			r.Note(step)
			if step.Held {
				held = rate
			} else {
				failed = rate
			}
			if err := r.Phase(ctx, "recovery", 0, func(ctx context.Context) { r.AwaitBacklog(ctx, 0) }); err != nil {
				return err
			}
		}
		return r.Drain(ctx)
	},
}

func searchDefaults() Settings {
	s := defaults("search")
	s.Search = Search{
		From: 250, To: 8000, P99: Duration{100 * time.Millisecond}, ErrorShare: 0.01,
		Window: Duration{2 * time.Second}, Within: 0.05,
	}
	s.Interval, s.WarmUp = s.Search.Window, Duration{}
	s.Wait = Duration{5 * time.Second}
	// Rates that are too high belong to a search, and so do their errors.
	s.Require = nil
	return s
}

// searchWindows is how many windows a rate must be held for.
const searchWindows = 3

// length is how long a rate is tried.
func (s Search) length() time.Duration { return searchWindows * s.Window.Duration }

// next is the rate to try when one was held and one, or 0, was not; 0 ends.
func (s Search) next(held, failed float64) float64 {
	switch {
	case failed == 0 && held >= s.To:
		return 0
	case failed == 0:
		return min(2*held, s.To)
	case failed-held <= s.Within*failed:
		return 0
	default:
		return (held + failed) / 2
	}
}

// attempt tries one rate.
func attempt(ctx context.Context, r *engine.Run, s Settings, rate float64) (result.Step, error) {
	name := fmt.Sprintf("%.0f/s", rate)
	mark, before := r.Mark(), r.Meter().Backlog()
	var stats pace.Stats
	err := r.Measure(ctx, name, s.Search.length(), func(ctx context.Context) {
		stats = r.Send(ctx, pace.Constant(rate), s.Search.length())
	})
	if err != nil {
		return result.Step{}, err
	}
	step := mark.Step(name)
	step.Rate = rate
	lag := 0.0
	for _, w := range mark.Samples() {
		step.P99, lag = max(step.P99, w.FromScheduleP99), max(lag, w.ScheduleLag)
		if reason := s.Search.breach(w); reason != "" && step.Held {
			step.Held, step.Reason = false, reason
		}
	}
	if grown := r.Meter().Backlog() - before; step.Held && float64(grown) > rate*s.Search.Window.Seconds() {
		step.Held, step.Reason = false, fmt.Sprintf("the backlog grew by %d", grown)
	}
	if limit := r.LimitOf(stats, time.Duration(lag*float64(time.Second))); !step.Held && limit != "" {
		step.Reason += "; " + limit
		r.LimitedBy(fmt.Sprintf("at %.0f a second %s", rate, limit))
	}
	return step, nil
}

// breach says how a window misses the objective; empty when it holds it.
func (s Search) breach(w result.Sample) string {
	asked := w.SendAsked * w.DurationSeconds
	switch {
	case w.FromScheduleP99 > s.P99.Seconds():
		return fmt.Sprintf("delivery p99 from schedule was %s", time.Duration(w.FromScheduleP99*float64(time.Second)).Round(time.Millisecond))
	case float64(w.Errors) > s.ErrorShare*asked:
		return fmt.Sprintf("%d errors of %.0f sends", w.Errors, asked)
	default:
		return ""
	}
}

func planSearch(s Settings) Plan {
	var p Plan
	for rate := s.Search.From; rate > 0; rate = s.Search.next(rate, 0) {
		p.Messages += int(rate * s.Search.length().Seconds())
		p.Duration += s.Search.length()
	}
	p.Requests, p.Duration = 3*p.Messages, p.Duration+setUpTime
	return p
}
