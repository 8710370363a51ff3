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
	// from holds the call that set the lease's end.
	from target.Call
	// lasts is how long after that call the lease ends.
	lasts time.Duration
}

// MayEnd is the first moment at which the lease may have ended. A delivery
// that was answered before it came too early, whatever the network did.
func (l Lease) MayEnd() time.Time {
	return l.from.Sent.Add(l.lasts - l.tolerance.Early)
}

// HasEnded is the moment from which on the lease has certainly ended: a receive
// sent after it may get the message.
func (l Lease) HasEnded() time.Time {
	return l.from.Answered.Add(l.lasts + l.tolerance.Late)
}

// Changed is the lease after a visibility change to d by call.
func (l Lease) Changed(call target.Call, d time.Duration) Lease {
	l.from, l.lasts = call, d
	return l
}

// lease makes a Lease of a delivery that was asked to stay hidden for d.
func (t *T) lease(delivery target.Delivery, d time.Duration) Lease {
	l := Lease{Delivery: delivery, tolerance: t.env.Tolerance, from: delivery.Call, lasts: d}
	t.timeline.leased(l)
	return l
}
