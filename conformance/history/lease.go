package history

import (
	"math"
	"time"
)

const (
	forever   = time.Duration(math.MaxInt64)
	beginning = time.Duration(math.MinInt64)
)

// lease is one delivery of a message, and what is certain of how long it held.
type lease struct {
	message *message
	// receive numbers the receive that took it, which happened in [sent, answered].
	receive        uint64
	sent, answered time.Duration
	handle         handle
	exchange       int
	// The lease certainly held from `from` to `until`.
	from, until time.Duration
	// resumed says that it may have lapsed before `from` and was then renewed, so
	// that another lease may lie before it.
	resumed bool
	// over is when it has certainly ended.
	over time.Duration
	// changed is when the last change of it was answered.
	changed time.Duration
	// ceiling bounds until, whatever is answered: a change without an answer may
	// take effect at any later moment.
	ceiling time.Duration
}

func newLease(e *event, h handle, m *message, receive uint64, rules *Rules) *lease {
	l := &lease{
		message: m, receive: receive, handle: h, exchange: e.exchange,
		sent: e.sent, answered: e.answered, from: e.answered, changed: beginning, ceiling: forever,
	}
	// A receive that was parked took no lease before its message was there.
	l.until = l.bounded(max(e.sent, m.sent)+e.span, rules)
	l.over = e.answered + e.span
	return l
}

// bounded is the earliest that an end asked for at a moment can be.
func (l *lease) bounded(end time.Duration, rules *Rules) time.Duration {
	if rules.LeaseCap > 0 {
		end = min(end, l.sent+rules.LeaseCap)
	}
	if rules.Retention > 0 {
		end = min(end, l.message.sent+rules.Retention)
	}
	return min(end-rules.Early, l.ceiling)
}

// change takes in a change of the lease that was not refused.
func (l *lease) change(e *event, rules *Rules) {
	end := l.bounded(e.sent+e.span, rules)
	if e.outcome == Unanswered {
		l.ceiling = end
		l.until, l.over = min(l.until, end), forever
		return
	}
	if e.sent < l.changed { // two changes at once: which came last is not known
		l.until, l.over = min(l.until, end), max(l.over, e.answered+e.span)
	} else {
		l.renew(e, end)
	}
	l.changed = max(l.changed, e.answered)
}

// renew moves the lease's end. Where it may have lapsed before, another may lie
// in between.
func (l *lease) renew(e *event, end time.Duration) {
	if e.answered >= l.until {
		l.from, l.resumed = e.answered, true
	}
	l.until = end
	if l.over != forever {
		l.over = e.answered + e.span
	}
}

// admits reports whether another lease may have been taken while l did not
// hold; held is when l certainly no longer stood in its way. Since receives are
// replayed in the order of their answers, other was answered after l was.
func (l *lease) admits(other *lease, held time.Duration) bool {
	switch {
	case l.receive == other.receive:
		return false
	case other.answered >= held:
		return true
	case l.resumed:
		return other.sent < l.from
	default: // other first, its lease ended, then l
		return l.answered >= other.until
	}
}

// precedes reports whether l was certainly taken before other.
func (l *lease) precedes(other *lease) bool { return l.answered < other.sent }

// lapsedBy reports whether the lease had certainly ended before a moment.
func (l *lease) lapsedBy(t, late time.Duration) bool { return l.over != forever && l.over+late < t }
