package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoLapsed holds the cases about what a group's leases do to it past an end:
// past the end that the queue's timeout would have set, and past their own.
var fifoLapsed = []*judge.Case{
	groupWithheldForLease,
	groupWithheldOnHidingAgain,
	lateAcknowledgeFreesGroup,
}

// whyHiddenAgain is why a group is withheld whose message was hidden again.
const whyHiddenAgain = "a message of its group was hidden again after its lease had lapsed"

var groupWithheldForLease = &judge.Case{
	Name:     "group-withheld-for-lease",
	Title:    "a group is withheld for as long as the lease on its message lasts, although the queue's own visibility timeout is shorter",
	Judges:   exclusive,
	Queues:   judge.With(target.Settings{Kind: target.FIFO, Visibility: short}),
	Waits:    short + time.Second,
	Requests: 24,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 3, "a")
		first := q.MustLease(judge.For(long))
		t.Pause(short + t.Tolerance().Late)
		q.Withheld(judge.Starting("a"), first, inFlight)
	},
}

var groupWithheldOnHidingAgain = &judge.Case{
	Name:     "group-withheld-on-hiding-again",
	Title:    "a group whose message was hidden again after its lease had lapsed is withheld as long as that lasts",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-01"}},
	Queues:   judge.FIFO(),
	Waits:    short + time.Second,
	Requests: 24,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 3, "a")
		lapsed := q.MustLease(judge.For(short))
		t.WaitUntil(lapsed.HasEnded())
		o := q.ChangeVisibility(lapsed.Handle, long)
		if o.Class != target.OK {
			t.Inconclusivef("could not be judged: a message was not hidden again after its lease had lapsed: %s; see EQ-VIS-07", judge.Describe(o))
		}
		q.Withheld(judge.Starting("a"), lapsed.Changed(o.Call, long), whyHiddenAgain)
	},
}

var lateAcknowledgeFreesGroup = &judge.Case{
	Name:     "late-acknowledge-frees-group",
	Title:    "after an acknowledge by a handle whose lease had lapsed or was released, the group's next message is delivered",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-07"}},
	Queues:   judge.FIFO(),
	Waits:    short + time.Second,
	Requests: 24,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 3, "a")
		lapsed := q.MustLease(judge.For(short))
		t.WaitUntil(lapsed.HasEnded())
		mustAcknowledgeLate(t, q, lapsed)
		released := q.Next(judge.Starting("a"), "a2", "the one before it was acknowledged after its lease had lapsed")
		q.MustChangeVisibility(released, 0)
		mustAcknowledgeLate(t, q, released)
		q.Next(judge.Starting("a"), "a3", "the one before it was acknowledged after its release")
	},
}

// mustAcknowledgeLate acknowledges by a handle whose lease is over.
func mustAcknowledgeLate(t *judge.T, q *judge.Queue, l judge.Lease) {
	if o := q.Acknowledge(l.Handle); o.Class != target.OK {
		t.Inconclusivef("could not be judged: an acknowledge by a handle whose lease is over: %s; see EQ-ACK-07 and EQ-VIS-09", judge.Describe(o))
	}
}
