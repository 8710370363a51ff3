package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// lease holds the cases about the life of a lease and its handle.
var lease = []*judge.Case{
	leaseLapses,
	lapsedHandleAcknowledges,
}

// short is a lease that quick cases let lapse.
const short = time.Second

var leaseLapses = &judge.Case{
	Name:  "lease-lapses",
	Title: "a message that nobody acknowledged is available again when its lease lapses, and not before",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-01"},
		specs.EZGH:     {ID: "EQ-LEASE-01"},
	},
	Queues: judge.Standard(),
	Waits:  2*short + time.Second,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		held := q.MustLease(judge.For(2 * short))
		q.StaysHidden(held)
		q.ComesBack(held)
	},
}

var lapsedHandleAcknowledges = &judge.Case{
	Name:  "lapsed-handle-acknowledges",
	Title: "an acknowledge with a lapsed handle, before the message is received again, is answered as the dialect says",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-04", Want: target.Stale, Fate: judge.Survives},
		specs.EZGH:     {ID: "EQ-ACK-07", Want: target.OK, Fate: judge.Gone},
	},
	Queues: judge.Standard(),
	Waits:  short + time.Second,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		held := q.MustLease(judge.For(short))
		t.WaitUntil(held.HasEnded())
		t.Expect(q.Acknowledge(held.Handle)).To(judge.Be(t.Duty().Want))
		q.Meets(t.Duty().Fate, held)
	},
}
