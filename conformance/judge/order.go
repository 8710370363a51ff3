package judge

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Select tells some messages from the others by what a delivery shows.
type Select func(Lease) bool

// Starting selects the messages whose bodies start with prefix.
func Starting(prefix string) Select {
	return func(l Lease) bool { return strings.HasPrefix(l.Body, prefix) }
}

// MustSome receives until a receive brings a message or more, and returns what
// it brought.
func (q *Queue) MustSome(options ...ReceiveOption) []Lease {
	var leases []Lease
	ok := q.t.retry(certainReceives, fetchPatience, func() bool {
		leases = q.MustReceive(options...)
		return len(leases) > 0
	})
	if !ok {
		q.t.blocked(stepFetch, fmt.Sprintf("received none of the available messages within %s", fetchPatience))
	}
	return leases
}

// Next fails unless the first of the selected messages that receives sent from
// now on deliver has this body. It returns its lease.
func (q *Queue) Next(of Select, body, why string, options ...ReceiveOption) Lease {
	var first Lease
	tried := 0
	ok := q.t.retry(certainReceives, fetchPatience, func() bool {
		tried++
		leases := q.MustReceive(append([]ReceiveOption{For(keep)}, options...)...)
		i := slices.IndexFunc(leases, of)
		if i >= 0 {
			first = leases[i]
		}
		return i >= 0
	})
	switch {
	case !ok:
		q.t.Failf("expected message %q to be delivered next, since %s; observed %d receives without it", body, why, tried)
	case first.Body != body:
		q.t.Decide(first.Call.Exchange)
		q.t.Failf("expected message %q to be delivered next, since %s; observed %s in exchange %d",
			body, why, name(first.Delivery), first.Call.Exchange)
	}
	return first
}

// Withheld makes several receives while held certainly holds, and fails when
// one of them delivers any of the selected messages but held's own.
func (q *Queue) Withheld(selected Select, held Lease, why string) {
	q.watch(certainReceives, func(got Lease) {
		if selected(got) && !same(got.Delivery, held.Delivery) {
			q.mustNotLeak(got, held, why)
		}
	})
	q.t.InTime(time.Now(), held)
}

// NotAmong fails when any of the leases, taken while held certainly held, is of
// the selected messages, but for held's own.
func (q *Queue) NotAmong(leases []Lease, selected Select, held Lease, why string) {
	for _, got := range leases {
		if selected(got) && !same(got.Delivery, held.Delivery) {
			q.mustNotLeak(got, held, why)
		}
	}
}

func (q *Queue) mustNotLeak(got, held Lease, why string) {
	q.t.InTime(got.Call.Answered, held)
	q.t.Decide(held.set, got.Call.Exchange)
	q.t.Failf("expected %s to be withheld until %s, since %s; observed it in exchange %d, answered at %s",
		name(got.Delivery), q.t.offset(held.MayEnd()), why, got.Call.Exchange, q.t.offset(got.Call.Answered))
}
