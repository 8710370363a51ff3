package engine

import (
	"context"
	"net/http"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/pace"
)

const (
	// firstPause and longestPause are how long a consumer waits after its first
	// failed call and after many.
	firstPause   = 10 * time.Millisecond
	longestPause = time.Second
	// longestRetryAfter bounds what a target may ask for.
	longestRetryAfter = 30 * time.Second
)

// fail counts a receive that failed, and waits before the next one: as long as
// the target asked for, or longer with each failure.
func (c *consumer) fail(ctx context.Context, o target.Outcome) {
	c.run.failed(measure.Receive, errorKind(o), 1, c.run.measuring.Load())
	pause := pauseAfter(c.failures, o)
	c.failures++
	pace.Until(ctx, time.Now().Add(pause))
}

// pauseAfter is how long to wait after a call that failed, as so many did in a
// row before it.
func pauseAfter(failures int, o target.Outcome) time.Duration {
	if after, asked := wire.RetryAfter(o.Call); asked && o.Status != 0 {
		return min(after, longestRetryAfter)
	}
	return min(firstPause<<min(failures, 10), longestPause)
}

// isPutOff reports whether a target answered that it could not serve a call now.
func isPutOff(o target.Outcome) bool {
	return o.Class != target.OK && (o.Status == http.StatusTooManyRequests || o.Status >= http.StatusInternalServerError)
}

// Pause waits, while others work, for so long or until ctx ends.
func (r *Run) Pause(ctx context.Context, d time.Duration) { pace.Until(ctx, time.Now().Add(d)) }
