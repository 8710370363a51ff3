package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// leaseChange holds the cases about visibility changes.
var leaseChange = []*judge.Case{
	extensionOutlastsFirstEnd,
	onFIFO(extensionOutlastsFirstEnd),
	extensionCountsFromNow,
	onFIFO(extensionCountsFromNow),
	shorterTimeoutCountsFromNow,
	onFIFO(shorterTimeoutCountsFromNow),
	releaseIsImmediate,
	onFIFO(releaseIsImmediate),
	staleHandleCannotExtend,
	onFIFO(staleHandleCannotExtend),
	staleHandleCannotRelease,
	onFIFO(staleHandleCannotRelease),
}

var extensionOutlastsFirstEnd = &judge.Case{
	Name:  "extension-outlasts-first-end",
	Title: "a lease extended while it runs ends later than it would have, and as the extension says",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-07"},
		specs.EZGH:     {ID: "EQ-VIS-01"},
	},
	Queues:   judge.Standard(),
	Waits:    2*short + 500*time.Millisecond,
	Requests: 30,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		t.Pause(short * 2 / 5)
		extended := q.MustChangeVisibility(held, short)
		mustEndOnTime(q, extended)
	},
}

// The lease would end at 10 s. From now it ends at 11 s, from its start at 8 s
// and from its former end at 18 s: more than a receive's patience later.
var extensionCountsFromNow = &judge.Case{
	Name:  "extension-counts-from-now",
	Title: "an extension is measured from now: neither from the lease's start nor from its former end",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-07"},
		specs.EZGH:     {ID: "EQ-VIS-01"},
	},
	Queues:   judge.Standard(),
	Waits:    12 * time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q, held := leased(t, 10*time.Second)
		t.Pause(3 * time.Second)
		extended := q.MustChangeVisibility(held, 8*time.Second)
		mustEndOnTime(q, extended)
	},
}

// From now the lease ends at 2 s, from its start at 1 s, which is now, and from
// its former end, or unchanged, minutes later.
var shorterTimeoutCountsFromNow = &judge.Case{
	Name:  "shorter-timeout-counts-from-now",
	Title: "a timeout shorter than what is left ends the lease that long from now",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-08"},
		specs.EZGH:     {ID: "EQ-VIS-01"},
	},
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		t.Pause(short)
		o := q.ChangeVisibility(held.Handle, short)
		t.Expect(o).To(judge.Be(target.OK))
		shortened := held.Changed(o.Call, short)
		mustEndOnTime(q, shortened)
	},
}

var releaseIsImmediate = &judge.Case{
	Name:  "release-is-immediate",
	Title: "a visibility change to 0 makes the message available to the next receive at once",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-09"},
		specs.EZGH:     {ID: "EQ-VIS-02"},
	},
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		t.Soon(3, t.Tolerance().Late, "a delivery after the message's release", func() judge.Sample {
			o := q.ChangeVisibility(held.Handle, 0)
			t.Expect(o).To(judge.Be(target.OK))
			held = q.Available(held.Changed(o.Call, 0), judge.For(long))
			return judge.Sample{Took: held.Overdue(o.Answered), Exchange: held.Call.Exchange}
		})
	},
}

var staleHandleCannotExtend = &judge.Case{
	Name:  "stale-handle-cannot-extend",
	Title: "a visibility change with the handle of an earlier delivery does not prolong the current one",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-06"},
		specs.EZGH:     {ID: "EQ-VIS-08"},
	},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, earlier, current := leasedAgain(t, short)
		t.Expect(q.ChangeVisibility(earlier.Handle, long)).To(judge.Be(target.Stale))
		q.ComesBack(current)
	},
}

var staleHandleCannotRelease = &judge.Case{
	Name:  "stale-handle-cannot-release",
	Title: "a visibility change to 0 with the handle of an earlier delivery does not release the current one",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-06"},
		specs.EZGH:     {ID: "EQ-VIS-08"},
	},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, earlier, current := leasedAgain(t, long)
		t.Expect(q.ChangeVisibility(earlier.Handle, 0)).To(judge.Be(target.Stale))
		q.Untouched(current)
	},
}
