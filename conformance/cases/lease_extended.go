package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// leaseExtended holds the cases about what an extension leaves behind: further
// extensions, and the handle of a lease that was extended.
var leaseExtended = []*judge.Case{
	secondExtensionOutlastsFirst,
	secondChangeCountsFromNow,
	lateExtensionCounts,
	acknowledgedExtensionStaysAway,
	onFIFO(acknowledgedExtensionStaysAway),
	extendedHandleAfterLapse,
}

// extensionCounts is what the cases about the end of an extended lease judge.
var extensionCounts = judge.By{
	specs.Basaltic: {ID: "BQ-LEASE-07"},
	specs.EZGH:     {ID: "EQ-VIS-01"},
}

var secondExtensionOutlastsFirst = &judge.Case{
	Name:     "second-extension-outlasts-first",
	Title:    "a lease that is extended twice ends as the second extension says",
	Judges:   extensionCounts,
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		for range 2 {
			t.Pause(short * 2 / 5)
			held = q.MustChangeVisibility(held, short)
		}
		mustEndOnTime(q, held)
	},
}

// From now the lease ends at 1 s, from the end that the first change set at 11 s:
// more than a receive's patience later.
var secondChangeCountsFromNow = &judge.Case{
	Name:     "second-change-counts-from-now",
	Title:    "a lease that is changed twice ends as the second change says from now, not from the end that the first one set",
	Judges:   extensionCounts,
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q, held := leased(t, 2*short)
		extended := q.MustChangeVisibility(held, 10*time.Second)
		mustEndOnTime(q, q.MustChangeVisibility(extended, short))
	},
}

const (
	// lastMoment is how long before a lease's end it is extended.
	lastMoment = 250 * time.Millisecond
	// lateTries is how often a slow machine or network may bring the extension too late.
	lateTries = 3
)

var lateExtensionCounts = &judge.Case{
	Name:     "late-extension-counts",
	Title:    "a lease extended just before it ends goes on, as the extension says",
	Judges:   extensionCounts,
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		for range lateTries {
			t.WaitUntil(held.MayEnd().Add(-lastMoment))
			o := q.ChangeVisibility(held.Handle, short)
			inTime := o.Answered.Before(held.MayEnd())
			if o.Class == target.Stale && !inTime {
				held = q.MustLeaseLapsed(1, judge.For(short))[0]
				continue
			}
			t.Expect(o).To(judge.Be(target.OK))
			held = held.Changed(o.Call, short)
			if inTime {
				break
			}
		}
		mustEndOnTime(q, held)
	},
}

var acknowledgedExtensionStaysAway = &judge.Case{
	Name:     "acknowledged-extension-stays-away",
	Title:    "a message that was acknowledged after an extension is gone for good, also when that would have ended",
	Judges:   acknowledgedForGood,
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		extended := q.MustChangeVisibility(held, 2*short)
		o := q.Acknowledge(extended.Handle)
		t.InTime(o.Answered, extended)
		t.Expect(o).To(judge.Be(target.OK))
		q.StaysAway(extended)
	},
}

var extendedHandleAfterLapse = &judge.Case{
	Name:     "extended-handle-after-lapse",
	Title:    "an acknowledge with the handle of an extended lease that has ended is answered as the dialect says of any lapsed one",
	Judges:   lapsedAcknowledged,
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		mustAcknowledgeAsDue(t, q, q.MustChangeVisibility(held, short))
	},
}
