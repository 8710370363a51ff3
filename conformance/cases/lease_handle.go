package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// leaseHandle holds the cases about what a handle may do, and for how long.
var leaseHandle = []*judge.Case{
	liveHandleAcknowledges,
	lapsedHandleAcknowledges,
	onFIFO(lapsedHandleAcknowledges),
	zeroLeaseHandleAcknowledges,
	releasedHandleAcknowledges,
	shortenedHandleAcknowledges,
	earlierHandleAfterLapse,
	onFIFO(earlierHandleAfterLapse),
	earlierHandleAfterRelease,
	lapsedGroupAcknowledges,
}

// acknowledgedForGood is what the cases about a live lease's acknowledge judge.
var acknowledgedForGood = judge.By{
	specs.Basaltic: {ID: "BQ-LEASE-03"},
	specs.EZGH:     {ID: "EQ-ACK-01"},
}

// lapsedAcknowledged is what the cases about a lapsed lease's acknowledge judge.
var lapsedAcknowledged = judge.By{
	specs.Basaltic: {ID: "BQ-LEASE-04", Want: target.Stale, Fate: judge.Survives},
	specs.EZGH:     {ID: "EQ-ACK-07", Want: target.OK, Fate: judge.Gone},
}

var liveHandleAcknowledges = &judge.Case{
	Name:     "live-handle-acknowledges",
	Title:    "an acknowledge with a live handle removes its message for good, and no other",
	Judges:   acknowledgedForGood,
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("first", "second", "third")
		leases := q.MustLeases(3, judge.For(2*short))
		o := q.Acknowledge(leases[1].Handle)
		t.InTime(o.Answered, leases[1])
		t.Expect(o).To(judge.Be(target.OK))
		t.WaitUntil(judge.AllEnded(leases...))
		q.OnlyDelivered("the other one was acknowledged", leases[0].Body, leases[2].Body)
	},
}

// mustAcknowledgeAsDue acknowledges with the handle of a lease that has ended,
// and fails unless answer and message are as the dialect says.
func mustAcknowledgeAsDue(t *judge.T, q *judge.Queue, l judge.Lease) {
	t.WaitUntil(l.HasEnded())
	t.Expect(q.Acknowledge(l.Handle)).To(judge.Be(t.Duty().Want))
	q.Meets(t.Duty().Fate, l)
}

var lapsedHandleAcknowledges = &judge.Case{
	Name:     "lapsed-handle-acknowledges",
	Title:    "an acknowledge with a lapsed handle, before the message is received again, is answered as the dialect says",
	Judges:   lapsedAcknowledged,
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		mustAcknowledgeAsDue(t, q, held)
	},
}

var zeroLeaseHandleAcknowledges = &judge.Case{
	Name:  "zero-lease-handle-acknowledges",
	Title: "the handle of a receive with visibility timeout 0 has lapsed, and acknowledges as a lapsed one does",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-11", Want: target.Stale, Fate: judge.Survives},
		specs.EZGH:     {ID: "EQ-ACK-07", Want: target.OK, Fate: judge.Gone},
	},
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, 0)
		mustAcknowledgeAsDue(t, q, held)
	},
}

var releasedHandleAcknowledges = &judge.Case{
	Name:  "released-handle-acknowledges",
	Title: "an acknowledge with a released message's handle, before it is received again, is answered as the dialect says",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-09", Want: target.Stale, Fate: judge.Survives},
		specs.EZGH:     {ID: "EQ-VIS-09", Want: target.OK, Fate: judge.Gone},
	},
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		released := q.MustChangeVisibility(q.MustLease(judge.For(long)), 0)
		mustAcknowledgeAsDue(t, q, released)
	},
}

var shortenedHandleAcknowledges = &judge.Case{
	Name:     "shortened-handle-acknowledges",
	Title:    "an acknowledge with a handle whose lease was shortened and lapsed, well before its first end, is answered as the dialect says",
	Judges:   lapsedAcknowledged,
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		mustAcknowledgeAsDue(t, q, q.MustChangeVisibility(held, short))
	},
}

var earlierHandleAfterLapse = &judge.Case{
	Name:  "earlier-handle-after-lapse",
	Title: "the handle of a lapsed lease acknowledges nothing once the message was received again: that delivery is untouched",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-05"},
		specs.EZGH:     {ID: "EQ-ACK-08"},
	},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 25,
	Run: func(t *judge.T) {
		q, earlier := leased(t, short)
		t.WaitUntil(earlier.HasEnded())
		current := q.MustLeaseLapsed(1, judge.For(long))[0]
		t.Expect(q.Acknowledge(earlier.Handle)).To(judge.Be(target.Stale))
		q.Untouched(current)
	},
}

var earlierHandleAfterRelease = &judge.Case{
	Name:  "earlier-handle-after-release",
	Title: "the handle of a released lease acknowledges nothing once the message was received again: that delivery runs its whole time",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-05"},
		specs.EZGH:     {ID: "EQ-ACK-08"},
	},
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q, earlier, current := leasedAgain(t, 2*short)
		t.Expect(q.Acknowledge(earlier.Handle)).To(judge.Be(target.Stale))
		mustEndOnTime(q, current)
	},
}

// The last of the group comes first: that it stands behind others is no reason.
// A receive may bring one of a group at a time; then there is no other.
var lapsedGroupAcknowledges = &judge.Case{
	Name:     "lapsed-group-acknowledges",
	Title:    "each of several lapsed handles of one group still acknowledges, also while earlier ones of the group are left",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-07"}},
	Queues:   judge.FIFO(),
	Waits:    short + time.Second,
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend(numbered("work", 3)...)
		leases := takeSome(q, 1)
		if len(leases) == 0 {
			leases = q.MustLeases(1, judge.For(short))
		}
		t.WaitUntil(judge.AllEnded(leases...))
		for _, l := range slices.Backward(leases) {
			t.Expect(q.Acknowledge(l.Handle)).To(judge.Be(target.OK))
		}
		q.NoneDelivered("it was acknowledged", judge.Bodies(leases...)...)
	},
}
