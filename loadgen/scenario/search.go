package scenario

import (
	"context"
	"fmt"
	"math"
	"strconv"
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
		Window: Duration{1500 * time.Millisecond}, Within: 0.05,
	}
	s.WarmUp = Duration{}
	s.Wait = Duration{5 * time.Second}
	// Rates that are too high belong to a search, and so do their errors.
	s.Require = nil
	return s
}

const (
	// searchWindows is how many windows a rate must be held for.
	searchWindows = 3
	// lowestShare is the share of the first rate below which none is tried: a target
	// that holds not even that much holds none.
	lowestShare = 1.0 / 32
)

// length is how long a rate is tried.
func (s Search) length() time.Duration { return searchWindows * s.Window.Duration }

// next is the rate to try when one was held and one, or 0, was not; 0 ends.
func (s Search) next(held, failed float64) float64 {
	switch {
	case failed == 0 && held >= s.To:
		return 0
	case failed == 0:
		return min(2*held, s.To)
	case held == 0 && failed/2 < lowestShare*s.From:
		return 0
	case failed-held <= s.Within*failed:
		return 0
	default:
		return (held + failed) / 2
	}
}

// attempt tries one rate.
func attempt(ctx context.Context, r *engine.Run, s Settings, rate float64) (result.Step, error) {
	name := perSecond(rate) + "/s"
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
		r.LimitedBy(fmt.Sprintf("at %s a second %s", perSecond(rate), limit))
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

// perSecond writes a rate for people.
func perSecond(rate float64) string {
	return strconv.FormatFloat(math.Round(rate*10)/10, 'f', -1, 64)
}

// planSearch is the plan of the longest search: one that holds all but the last rate.
func planSearch(s Settings) Plan {
	var p Plan
	held, failed := 0.0, 0.0
	for rate := s.Search.From; rate > 0; rate = s.Search.next(held, failed) {
		p.Messages += int(rate * s.Search.length().Seconds())
		p.Duration += s.Search.length()
		if rate < s.Search.To {
			held = rate
		} else {
			failed = rate
		}
	}
	p.Requests, p.Duration = 3*p.Messages, p.Duration+setUpTime
	return p
}
