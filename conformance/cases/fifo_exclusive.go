package cases

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoExclusive holds the cases about a group of which a message is in flight.
var fifoExclusive = []*judge.Case{
	groupWithheld,
	groupsWithheld,
	groupWithheldOnSend,
	groupWithheldOnExtension,
	groupWithheldOnPartAcknowledged,
	groupWithheldOnPartEnded,
	groupWithheldOnStaleHandle,
	otherGroupsGoOn,
}

// exclusive is what all but the last of these cases judge.
var exclusive = judge.By{
	specs.Basaltic: {ID: "BQ-FIFO-04"},
	specs.EZGH:     {ID: "EQ-FIFO-01"},
}

// Why a group is withheld.
const (
	inFlight    = "a message of its group is in flight"
	whyExtended = "the lease of a message of its group was extended"
	whyAnother  = "another message of its group is still in flight"
	whyStale    = "a message of its group is in flight, which no handle of an earlier delivery ends"
)

var groupWithheld = &judge.Case{
	Name:     "group-withheld",
	Title:    "while a group's message is in flight its next one is withheld from every other receive, waiting ones included",
	Judges:   exclusive,
	Queues:   judge.FIFO(),
	Waits:    2 * time.Second,
	Requests: 24,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 3, "a")
		first := q.MustLease(judge.For(long))
		p := q.Park(time.Second, judge.For(long), judge.Max(10))
		q.Withheld(judge.Starting("a"), first, inFlight)
		q.NotAmong(p.MustReceive(), judge.Starting("a"), first, inFlight)
	},
}

var groupsWithheld = &judge.Case{
	Name:     "groups-withheld",
	Title:    "while messages of several groups are in flight the next ones of each are withheld",
	Judges:   exclusive,
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 3, groups...)
		holders := map[string]judge.Lease{}
		for len(holders) < len(groups) {
			leases := q.MustSome(judge.For(long), judge.Max(10))
			for g, holder := range holders {
				q.NotAmong(leases, judge.Starting(g), holder, inFlight)
			}
			for _, l := range leases {
				holders[group(l)] = l
			}
		}
		q.Withheld(judge.Starting(""), holders["a"], inFlight)
	},
}

var groupWithheldOnSend = &judge.Case{
	Name:     "group-withheld-on-send",
	Title:    "a group of which a message is in flight stays withheld when more is sent to it, also from a receive that waits",
	Judges:   exclusive,
	Queues:   judge.FIFO(),
	Waits:    2 * time.Second,
	Requests: 24,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSendGroup("a", "a1")
		first := q.MustLease(judge.For(long))
		p := q.Park(time.Second, judge.For(long), judge.Max(10))
		t.Settle()
		q.MustSendGroup("a", "a2", "a3")
		q.NotAmong(p.MustReceive(), judge.Starting("a"), first, inFlight)
		q.Withheld(judge.Starting("a"), first, inFlight)
	},
}

var groupWithheldOnExtension = &judge.Case{
	Name:     "group-withheld-on-extension",
	Title:    "a group of which a message is in flight stays withheld when its lease is extended, also past the end the lease had",
	Judges:   exclusive,
	Queues:   judge.FIFO(),
	Waits:    3 * time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 3, "a")
		first := q.MustLease(judge.For(short))
		p := q.Park(2*short, judge.For(long), judge.Max(10))
		extended := q.MustChangeVisibility(first, long)
		q.Withheld(judge.Starting("a"), extended, whyExtended)
		t.WaitUntil(first.HasEnded())
		q.Withheld(judge.Starting("a"), extended, whyExtended)
		q.NotAmong(p.MustReceive(), judge.Starting("a"), extended, whyExtended)
	},
}

var groupWithheldOnPartAcknowledged = &judge.Case{
	Name:     "group-withheld-on-part-acknowledged",
	Title:    "a group of which several messages are in flight stays withheld when the last of them is acknowledged, or the first",
	Judges:   exclusive,
	Queues:   judge.FIFO(),
	Requests: 48,
	Run: func(t *judge.T) {
		q := t.Queue()
		for _, g := range groups[:2] {
			leases := several(t, q, g)
			if len(leases) == 1 {
				return
			}
			held, acknowledged := leases[0], leases[len(leases)-1]
			if g == "b" {
				held, acknowledged = acknowledged, held
			}
			q.MustAcknowledge(acknowledged)
			q.Withheld(judge.Starting(g), held, whyAnother)
		}
	},
}

var groupWithheldOnPartEnded = &judge.Case{
	Name:     "group-withheld-on-part-ended",
	Title:    "a group of which several messages are in flight stays withheld when one of their leases lapses or is released",
	Judges:   exclusive,
	Queues:   judge.FIFO(),
	Waits:    short + time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		leases := several(t, q, "a")
		if len(leases) == 1 {
			return
		}
		last := leases[len(leases)-1]
		lapsing := q.MustChangeVisibility(last, short)
		t.WaitUntil(lapsing.HasEnded())
		q.Withheld(judge.Starting("a"), leases[0], whyAnother)
		if len(leases) > 2 {
			q.MustChangeVisibility(leases[1], 0)
			q.Withheld(judge.Starting("a"), leases[0], whyAnother)
		}
	},
}

// severalTries is how often a receive may bring one message of a group before
// it is taken to bring no more.
const severalTries = 3

// several leases several messages of a group in one receive, of which more are
// there. It gives one where a receive brings no more, and notes so.
func several(t *judge.T, q *judge.Queue, group string) []judge.Lease {
	sendRounds(q, 6, group)
	leases := q.MustSome(judge.For(long), judge.Max(4))
	for range severalTries - 1 {
		if len(leases) > 1 {
			return leases
		}
		q.MustChangeVisibility(leases[0], 0)
		leases = q.MustSome(judge.For(long), judge.Max(4))
	}
	t.Recordf("a receive brought one message of a group at most")
	return leases
}

var groupWithheldOnStaleHandle = &judge.Case{
	Name:     "group-withheld-on-stale-handle",
	Title:    "a group of which a message is in flight stays withheld when an earlier delivery's handle is used",
	Judges:   exclusive,
	Queues:   judge.FIFO(),
	Waits:    short + time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 3, "a")
		stale := q.MustLease(judge.For(short))
		t.WaitUntil(stale.HasEnded())
		first := q.MustLease(judge.For(long))
		q.ChangeVisibility(stale.Handle, 0)
		q.Withheld(judge.Starting("a"), first, whyStale)
		if q.Acknowledge(stale.Handle).Class == target.OK {
			return // what the handle did then is the matter of other requirements
		}
		q.Withheld(judge.Starting("a"), first, whyStale)
	},
}

var otherGroupsGoOn = &judge.Case{
	Name:  "other-groups-go-on",
	Title: "while a message of one group is in flight, the messages of the other groups are delivered",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-FIFO-05"},
		specs.EZGH:     {ID: "EQ-FIFO-02"},
	},
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 3, groups...)
		blocker := q.MustLease(judge.For(long))
		var others []string
		for _, g := range groups {
			for i := 1; i <= 3 && g != group(blocker); i++ {
				others = append(others, fmt.Sprint(g, i))
			}
		}
		q.AllAcknowledged("no message of its group is in flight", others...)
	},
}
