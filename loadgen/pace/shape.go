// Package pace says when things are due and starts them then: the shape of a
// rate over time, the schedule of single moments that follows from it, and the
// attack that keeps the schedule whatever the target does.
package pace

import (
	"math"
	"time"
)

// Shape is a rate over time.
type Shape interface {
	// Rate is how many a second are due around a moment.
	Rate(at time.Duration) float64
	// Due is how many are due by a moment: the integral of Rate.
	Due(by time.Duration) float64
}

// Constant is one rate, a second.
type Constant float64

// Rate is the same at all times.
func (c Constant) Rate(time.Duration) float64 { return float64(c) }

// Due grows evenly.
func (c Constant) Due(by time.Duration) float64 { return float64(c) * by.Seconds() }

// Ramp goes evenly from one rate to another, and stays there.
type Ramp struct {
	From, To float64
	Over     time.Duration
}

// Rate is in proportion to the time gone.
func (r Ramp) Rate(at time.Duration) float64 {
	if at >= r.Over {
		return r.To
	}
	return r.From + (r.To-r.From)*at.Seconds()/r.Over.Seconds()
}

// Due is the area below the ramp.
func (r Ramp) Due(by time.Duration) float64 {
	climbing := min(by, r.Over)
	return (r.From+r.Rate(climbing))/2*climbing.Seconds() + r.To*(by-climbing).Seconds()
}

// Steps keeps each rate for a time, and the last from then on.
type Steps struct {
	Rates []float64
	Each  time.Duration
}

// Rate is that of the step.
func (s Steps) Rate(at time.Duration) float64 {
	return s.Rates[min(int(at/s.Each), len(s.Rates)-1)]
}

// Due sums the steps.
func (s Steps) Due(by time.Duration) float64 {
	due := 0.0
	for i, rate := range s.Rates {
		begun := s.Each * time.Duration(i)
		if by <= begun {
			break
		}
		length := by - begun
		if i < len(s.Rates)-1 {
			length = min(length, s.Each)
		}
		due += rate * length.Seconds()
	}
	return due
}

// Sine swings around a mean, upwards at first.
type Sine struct {
	// Amplitude is at most Mean.
	Mean, Amplitude float64
	Period          time.Duration
}

// Rate is between Mean-Amplitude and Mean+Amplitude.
func (s Sine) Rate(at time.Duration) float64 {
	return s.Mean + s.Amplitude*math.Sin(s.angle(at))
}

// Due is the area below the curve.
func (s Sine) Due(by time.Duration) float64 {
	swing := s.Amplitude * s.Period.Seconds() / (2 * math.Pi)
	return s.Mean*by.Seconds() + swing*(1-math.Cos(s.angle(by)))
}

func (s Sine) angle(at time.Duration) float64 {
	return 2 * math.Pi * at.Seconds() / s.Period.Seconds()
}
