package judge

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// Lease is a delivery together with what is certain about the end of its lease.
//
// A call occupies [Sent, Answered] and took its effect at an unknown moment
// within. A lease of d seconds therefore ends somewhere in
// [Sent+d, Answered+d], widened by the tolerances for clocks and sweeps.
type Lease struct {
	target.Delivery
	tolerance target.Tolerance
	// set is the exchange that set the lease's end.
	set               int
	mayEnd, hasEnded  time.Time
	certainlyHeldFrom time.Time
	// missed is a moment, at the earliest when it was that, of the last receive that
	// might have brought the message before the one that did; zero for none.
	missed time.Time
}

// Overdue is how long after due the message was certainly not to be had: not at
// all when the first receive brought it, however late the suite sent that.
func (l Lease) Overdue(due time.Time) time.Duration {
	if l.missed.Before(due) {
		return 0
	}
	return l.missed.Sub(due)
}

// MayEnd is the first moment at which the lease may have ended. A delivery
// that was answered before it came too early, whatever the network did.
func (l Lease) MayEnd() time.Time { return l.mayEnd }

// HasEnded is the moment from which on the lease has certainly ended: a receive
// sent after it may get the message.
func (l Lease) HasEnded() time.Time { return l.hasEnded }

// AllEnded is the moment from which on all of the leases have certainly ended.
func AllEnded(leases ...Lease) time.Time {
	var at time.Time
	for _, l := range leases {
		at = later(at, l.hasEnded)
	}
	return at
}

// Handles are the leases' handles, in their order.
func Handles(leases ...Lease) []string {
	handles := make([]string, len(leases))
	for i, l := range leases {
		handles[i] = l.Handle
	}
	return handles
}

// Bodies are those of the leases' messages, in their order.
func Bodies(leases ...Lease) []string {
	bodies := make([]string, len(leases))
	for i, l := range leases {
		bodies[i] = l.Body
	}
	return bodies
}

// InTime ends the case inconclusive unless each of the leases certainly ran
// until at: what was answered then is judged only if they did.
func (t *T) InTime(at time.Time, leases ...Lease) {
	for _, l := range leases {
		if !at.Before(l.mayEnd) {
			t.Inconclusivef("the lease on %s may have ended at %s, before the answer that was due during it came at %s",
				name(l.Delivery), t.offset(l.mayEnd), t.offset(at))
		}
	}
}

// Changed is the lease after a visibility change to d by call.
func (l Lease) Changed(call target.Call, d time.Duration) Lease {
	l.set = call.Exchange
	l.certainlyHeldFrom = call.Answered
	l.mayEnd = call.Sent.Add(d - l.tolerance.Early)
	l.hasEnded = call.Answered.Add(d + l.tolerance.Late)
	return l
}

// Begun is a lease of d that a receive took which waited: of a message that was
// not to be had before from, so that it lasts from then at the earliest.
func (l Lease) Begun(from time.Time, d time.Duration) Lease {
	l.mayEnd = later(l.mayEnd, from.Add(d-l.tolerance.Early))
	return l
}

// After is the lease once the target's clock was advanced: its end comes
// earlier by as much, but not before the advance.
func (l Lease) After(a Advance) Lease {
	l.mayEnd = later(a.Sent, l.mayEnd.Add(-a.By))
	l.hasEnded = later(a.Answered, l.hasEnded.Add(-a.By))
	return l
}

// Advance is a step of the target's clock, made at some moment in [Sent, Answered].
type Advance struct {
	By             time.Duration
	Sent, Answered time.Time
}

// lease makes a Lease of a delivery that was asked to stay hidden for d.
func (t *T) lease(delivery target.Delivery, d time.Duration) Lease {
	l := Lease{Delivery: delivery, tolerance: t.env.Tolerance}.Changed(delivery.Call, d)
	t.timeline.leased(l)
	t.restOn(l, d)
	return l
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
