package html

import (
	"fmt"
	"math"

	"github.com/leasecheck/leasecheck/loadgen/console"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// figure is one curve over time.
type figure struct {
	name   string
	of     func(result.Sample) float64
	dashed bool
}

// chartsOf gives the drawings of a result. One that has nothing to show is left out.
func chartsOf(r *result.Result) ([]chart, error) {
	spectrum, err := spectrumOf(r)
	if err != nil {
		return nil, err
	}
	all := []chart{
		overTime(r, "Delivery latency over time", "percentiles of each interval", seconds, true, []figure{
			{"p99 from schedule", func(s result.Sample) float64 { return s.FromScheduleP99 }, false},
			{"max from acceptance", func(s result.Sample) float64 { return s.DeliveryMax }, true},
			{"p99 from acceptance", func(s result.Sample) float64 { return s.DeliveryP99 }, false},
			{"p50 from acceptance", func(s result.Sample) float64 { return s.DeliveryP50 }, false},
		}),
		spectrum,
		overTime(r, "Rates", "messages a second", number, false, []figure{
			{"send asked", func(s result.Sample) float64 { return s.SendAsked }, true},
			{"send reached", func(s result.Sample) float64 { return s.SendReached }, false},
			{"received", func(s result.Sample) float64 { return s.ReceiveReached }, false},
			{"acknowledged", func(s result.Sample) float64 { return s.AckReached }, false},
		}),
		overTime(r, "Backlog", "messages that were accepted and not acknowledged, at each interval's end", number, false, []figure{
			{"backlog", func(s result.Sample) float64 { return float64(s.Backlog) }, false},
		}),
		overTime(r, "Schedule lag", "p99 of how long after their time sends began: the generator's own health", seconds, true, []figure{
			{"schedule lag", func(s result.Sample) float64 { return s.ScheduleLag }, false},
		}),
		overTime(r, "Errors", "what failed in each interval", number, false, []figure{
			{"errors", func(s result.Sample) float64 { return float64(s.Errors) }, false},
		}),
		overTime(r, "Memory", "of the generator, and of a target that it started", mebibytes, false, []figure{
			{"generator", func(s result.Sample) float64 { return float64(s.MemoryBytes) }, false},
			{"target", func(s result.Sample) float64 { return float64(s.TargetMemoryBytes) }, true},
		}),
	}
	shown := all[:0]
	for _, c := range all {
		if len(c.Lines) > 0 {
			shown = append(shown, c)
		}
	}
	return shown, nil
}

// overTime draws figures of the samples. Figures that are 0 throughout are left out.
func overTime(r *result.Result, title, note string, text func(float64) string, log bool, figures []figure) chart {
	var curves []curve
	lowest, highest := math.Inf(1), 0.0
	for _, f := range figures {
		c := curve{name: f.name, dashed: f.dashed}
		most := 0.0
		for i, s := range r.Series {
			if i > 0 && apart(r.Series[i-1], s) {
				c.points = append(c.points, gap)
			}
			v := f.of(s)
			c.points = append(c.points, point{s.AtS, v, fmt.Sprintf("%s at %.1f s", text(v), s.AtS)})
			most = max(most, v)
			if v > 0 {
				lowest = min(lowest, v)
			}
		}
		if most > 0 {
			curves, highest = append(curves, c), max(highest, most)
		}
	}
	y := linear(highest, text)
	if log {
		y = logarithmic(lowest, highest, text)
	}
	return draw(title, note, timeAxis(r), y, curves)
}

// gap is a point that no axis shows.
var gap = point{math.NaN(), math.NaN(), ""}

// apart reports whether there is unmeasured time between two samples.
func apart(a, b result.Sample) bool { return b.AtS-b.DurationSeconds-a.AtS > a.DurationSeconds/2 }

// timeAxis goes from the first sample to the last.
func timeAxis(r *result.Result) axis {
	a := axis{low: 0, high: 1, label: "seconds since the start", text: number}
	if n := len(r.Series); n > 0 {
		a.low, a.high = r.Series[0].AtS-r.Series[0].DurationSeconds, r.Series[n-1].AtS
	}
	return a
}

func seconds(v float64) string { return console.Time(v) }

func mebibytes(v float64) string { return fmt.Sprintf("%.0f MiB", v/(1<<20)) }
