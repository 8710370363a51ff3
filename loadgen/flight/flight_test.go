package flight_test

import (
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/loadgen/flight"
)

var start = time.Now()

func at(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }

var id = history.ID{Producer: 1, Sequence: 40}

// The send's answer and the delivery come in either order; each time the later
// one finds the flight whole.
func TestLanding(t *testing.T) {
	t.Run("answer first", func(t *testing.T) {
		var table flight.Table
		table.Sent(id, at(0), at(1), true)
		if f, _ := table.Accepted(id, at(5)); f.Landed() {
			t.Error("it landed before it was delivered")
		}
		before, known := table.Delivered(id, at(2), at(9), time.Second)
		if !known || before.Accepted != at(5) || !before.Delivered.IsZero() || !before.Measured {
			t.Errorf("before its delivery it was %+v", before)
		}
	})
	t.Run("delivery first", func(t *testing.T) {
		var table flight.Table
		table.Sent(id, at(0), at(1), true)
		if before, _ := table.Delivered(id, at(0), at(4), time.Second); !before.Accepted.IsZero() {
			t.Errorf("before its delivery it was %+v", before)
		}
		if !table.Acknowledged(id) {
			t.Error("its acknowledge is not known")
		}
		f, known := table.Accepted(id, at(5))
		if !known || !f.Landed() || f.Delivered != at(4) {
			t.Errorf("it landed as %+v", f)
		}
		if n, _ := table.Left(); n != 0 {
			t.Errorf("%d are left", n)
		}
	})
}

func TestAcknowledgedOnce(t *testing.T) {
	var table flight.Table
	table.Sent(id, at(0), at(0), true)
	table.Accepted(id, at(1))
	if !table.Acknowledged(id) || table.Acknowledged(id) {
		t.Error("an acknowledge is the first one exactly once")
	}
	if _, known := table.Delivered(id, at(2), at(3), time.Second); known {
		t.Error("it is under way after its acknowledge")
	}
}

// A lease is due to end no sooner than one that began when the receive was
// sent, the message was there and its lease before was due to end.
func TestWhenALeaseIsDueToEnd(t *testing.T) {
	var table flight.Table
	table.Sent(id, at(0), at(100), true)
	table.Accepted(id, at(110))
	due := func(sent, answered int) flight.Lease {
		table.Delivered(id, at(sent), at(answered), time.Second)
		f, _ := table.Accepted(id, at(110))
		return f.Lease
	}
	for _, c := range []struct{ sent, answered, due, over int }{
		{50, 120, 1100, 1120},    // parked before the message was sent
		{60, 1150, 2100, 2150},   // parked before the lease ended
		{2300, 2310, 3300, 3310}, // asked after it ended
	} {
		if l := due(c.sent, c.answered); l.Due != at(c.due) || l.Over != at(c.over) {
			t.Errorf("a receive of %d to %d ends from %s to %s, want from %d to %d ms", c.sent, c.answered,
				l.Due.Sub(start), l.Over.Sub(start), c.due, c.over)
		}
	}
	table.Leased(id, flight.Lease{Over: at(9000)})
	if n, over := table.Left(); n != 1 || over != at(9000) {
		t.Errorf("%d left until %s", n, over.Sub(start))
	}
}

func TestForgottenFlights(t *testing.T) {
	var table flight.Table
	table.Sent(id, at(0), at(1), true)
	table.Forget(id)
	if _, known := table.Accepted(id, at(2)); known {
		t.Error("it is still under way")
	}
}
