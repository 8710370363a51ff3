//go:build prove

package engine_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/internal/toy"
	"github.com/leasecheck/leasecheck/loadgen/pace"
)

const (
	// stallAttempts is how often it is tried while the machine pauses.
	stallAttempts = 5
	// stallPause is how long a pause may be to make no difference to the figures.
	stallPause = 15 * time.Millisecond
)

// The stall of a second in ten, of a server, at the length that the promise is
// made for. The truth is that of a machine that takes no time of its own.
func TestProveFiguresOfAServerThatStalls(t *testing.T) {
	for _, workers := range []int{10, 64, 0} {
		for attempt := 1; ; attempt++ {
			off, paused := stall(t, workers)
			if off == "" {
				break
			}
			if paused < stallPause || attempt == stallAttempts {
				t.Fatalf("%d workers: %s; the machine paused for %s", workers, off, paused)
			}
			t.Logf("%d workers: %s, but the machine paused for %s", workers, off, paused)
		}
	}
	t.Log("proved: a server that stalls 1 s in 10: p99 from schedule within 5 % of the truth at 10, 64 and unlimited workers")
}

// stall says how the p99 of a server that stalls is off, and for how long the
// machine paused meanwhile.
func stall(t *testing.T, workers int) (off string, paused time.Duration) {
	const rate, seconds = 500, 30
	const length = seconds * time.Second
	server, began := toy.New(), time.Now()
	run, client := newRun(t, server, engine.Config{Workers: workers})
	stalls := toy.Stalls{Start: began.Add(time.Second), Every: 10 * time.Second, For: time.Second}
	server.Stalls.Store(&stalls)
	var stats pace.Stats
	err := run.Measure(t.Context(), "measured", length, func(ctx context.Context) {
		stats = run.Send(ctx, pace.Constant(rate), length)
	})
	if err != nil {
		t.Fatal(err)
	}
	sent := finish(t, run, rate*seconds)
	var truth []float64
	for _, due := range moments(stats.Start, rate, length) {
		truth = append(truth, stalls.Until(due).Sub(due).Seconds())
	}
	return miss(sent.P99, truth, .99), client.LagSince(began)
}

// The rate asked is reached to a hundredth, in time and not only in number.
func TestProveRateReached(t *testing.T) {
	for _, rate := range []float64{100, 1000, 5000, 10_000} {
		const length = 10 * time.Second
		run, _ := newRun(t, toy.New(), engine.Config{Workers: 64})
		err := run.Measure(t.Context(), "measured", length, func(ctx context.Context) { run.Send(ctx, pace.Constant(rate), length) })
		if err != nil {
			t.Fatal(err)
		}
		o, err := run.Finish()
		if err != nil {
			t.Fatal(err)
		}
		send := o.Operations[0]
		if reached := float64(send.Messages) / o.Measured.Seconds(); math.Abs(reached-rate) > 0.01*rate {
			t.Errorf("%.0f/s asked, %.0f/s reached", rate, reached)
		} else {
			t.Logf("proved: %.0f/s asked, %.1f/s reached, schedule lag p99 %.2f ms", rate, reached, send.ScheduleLag.P99*1e3)
		}
	}
}
