package judge

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// WaitUntil returns at the moment, or ends the case when its time is up before.
func (t *T) WaitUntil(at time.Time) { t.Pause(time.Until(at)) }

// Pause returns after d, or ends the case when its time is up before.
func (t *T) Pause(d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.ctx.Done():
		t.timeUp("in a wait", false)
	}
}

// timeUp ends the case at its deadline, without a verdict. Where receives took
// the time that were not to wait, they are to blame.
func (t *T) timeUp(when string, unanswered bool) {
	t.mu.Lock()
	lingered := t.lingered
	t.mu.Unlock()
	what := fmt.Sprintf("the case's time was up %s, after %s; the median round trip is %s", when,
		time.Since(t.timeline.start).Round(time.Millisecond), t.RoundTrip().Round(10*time.Microsecond))
	if lingered == 0 {
		t.stop(ending{status: reports.Inconclusive, message: what, unanswered: unanswered})
	}
	t.blockedBy(stepNoWait, fmt.Sprintf("%s, after receives that were not to wait had waited up to %s", what, lingered))
}

// lingers notes that a receive waited that was not to, if it did.
func (t *T) lingers(r target.Receive, got target.Received) {
	took := duration(got.Call)
	if r.Wait == nil || *r.Wait > 0 || len(got.Deliveries) > 0 || took <= t.env.Tolerance.Late {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lingered = max(t.lingered, took)
}

// retry calls try until it is true. It gives up once patience is over, but not
// before it tried times times.
func (t *T) retry(times int, patience time.Duration, try func() bool) bool {
	deadline := time.Now().Add(patience)
	pause := 5 * time.Millisecond
	for n := 1; ; n++ {
		if try() {
			return true
		}
		if n >= times && time.Now().After(deadline) {
			return false
		}
		t.Pause(pause)
		pause = min(2*pause, 200*time.Millisecond)
	}
}
