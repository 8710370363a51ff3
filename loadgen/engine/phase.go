package engine

import (
	"context"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Phase runs a part of a scenario that is not measured. It is meant to last for
// length; 0 is not known. The error is why ctx ended, if it did.
func (r *Run) Phase(ctx context.Context, name string, length time.Duration, part func(context.Context)) error {
	return r.phase(ctx, name, length, false, part)
}

// Measure runs a part of a scenario whose figures count.
func (r *Run) Measure(ctx context.Context, name string, length time.Duration, part func(context.Context)) error {
	return r.phase(ctx, name, length, true, part)
}

func (r *Run) phase(ctx context.Context, name string, length time.Duration, measured bool, part func(context.Context)) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if r.config.Observer != nil {
		r.config.Observer.Phase(name, length)
	}
	begun := time.Now()
	r.begin(measured)
	endSampling := r.sample(measured)
	part(ctx)
	endSampling()
	r.end(measured)
	took := time.Since(begun)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.phases = append(r.phases, result.Phase{
		Name: name, FromS: begun.Sub(r.start).Seconds(), DurationSeconds: took.Seconds(), Measured: measured,
	})
	if measured {
		r.measured += took
	}
	return context.Cause(ctx)
}

func (r *Run) begin(measured bool) {
	if measured {
		r.usage.Begin()
		r.measuring.Store(true)
	}
}

func (r *Run) end(measured bool) {
	if measured {
		r.measuring.Store(false)
		r.usage.End()
	}
}

// sample takes a sample each interval until the function that it gives is
// called. What is left of an interval then is one of its own, unless it is short.
func (r *Run) sample(keep bool) (end func()) {
	r.note(r.series.Begin())
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(r.config.Interval)
		defer tick.Stop()
		last := time.Now()
		for {
			select {
			case <-tick.C:
				// A ticker that was late makes up for it; an interval that is short tells little.
				if time.Since(last) > r.config.Interval/2 {
					last = time.Now()
					r.takeSample(keep)
				}
			case <-stop:
				if time.Since(last) > r.config.Interval/2 {
					r.takeSample(keep)
				}
				return
			}
		}
	}()
	return func() { close(stop); <-stopped }
}

func (r *Run) takeSample(keep bool) {
	sample, err := r.series.Sample(keep)
	r.note(err)
	if r.config.Observer != nil {
		r.config.Observer.Sampled(sample)
	}
}

// note keeps the first failure of the measuring.
func (r *Run) note(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failure == nil {
		r.failure = err
	}
}
