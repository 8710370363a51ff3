package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// leaseBatch holds the cases about leases that are changed in one request.
var leaseBatch = []*judge.Case{
	batchReleasedHandlesAcknowledge,
	batchChangesCountFromNow,
	batchChangesAreNoReceives,
}

// mustChangeTogether changes running leases to end d from now, in one request.
func mustChangeTogether(t *judge.T, q *judge.Queue, d time.Duration, leases []judge.Lease) []judge.Lease {
	changed := slices.Clone(leases)
	for i, o := range q.ChangeVisibilityAll(d, judge.Handles(leases...)...) {
		if o.Class != target.OK {
			t.Inconclusivef("could not be judged: visibility change %d of %d in one request: %s; see BQ-BATCH-01 and EQ-VIS-05",
				i+1, len(leases), judge.Describe(o))
		}
		changed[i] = leases[i].Changed(o.Call, d)
	}
	return changed
}

var batchReleasedHandlesAcknowledge = &judge.Case{
	Name:  "batch-released-handles-acknowledge",
	Title: "acknowledges with the handles of messages that were released in one request, before they are received again, are answered as the dialect says",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-09", Want: target.Stale, Fate: judge.Survives},
		specs.EZGH:     {ID: "EQ-VIS-09", Want: target.OK, Fate: judge.Gone},
	},
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Requests: 25,
	Run: func(t *judge.T) {
		q, bodies := t.Queue(), numbered("work", 2)
		q.MustSend(bodies...)
		released := mustChangeTogether(t, q, 0, q.MustLeases(len(bodies), judge.For(long)))
		t.WaitUntil(judge.AllEnded(released...))
		for _, l := range released {
			t.Expect(q.Acknowledge(l.Handle)).To(judge.Be(t.Duty().Want))
		}
		if t.Duty().Fate == judge.Gone {
			q.NoneDelivered("it was acknowledged", bodies...)
			return
		}
		q.AllDelivered("its handle had ended with its release when it was to delete it", bodies...)
	},
}

// From now the leases end at 1.5 s, from their start at 1 s, and from their
// former end minutes later.
var batchChangesCountFromNow = &judge.Case{
	Name:  "batch-changes-count-from-now",
	Title: "visibility changes of several leases in one request are measured from now: neither from the leases' start nor from their former end",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-07"},
		specs.EZGH:     {ID: "EQ-VIS-01"},
	},
	Queues:   judge.Standard(),
	Waits:    2*short + short/2,
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("first", "second")
		held := q.MustLeases(2, judge.For(long))
		t.Pause(short / 2)
		mustEndOnTime(q, mustChangeTogether(t, q, short, held)[1])
	},
}

var batchChangesAreNoReceives = &judge.Case{
	Name:     "batch-changes-are-no-receives",
	Title:    "leases that were extended and then released in one request each leave their messages' counts as they are: the next delivery is the second",
	Judges:   counts,
	Queues:   judge.Standard(),
	Requests: 12,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("first", "second")
		held := q.MustLeases(2, judge.For(long))
		mustChangeTogether(t, q, 0, mustChangeTogether(t, q, long, held))
		mustCount(t, 2, q.MustLeaseReleased(2, judge.For(long))...)
	},
}
