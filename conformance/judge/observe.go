package judge

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

const (
	// fetchPatience bounds how long a case asks for a message that is available.
	fetchPatience = 5 * time.Second
	// probes is how often a case looks while a message must stay hidden.
	probes = 12
	// certainReceives is how many receives, all sent after a message was certainly
	// available, must have come back without it before its absence is a failure.
	certainReceives = 10
)

// StaysHidden fails when any receive that was answered before l may end
// delivers its message.
func (q *Queue) StaysHidden(l Lease, options ...ReceiveOption) {
	pause := max(time.Until(l.MayEnd())/probes, 20*time.Millisecond)
	for time.Now().Before(l.MayEnd()) {
		if got, ok := find(q.MustReceive(append(options, Max(10))...), l); ok {
			q.mustNotBeEarly(l, got)
			q.caught = &got
			return
		}
		q.t.WaitUntil(earlier(time.Now().Add(pause), l.MayEnd()))
	}
}

// mustNotBeEarly fails when got was answered while l was certainly running. A
// receive that spans the moment at which l may end proves nothing.
func (q *Queue) mustNotBeEarly(l, got Lease) {
	if !got.Call.Answered.Before(l.MayEnd()) {
		return
	}
	q.t.Decide(l.set, got.Call.Exchange)
	q.t.rest(stepLapse)
	q.t.Failf("expected %s to stay hidden until %s at the earliest, observed it in exchange %d, answered at %s",
		name(l.Delivery), q.t.offset(l.MayEnd()), got.Call.Exchange, q.t.offset(got.Call.Answered))
}

// find picks the lease on l's message.
func find(leases []Lease, l Lease) (Lease, bool) {
	for _, got := range leases {
		if same(got.Delivery, l.Delivery) {
			return got, true
		}
	}
	return Lease{}, false
}

// again is find where the message's id may have changed, which is another
// requirement's matter: then its body tells.
func again(leases []Lease, l Lease) (Lease, bool) {
	if got, ok := find(leases, l); ok {
		return got, true
	}
	i := slices.IndexFunc(leases, func(got Lease) bool { return got.Body == l.Body })
	if i < 0 {
		return Lease{}, false
	}
	return leases[i], true
}

// ComesBack waits until l has certainly ended and fails unless a receive then
// delivers its message. It returns the new lease.
func (q *Queue) ComesBack(l Lease, options ...ReceiveOption) Lease {
	q.t.rest(stepLapse)
	q.t.WaitUntil(l.HasEnded())
	return q.Available(l, options...)
}

// Available fails unless a receive sent from now on delivers l's message, or
// StaysHidden has caught it legally.
func (q *Queue) Available(l Lease, options ...ReceiveOption) Lease {
	if caught := q.caught; caught != nil && same(caught.Delivery, l.Delivery) {
		q.caught = nil
		return *caught
	}
	var found Lease
	tried := 0
	var missed time.Time
	ok := q.t.retry(certainReceives, fetchPatience, func() (done bool) {
		tried++
		began := time.Now()
		if found, done = again(q.MustReceive(options...), l); !done {
			missed = began
		}
		return done
	})
	found.missed = missed
	if !ok {
		q.t.Decide(l.set)
		q.t.timeline.over(l)
		q.t.Failf("expected %s to be delivered again, since its lease had ended by %s; observed %d receives after that, none with it",
			name(l.Delivery), q.t.offset(l.HasEnded()), tried)
	}
	return found
}

// StaysAway fails when the message of l is delivered again until it would have
// come back had its lease merely lapsed.
func (q *Queue) StaysAway(l Lease, options ...ReceiveOption) {
	q.t.WaitUntil(l.HasEnded())
	q.NotDelivered(l, "it is gone", options...)
}

// NotDelivered makes several receives and fails when one delivers the message.
func (q *Queue) NotDelivered(gone Lease, why string, options ...ReceiveOption) {
	for range certainReceives {
		if got, ok := find(q.MustReceive(append(options, Max(10))...), gone); ok {
			q.t.Decide(gone.Call.Exchange, got.Call.Exchange)
			q.t.Failf("expected %s never to be delivered again, since %s; observed it in exchange %d",
				name(gone.Delivery), why, got.Call.Exchange)
		}
		q.t.Pause(20 * time.Millisecond)
	}
}

// Meets fails unless the message of l meets the fate that is due.
func (q *Queue) Meets(fate Fate, l Lease, options ...ReceiveOption) {
	switch fate {
	case Gone:
		q.StaysAway(l, options...)
	default:
		q.ComesBack(l, options...)
	}
}

// same reports whether two deliveries are of one message: by id, or by body
// where a target's provisioning hides ids.
func same(a, b target.Delivery) bool { return a.MessageID == b.MessageID }

// name is how a failure calls a message.
func name(d target.Delivery) string {
	body := d.Body
	if len(body) > 24 {
		body = body[:24] + "…"
	}
	return fmt.Sprintf("message %q", body)
}
