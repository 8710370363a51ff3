// Package flight follows each message from its send to its acknowledge, so that
// the time in between is known whichever answer comes first.
package flight

import (
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
)

// stripes is how many tables share the messages, so that producers and
// consumers seldom wait for each other.
const stripes = 32

// Table holds the messages that are under way. Its zero value is empty. It is
// safe for concurrent use.
type Table struct{ stripes [stripes]stripe }

type stripe struct {
	mu      sync.Mutex
	flights map[history.ID]*Flight
}

// Flight is one message's way. A moment that has not come is zero.
type Flight struct {
	// Due is the intended time of the send, Sent and Accepted its begin and answer.
	Due, Sent, Accepted time.Time
	// Delivered is when the first receive that brought it was answered.
	Delivered time.Time
	// Lease is its latest one.
	Lease Lease
	// Measured says that it was due in a measured phase.
	Measured bool
	// Acknowledged says that nothing but the send's answer is to come.
	Acknowledged bool
}

// Lease is what is known of when a lease ends.
type Lease struct {
	// Due is the earliest that it may end by the rules, and Over when it has
	// certainly ended. A Due that is zero is not known.
	Due, Over time.Time
}

// Landed says that the message was accepted and delivered.
func (f Flight) Landed() bool { return !f.Accepted.IsZero() && !f.Delivered.IsZero() }

// Sent notes that a message is about to be sent.
func (t *Table) Sent(id history.ID, due, sent time.Time, measured bool) {
	s := t.of(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.flights == nil {
		s.flights = map[history.ID]*Flight{}
	}
	s.flights[id] = &Flight{Due: due, Sent: sent, Measured: measured}
}

// Accepted notes the send's answer, and gives the flight as it is then.
func (t *Table) Accepted(id history.ID, at time.Time) (f Flight, known bool) {
	return t.change(id, func(f *Flight) { f.Accepted = at })
}

// Acknowledged notes that a message was acknowledged. It reports whether that
// is the first time.
func (t *Table) Acknowledged(id history.ID) bool {
	first := false
	t.change(id, func(f *Flight) {
		first = !f.Acknowledged
		f.Acknowledged = true
	})
	return first
}

// Delivered notes a delivery by a receive of [sent, answered] that leases for
// so long, and gives the flight as it was before.
func (t *Table) Delivered(id history.ID, sent, answered time.Time, lease time.Duration) (before Flight, known bool) {
	_, known = t.change(id, func(f *Flight) {
		before = *f
		if f.Delivered.IsZero() {
			f.Delivered = answered
		}
		// A lease begins neither before its message is there nor before it is free.
		f.Lease = Lease{Due: latest(sent, f.Sent, f.Lease.Due).Add(lease), Over: answered.Add(lease)}
	})
	return before, known
}

// Leased notes another end of a message's lease.
func (t *Table) Leased(id history.ID, l Lease) {
	t.change(id, func(f *Flight) { f.Lease = l })
}

func latest(times ...time.Time) time.Time {
	var last time.Time
	for _, t := range times {
		if t.After(last) {
			last = t
		}
	}
	return last
}

// change changes a flight, and ends it when nothing more is to come.
func (t *Table) change(id history.ID, how func(*Flight)) (Flight, bool) {
	s := t.of(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.flights[id]
	if f == nil {
		return Flight{}, false
	}
	how(f)
	if f.Acknowledged && !f.Accepted.IsZero() {
		delete(s.flights, id)
	}
	return *f, true
}

// Forget ends the flight of a message that was not accepted for certain.
func (t *Table) Forget(id history.ID) {
	s := t.of(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.flights, id)
}

// Left counts the accepted messages that are under way, and gives when the last
// of their leases is over; the zero time when none has one.
func (t *Table) Left() (n int, over time.Time) {
	for i := range t.stripes {
		s := &t.stripes[i]
		s.mu.Lock()
		for _, f := range s.flights {
			if f.Accepted.IsZero() {
				continue
			}
			n++
			over = latest(over, f.Lease.Over)
		}
		s.mu.Unlock()
	}
	return n, over
}

func (t *Table) of(id history.ID) *stripe { return &t.stripes[id.Sequence%stripes] }
