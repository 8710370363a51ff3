package wire

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// unsaidHold is how long a 429 without a readable Retry-After holds the suite back.
const unsaidHold = time.Second

// RetryAfter reads how long after a call's answer the target asks to stay
// away. It is a number of seconds or a date, which counts from the answer's own.
func RetryAfter(call target.Call) (time.Duration, bool) {
	text := strings.TrimSpace(call.Header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	due, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(call.Header.Get("Date"))
	if err != nil {
		now = call.Answered
	}
	return max(due.Sub(now), 0), true
}

// throttle keeps the suite's own pace and obeys the target's 429s: it stays away
// as long as they ask, and then goes on at half the pace that brought them.
type throttle struct {
	pace *rate.Limiter

	mu    sync.Mutex
	until time.Time
	// slowed is when the pace was last slowed down.
	slowed time.Time
	// recent are the moments of the latest requests that were not to run into
	// limits, as a ring.
	recent [recentRequests]time.Time
	next   int
}

const (
	// recentRequests is how many requests tell what the pace was.
	recentRequests = 256
	// leastPace is how slow 429s make the suite at most, in requests a second.
	leastPace = 5
)

func newThrottle(r target.Rate) *throttle {
	limit := rate.Inf
	if r.RequestsPerSecond > 0 {
		limit = rate.Limit(r.RequestsPerSecond)
	}
	return &throttle{pace: rate.NewLimiter(limit, 1)}
}

// admit returns when a request may go: in its turn, and not before the
// target's Retry-After unless the request runs into limits on purpose.
func (t *throttle) admit(ctx context.Context, ownLimits bool) error {
	if !ownLimits {
		if err := waitUntil(ctx, t.heldUntil); err != nil {
			return err
		}
	}
	if err := t.pace.Wait(ctx); err != nil {
		return fmt.Errorf("at %g requests a second its turn did not come in time: %w", t.limit(), err)
	}
	if !ownLimits {
		t.count(time.Now())
	}
	return nil
}

// limit is the pace, in requests a second.
func (t *throttle) limit() float64 {
	if l := t.pace.Limit(); l < rate.Inf {
		return float64(l)
	}
	return math.Inf(1)
}

func (t *throttle) count(at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.recent[t.next%recentRequests] = at
	t.next++
}

// waitUntil waits while until, which others may move meanwhile, lies ahead.
func waitUntil(ctx context.Context, until func() time.Time) error {
	for {
		ahead := time.Until(until())
		if ahead <= 0 {
			return nil
		}
		timer := time.NewTimer(ahead)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
}

// putsOff reports whether the target asks the suite to come back later.
func putsOff(call target.Call) bool {
	return call.Status == http.StatusTooManyRequests ||
		call.Status == http.StatusServiceUnavailable && call.Header.Get("Retry-After") != ""
}

// obey notes an answer that puts the suite off.
func (t *throttle) obey(call target.Call) {
	after, ok := RetryAfter(call)
	if !ok {
		after = unsaidHold
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if until := call.Answered.Add(after); until.After(t.until) {
		t.until = until
	}
	if call.Status == http.StatusTooManyRequests && call.Sent.After(t.slowed) {
		t.slowed = call.Answered
		t.pace.SetLimit(max(leastPace, min(t.pace.Limit(), t.was(call.Answered))/2))
	}
}

// was is how many requests a second there were in the second before now.
func (t *throttle) was(now time.Time) rate.Limit {
	n := 0
	for _, at := range t.recent {
		if ago := now.Sub(at); ago <= time.Second {
			n++
		}
	}
	return rate.Limit(n)
}

func (t *throttle) heldUntil() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.until
}
