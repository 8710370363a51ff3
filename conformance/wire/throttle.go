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
// as long as they ask, goes on at half the pace that brought them, and hastens
// again little by little.
type throttle struct {
	pace *rate.Limiter
	// full is the pace that was asked for.
	full rate.Limit

	mu    sync.Mutex
	until time.Time
	// slowed is when requests at the pace that was last slowed down to begin;
	// slowedBy is the operation that was refused, and hastened when the pace last
	// grew. They are empty while nothing was refused.
	slowed, hastened time.Time
	slowedBy         string
	// recent are the moments of the latest requests that were not to run into
	// limits, as a ring.
	recent [recentRequests]time.Time
	next   int
}

// LeastPace is how slow 429s make the suite at most, in requests a second.
const LeastPace = 5

const (
	// recentRequests is how many requests tell what the pace was.
	recentRequests = 256
	// haste is by which share the pace grows in each second without a 429.
	haste = 0.05
)

func newThrottle(r target.Rate) *throttle {
	limit := rate.Inf
	if r.RequestsPerSecond > 0 {
		limit = rate.Limit(r.RequestsPerSecond)
	}
	return &throttle{pace: rate.NewLimiter(limit, 1), full: limit}
}

// admit returns when a request may go: in its turn, and not before the
// target's Retry-After unless the request runs into limits on purpose.
func (t *throttle) admit(ctx context.Context, ownLimits bool) error {
	if !ownLimits {
		if err := waitUntil(ctx, t.heldUntil); err != nil {
			return err
		}
	}
	t.hasten(time.Now())
	if err := t.pace.Wait(ctx); err != nil {
		return fmt.Errorf("%s its turn did not come in time: %w", t.why(), err)
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

// why says what pace the suite keeps, and that a 429 slowed it down.
func (t *throttle) why() string {
	pace := fmt.Sprintf("at %.3g requests a second", t.limit())
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.slowedBy == "" {
		return pace
	}
	return fmt.Sprintf("the target answered 429 to %s, and the suite slowed down: %s", t.slowedBy, pace)
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

// PutsOff reports whether the target asks the suite to come back later.
func PutsOff(call target.Call) bool {
	return call.Status == http.StatusTooManyRequests ||
		call.Status == http.StatusServiceUnavailable && call.Header.Get("Retry-After") != ""
}

// obey notes an answer that puts the suite off, and the operation that it was to.
func (t *throttle) obey(call target.Call, operation string) {
	after, ok := RetryAfter(call)
	if !ok {
		after = unsaidHold
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	until := call.Answered.Add(after)
	if call.Status == http.StatusTooManyRequests {
		t.slow(call, operation, until)
	}
	if until.After(t.until) {
		t.until = until
	}
}

// slow halves the pace, once for all 429s to requests of that pace; until is
// when the suite may go on.
func (t *throttle) slow(call target.Call, operation string, until time.Time) {
	if call.Sent.After(t.slowed) {
		t.slowedBy = operation
		was := t.pace.Limit()
		if t.slowed.IsZero() {
			was = min(was, t.was(call.Answered))
		}
		t.pace.SetLimit(max(LeastPace, was/2))
	}
	if until.After(t.slowed) {
		t.slowed, t.hastened = until, until
	}
}

// hasten lets the pace grow by what the time without a 429 allows.
func (t *throttle) hasten(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if since := now.Sub(t.hastened).Seconds(); !t.slowed.IsZero() && since >= 1 {
		t.pace.SetLimit(min(t.full, t.pace.Limit()*rate.Limit(math.Pow(1+haste, since))))
		t.hastened = now
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
