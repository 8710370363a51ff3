package history

import (
	"fmt"
	"strings"
	"time"
)

// Report is what a history came to. Each set names a property that was broken;
// finding them costs a map look-up an event, and in groups a look at the leases
// that their other messages hold, a handful in a legal history.
type Report struct {
	// Lost: a message that was accepted, and that nobody held or acknowledged, did
	// not come while the queue was Drained. It costs one pass over what is
	// unfinished at the end.
	Lost Set
	// Duplicated: a message was delivered again while another delivery's lease on
	// it certainly held. It costs a look at the message's last leases.
	Duplicated Set
	// Early: a message was delivered before its delay had certainly ended.
	Early Set
	// OutOfOrder: a message of a group was delivered while one that was certainly
	// sent before it was certainly unfinished and free. It costs a look at the head
	// of the group's order.
	OutOfOrder Set
	// GroupHeldTwice: a message of a group was delivered while another receive
	// certainly held another message of the group.
	GroupHeldTwice Set
	// StaleAcknowledged: an acknowledge was answered done although its delivery was
	// certainly over: received again, already acknowledged, or lapsed where that
	// ends a handle.
	StaleAcknowledged Set
	// Resurrected: a message was delivered certainly after an acknowledge of it was
	// answered done. It costs a bit a message.
	Resurrected Set
	// Unexpected: something was delivered that was never sent, or whose send was
	// refused.
	Unexpected Set

	Tally
}

// Tally counts what happened.
type Tally struct {
	// Sent counts accepted sends, Delivered deliveries, Acknowledged the messages
	// whose acknowledge was answered done.
	Sent, Delivered, Acknowledged int
	// Unanswered counts calls of any kind without a certain effect.
	Unanswered int
	// Redelivered counts deliveries of a message after the first.
	Redelivered int
	// DoubleDelivered counts those that Rules.DoubleDelivery excuses.
	DoubleDelivered int
	// SeveralOfGroup counts deliveries of a group's message in an answer that
	// already held one of that group.
	SeveralOfGroup int
	// Outstanding counts messages that were accepted and not certainly acknowledged,
	// the lost ones not among them.
	Outstanding int
	// Late counts events that came after an Advance past them and were not judged.
	// The report can't be trusted when there are any.
	Late int
}

// Set is the violations of one property.
type Set struct {
	Count int
	// First describes the first few.
	First []Violation
}

// Violation is one broken promise.
type Violation struct {
	ID ID
	// Exchanges are those that prove it, in the order of time.
	Exchanges []int
	// Text says in one sentence what happened when, in seconds from the history's start.
	Text string
}

// NamedSet is a set with the name of its property.
type NamedSet struct {
	Name string
	Set
}

// Sets gives all sets in a fixed order, empty ones too.
func (r Report) Sets() []NamedSet {
	return []NamedSet{
		{"lost", r.Lost},
		{"duplicated within a lease", r.Duplicated},
		{"delivered early", r.Early},
		{"out of order", r.OutOfOrder},
		{"group held twice", r.GroupHeldTwice},
		{"stale acknowledged", r.StaleAcknowledged},
		{"resurrected", r.Resurrected},
		{"unexpected", r.Unexpected},
	}
}

// OK reports whether no property was broken.
func (r Report) OK() bool {
	for _, s := range r.Sets() {
		if s.Count > 0 {
			return false
		}
	}
	return true
}

// String names each broken property with its violations, one a line.
func (r Report) String() string {
	var b strings.Builder
	for _, s := range r.Sets() {
		if s.Count == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s: %d\n", s.Name, s.Count)
		for _, v := range s.First {
			fmt.Fprintf(&b, "  %s\n", v.Text)
		}
		if more := s.Count - len(s.First); more > 0 {
			fmt.Fprintf(&b, "  and %d more\n", more)
		}
	}
	fmt.Fprintf(&b, "%d sent, %d delivered (%d again), %d acknowledged, %d outstanding, %d calls unanswered",
		r.Sent, r.Delivered, r.Redelivered, r.Acknowledged, r.Outstanding, r.Unanswered)
	return b.String()
}

// note adds a violation, described while there is room for it.
func (s *Set) note(limit int, id ID, exchanges []int, format string, args ...any) {
	s.Count++
	if len(s.First) < limit {
		s.First = append(s.First, Violation{ID: id, Exchanges: known(exchanges), Text: fmt.Sprintf(format, args...)})
	}
}

// known leaves out exchanges that have no number.
func known(exchanges []int) []int {
	var out []int
	for _, e := range exchanges {
		if e != 0 {
			out = append(out, e)
		}
	}
	return out
}

// clock writes an offset as seconds.
func clock(t time.Duration) string { return fmt.Sprintf("%.3f s", t.Seconds()) }
