package pace_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/leasecheck/leasecheck/loadgen/pace"
)

// anyShape draws a shape of at most 500 a second.
func anyShape(t *rapid.T) pace.Shape {
	rate := rapid.Float64Range(1, 500)
	span := func(name string) time.Duration {
		return time.Duration(rapid.IntRange(10, 4000).Draw(t, name)) * time.Millisecond
	}
	switch rapid.IntRange(0, 3).Draw(t, "shape") {
	case 0:
		return pace.Constant(rate.Draw(t, "rate"))
	case 1:
		return pace.Ramp{From: rate.Draw(t, "from"), To: rate.Draw(t, "to"), Over: span("over")}
	case 2:
		return pace.Steps{Rates: rapid.SliceOfN(rate, 1, 5).Draw(t, "rates"), Each: span("each")}
	default:
		mean := rate.Draw(t, "mean")
		return pace.Sine{Mean: mean, Amplitude: mean * rapid.Float64Range(0, 1).Draw(t, "amplitude"), Period: span("period")}
	}
}

func TestDueIsTheIntegralOfRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyShape(t)
		length := time.Duration(rapid.IntRange(1, 5000).Draw(t, "length")) * time.Millisecond
		const parts = 5_000
		sum := 0.0
		for i := range parts {
			sum += s.Rate(length*time.Duration(2*i+1)/(2*parts)) * length.Seconds() / parts
		}
		if due := s.Due(length); math.Abs(due-sum) > 0.01*sum+0.1 {
			t.Fatalf("%#v: %g are due by %s, the rates sum up to %g", s, due, length, sum)
		}
	})
}

func TestShapes(t *testing.T) {
	ramp := pace.Ramp{From: 100, To: 300, Over: 2 * time.Second}
	steps := pace.Steps{Rates: []float64{10, 20}, Each: time.Second}
	sine := pace.Sine{Mean: 100, Amplitude: 50, Period: 4 * time.Second}
	for _, c := range []struct {
		name      string
		shape     pace.Shape
		at        time.Duration
		rate, due float64
	}{
		{"constant", pace.Constant(50), 2 * time.Second, 50, 100},
		{"half of a ramp", ramp, time.Second, 200, 150},
		{"after a ramp", ramp, 3 * time.Second, 300, 700},
		{"first step", steps, 500 * time.Millisecond, 10, 5},
		{"last step stays", steps, 3 * time.Second, 20, 50},
		{"crest of a sine", sine, time.Second, 150, 100 + 50*2/math.Pi},
		{"whole sine", sine, 4 * time.Second, 100, 400},
	} {
		if rate, due := c.shape.Rate(c.at), c.shape.Due(c.at); math.Abs(rate-c.rate) > 1e-9 || math.Abs(due-c.due) > 1e-9 {
			t.Errorf("%s: rate %g and %g due, want %g and %g", c.name, rate, due, c.rate, c.due)
		}
	}
}
