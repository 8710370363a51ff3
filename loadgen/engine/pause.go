package engine

import (
	"context"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/pace"
)

const (
	// firstPause and longestPause are how long a consumer waits after its first
	// failed receive and after many.
	firstPause   = 10 * time.Millisecond
	longestPause = time.Second
	// longestRetryAfter bounds what a target may ask for.
	longestRetryAfter = 30 * time.Second
)

// fail counts a receive that failed, and waits before the next one: as long as
// the target asked for, or longer with each failure.
func (c *consumer) fail(ctx context.Context, o target.Outcome) {
	c.run.failed(measure.Receive, errorKind(o), 1, c.run.measuring.Load())
	pause := min(firstPause<<min(c.failures, 10), longestPause)
	c.failures++
	if after, asked := wire.RetryAfter(o.Call); asked && o.Status != 0 {
		pause = min(after, longestRetryAfter)
	}
	pace.Until(ctx, time.Now().Add(pause))
}

// Pause waits, while others work, for so long or until ctx ends.
func (r *Run) Pause(ctx context.Context, d time.Duration) { pace.Until(ctx, time.Now().Add(d)) }
