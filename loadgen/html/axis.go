package html

import (
	"fmt"
	"math"
)

// axis places values between two edges of the drawing.
type axis struct {
	low, high float64
	// logarithmic axes show no value of 0 or less.
	logarithmic bool
	label       string
	// text writes a value at a tick.
	text     func(float64) string
	from, to float64
}

// linear holds values from 0 on.
func linear(highest float64, text func(float64) string) axis {
	if highest <= 0 {
		highest = 1
	}
	return axis{high: highest * 1.05, text: text}
}

// logarithmic holds positive values, from one power of ten to another.
func logarithmic(lowest, highest float64, text func(float64) string) axis {
	if lowest <= 0 || highest <= 0 {
		lowest, highest = 0.001, 1
	}
	a := axis{low: math.Pow(10, math.Floor(math.Log10(lowest))), high: math.Pow(10, math.Ceil(math.Log10(highest))), logarithmic: true, text: text}
	if a.low == a.high {
		a.high *= 10
	}
	return a
}

func (a axis) shows(v float64) bool { return !a.logarithmic && v >= a.low || v > 0 }

// place is where a value lies.
func (a axis) place(v float64) float64 {
	share := (v - a.low) / (a.high - a.low)
	if a.logarithmic {
		share = math.Log10(v/a.low) / math.Log10(a.high/a.low)
	}
	return a.from + (a.to-a.from)*min(max(share, 0), 1)
}

func (a axis) ticks() []tick {
	values := a.evenly()
	if a.logarithmic {
		values = a.powers()
	}
	all := make([]tick, len(values))
	for i, v := range values {
		all[i] = tick{At: a.place(v), Text: a.text(v)}
	}
	return all
}

func (a axis) powers() []float64 {
	var all []float64
	for v := a.low; v <= a.high*1.001; v *= 10 {
		all = append(all, v)
	}
	return all
}

// evenly gives some five round values.
func (a axis) evenly() []float64 {
	raw := (a.high - a.low) / 5
	unit := math.Pow(10, math.Floor(math.Log10(raw)))
	step := unit * 10
	for _, m := range []float64{1, 2, 5} {
		if m*unit >= raw {
			step = m * unit
			break
		}
	}
	var all []float64
	for i := math.Ceil(a.low / step); i*step <= a.high; i++ {
		all = append(all, i*step)
	}
	return all
}

// number writes a count.
func number(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%gM", v/1e6)
	case v >= 1e4:
		return fmt.Sprintf("%gk", v/1e3)
	default:
		return fmt.Sprintf("%g", v)
	}
}
