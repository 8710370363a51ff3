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

// The stall of a second in ten, at the length that the promise is made for.
func TestProveFiguresOfAServerThatStalls(t *testing.T) {
	if !(stalling{rate: 500, every: 10 * time.Second, length: 30 * time.Second}).test(t) {
		t.Fatal("the machine did not let it be proved")
	}
	t.Log("proved: a server that stalls 1 s in 10: p99 from schedule within 5 % of the truth at 10, 64 and unlimited workers")
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
