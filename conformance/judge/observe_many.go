package judge

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

const (
	// keep is the lease of receives that look for several messages, so that none
	// of them comes back before all were seen.
	keep = time.Minute
	// glances is how many receives look whether a message is hidden that nothing
	// was to happen to.
	glances = 4
	// maxHandles is how many handles one request takes.
	maxHandles = 10
)

// AllDelivered fails unless receives sent from now on deliver the message of
// each body, which no two messages of the queue may share. It returns the new
// leases, in the order of the bodies.
func (q *Queue) AllDelivered(why string, bodies ...string) []Lease {
	return q.all(why, bodies, func([]Lease) {})
}

// AllAcknowledged is AllDelivered, and acknowledges what comes as it comes, as
// is needed to get at several messages of one group.
func (q *Queue) AllAcknowledged(why string, bodies ...string) []Lease {
	return q.all(why, bodies, func(leases []Lease) { q.MustAcknowledge(leases...) })
}

// all receives until each message was found, and shows each receive's leases to
// see. It gives up for receives in vain alone: while they bring what was not
// found before, the rest may be behind that.
func (q *Queue) all(why string, bodies []string, see func([]Lease)) []Lease {
	found := map[string]Lease{}
	tried := 0
	var missed time.Time
	for len(missing(bodies, found)) > 0 {
		known := len(found)
		ok := q.t.retry(certainReceives, fetchPatience, func() bool {
			tried++
			began := time.Now()
			got := q.MustReceive(For(keep), Max(maxHandles))
			for _, l := range got {
				l.missed = missed
				found[l.Body] = l
			}
			missed = began
			see(got)
			return len(found) > known
		})
		if !ok {
			q.t.Failf("expected each of %d messages to be delivered, since %s; observed %d receives, none with %s",
				len(bodies), why, tried, quoted(missing(bodies, found)))
		}
	}
	leases := make([]Lease, len(bodies))
	for i, body := range bodies {
		leases[i] = found[body]
	}
	return leases
}

// OnlyDelivered is AllDelivered, and fails when any other message is delivered
// meanwhile or by several receives after.
func (q *Queue) OnlyDelivered(why string, bodies ...string) []Lease {
	mustBeOne := func(got Lease) {
		if !slices.Contains(bodies, got.Body) {
			q.t.Decide(got.Call.Exchange)
			q.t.Failf("expected only %s to be delivered, since %s; observed %s in exchange %d",
				quoted(bodies), why, name(got.Delivery), got.Call.Exchange)
		}
	}
	leases := q.all(why, bodies, func(got []Lease) {
		for _, l := range got {
			mustBeOne(l)
		}
	})
	q.watch(certainReceives, mustBeOne)
	return leases
}

// Gone fails when the message of a lease that was acknowledged is still there:
// it asks for the message's release, whatever that is answered, and receives.
// So it need not wait until the lease would have ended.
func (q *Queue) Gone(leases ...Lease) {
	q.t.rest(stepAcknowledge)
	for over := range slices.Chunk(leases, maxHandles) {
		q.ChangeVisibilityAll(0, Handles(over...)...)
	}
	q.NoneDelivered("it was acknowledged", Bodies(leases...)...)
}

// NoneDelivered makes several receives and fails when one delivers a message
// with one of the bodies.
func (q *Queue) NoneDelivered(why string, bodies ...string) {
	q.watch(certainReceives, func(got Lease) {
		if slices.Contains(bodies, got.Body) {
			q.t.Decide(got.Call.Exchange)
			q.t.Failf("expected %s not to be delivered, since %s; observed it in exchange %d",
				name(got.Delivery), why, got.Call.Exchange)
		}
	})
}

// StillHidden makes a few receives and fails when one delivers a message whose
// lease certainly runs.
func (q *Queue) StillHidden(leases ...Lease) {
	q.watch(glances, func(got Lease) { q.NotEarly([]Lease{got}, leases...) })
}

// NotEarly fails when one of the deliveries is of a message whose lease
// certainly ran when it was answered.
func (q *Queue) NotEarly(deliveries []Lease, leases ...Lease) {
	for _, got := range deliveries {
		for _, l := range leases {
			if same(got.Delivery, l.Delivery) {
				q.mustNotBeEarly(l, got)
			}
		}
	}
}

// Untouched fails unless the leases run on as if nothing had been asked: their
// messages are hidden, their handles release them, and they are delivered then.
// It is for what must hold after a request was refused, and it ends the leases.
func (q *Queue) Untouched(leases ...Lease) {
	q.StillHidden(leases...)
	for held := range slices.Chunk(leases, maxHandles) {
		for i, o := range q.ChangeVisibilityAll(0, Handles(held...)...) {
			q.mustHaveReleased(held[i], o)
		}
	}
	q.AllDelivered("nothing had happened to it before its lease was released", Bodies(leases...)...)
}

// watch makes n receives and shows each delivery to see.
func (q *Queue) watch(n int, see func(Lease)) {
	for range n {
		for _, l := range q.MustReceive(For(keep), Max(maxHandles)) {
			see(l)
		}
		q.t.Pause(20 * time.Millisecond)
	}
}

// mustHaveReleased fails when a lease that was untouched could not be released.
func (q *Queue) mustHaveReleased(l Lease, o target.Outcome) {
	if o.Class == target.OK {
		return
	}
	q.t.InTime(o.Answered, l)
	q.t.Decide(o.Exchange)
	q.t.Failf("expected the handle of %s to release it, since nothing had happened to its lease; observed %s",
		name(l.Delivery), Describe(o))
}

// missing gives the bodies that were not found.
func missing(bodies []string, found map[string]Lease) []string {
	return slices.DeleteFunc(slices.Clone(bodies), func(body string) bool {
		_, there := found[body]
		return there
	})
}

// quoted lists a few texts.
func quoted(texts []string) string {
	const shown = 5
	rest := ""
	if more := len(texts) - shown; more > 0 {
		texts, rest = texts[:shown], fmt.Sprintf(" and %d more", more)
	}
	var b strings.Builder
	for i, text := range texts {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", text)
	}
	return b.String() + rest
}
