package cases

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// peek holds the cases about what a look at a Basaltic queue's messages does to them.
var peek = []*judge.Case{
	peekLeasesNothing,
	onFIFO(peekLeasesNothing),
	peekSparesLeases,
}

// harmless is what these cases judge.
var harmless = judge.By{specs.Basaltic: {ID: "BQ-PEEK-01"}}

// peeked gives what a peek shows, all pages together.
func peeked(t *judge.T, q *judge.Queue, query ...wire.Option) []basaltic.Peeked {
	var all []basaltic.Peeked
	for page := range peekPages(t, q, query...) {
		all = append(all, page.Messages...)
	}
	return all
}

// inState asks for messages of one state.
func inState(state string) wire.Option { return wire.WithQuery("visibility", state) }

// peeks is how often a queue is peeked at where nothing may come of it.
const peeks = 4

// mustStay peeks until all n messages of the queue are shown. It fails unless
// each of several peeks after that, while the leases run, shows them in the same
// states, received as often.
func mustStay(t *judge.T, q *judge.Queue, n int, leases ...judge.Lease) {
	first, begun := peeked(t, q), time.Now()
	for len(first) < n && time.Since(begun) < settleTime {
		t.Pause(50 * time.Millisecond)
		first = peeked(t, q)
	}
	for i := range peeks {
		if was, is := shownStates(first), shownStates(peeked(t, q)); !slices.Equal(was, is) {
			t.InTime(time.Now(), leases...)
			t.Failf("expected peek %d to show what the first one showed, %q; observed %q", i+2, was, is)
		}
	}
}

// shownStates writes what a peek shows that another must not change, sorted.
func shownStates(messages []basaltic.Peeked) []string {
	texts := make([]string, len(messages))
	for i, m := range messages {
		texts[i] = fmt.Sprintf("%s %s, received %d times", m.ID, shownState(m), m.ReceiveCount)
	}
	slices.Sort(texts)
	return texts
}

// shownState is a message's state and when that ends, if it does: what visible_at
// is of an available message is not documented.
func shownState(m basaltic.Peeked) string {
	if m.Visibility == "available" {
		return m.Visibility
	}
	return m.Visibility + " until " + moment(m.VisibleAt)
}

var peekLeasesNothing = &judge.Case{
	Name:     "peek-leases-nothing",
	Title:    "a peek leaves an available message so: it is peeked at and received as before, and its receive_count counts leases alone",
	Judges:   harmless,
	Queues:   longLease(),
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		leasesNothing(t, q, func() {
			mustStay(t, q, 1)
			peeked(t, q, inState("available"))
		})
	},
}

var peekSparesLeases = &judge.Case{
	Name:     "peek-spares-leases",
	Title:    "a peek changes nothing of messages in flight and delayed: leases and delays keep their ends, and handles work on",
	Judges:   harmless,
	Queues:   longLease(),
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		s := inEachState(q, 0, 2, 1, long, long)
		mustStay(t, q, 3, s.inFlight...)
		q.Untouched(s.inFlight...)
	},
}
