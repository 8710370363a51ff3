package limit

import (
	"slices"
	"time"
)

// window lets limit requests pass in a period, and remembers until when it told
// a refused one to wait.
type window struct {
	counter
	scope  Scope
	limit  int
	period time.Duration
	held   time.Time
}

// counter counts what passed.
type counter interface {
	// passed is how many count at now, and when the first of them ceases to.
	passed(now time.Time) (n int, ends time.Time)
	add(now time.Time, n int)
}

func newWindow(scope Scope, limit int, period time.Duration, sliding bool) *window {
	w := &window{scope: scope, limit: limit, period: period, counter: &fixed{period: period}}
	if sliding {
		w.counter = &slidingLog{period: period}
	}
	return w
}

// ask says whether n more may pass at now. The first refusal names the time to
// wait for; until then all are refused, and each that comes restarts the period
// when retryExtends.
func (w *window) ask(now time.Time, n int, retryExtends bool) Decision {
	if now.Before(w.held) {
		if retryExtends {
			w.held = now.Add(w.period)
		}
		return w.refusal(now)
	}
	passed, ends := w.passed(now)
	if passed+n > w.limit {
		w.held = ends
		return w.refusal(now)
	}
	return Decision{
		Allowed: true, Counted: true, Scope: w.scope, Limit: w.limit, Remaining: w.limit - passed, Wait: ends.Sub(now),
	}
}

func (w *window) refusal(now time.Time) Decision {
	return Decision{Counted: true, Scope: w.scope, Limit: w.limit, Wait: w.held.Sub(now)}
}

func (w *window) count(now time.Time, n int) { w.add(now, n) }

// over reports whether the window has nothing left to remember.
func (w *window) over(now time.Time) bool {
	passed, _ := w.passed(now)
	return passed == 0 && !now.Before(w.held)
}

// fixed counts from the first of a period to its end.
type fixed struct {
	period time.Duration
	n      int
	end    time.Time
}

func (f *fixed) passed(now time.Time) (int, time.Time) {
	if !now.Before(f.end) {
		return 0, now.Add(f.period)
	}
	return f.n, f.end
}

func (f *fixed) add(now time.Time, n int) {
	if !now.Before(f.end) {
		f.n, f.end = 0, now.Add(f.period)
	}
	f.n += n
}

// slidingLog remembers each that passed for a period.
type slidingLog struct {
	period time.Duration
	log    []time.Time // oldest first; no longer than the window's limit
}

func (s *slidingLog) passed(now time.Time) (int, time.Time) {
	gone := 0
	for gone < len(s.log) && !now.Before(s.log[gone].Add(s.period)) {
		gone++
	}
	s.log = slices.Delete(s.log, 0, gone)
	if len(s.log) == 0 {
		return 0, now.Add(s.period)
	}
	return len(s.log), s.log[0].Add(s.period)
}

func (s *slidingLog) add(now time.Time, n int) {
	for range n {
		s.log = append(s.log, now)
	}
}
