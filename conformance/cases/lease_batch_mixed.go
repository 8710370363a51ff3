package cases

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// leaseBatchMixed holds the cases about leases that one request changes differently.
var leaseBatchMixed = []*judge.Case{
	batchChangesDiffer,
}

// change is what becomes of one of the leases that a request changes.
type change struct {
	lease judge.Lease
	to    time.Duration
}

// changeDifferently makes each change in one request, per dialect.
var changeDifferently = map[specs.Dialect]func(t *judge.T, q *judge.Queue, changes []change) target.Call{
	specs.Basaltic: func(t *judge.T, q *judge.Queue, changes []change) target.Call {
		var entries []basaltic.Receipt
		for i, id := range entryIDs(len(changes)) {
			c := changes[i]
			entries = append(entries, basaltic.Receipt{ID: id, Handle: c.lease.Handle, Visibility: wire.OptionalSeconds(&c.to)})
		}
		body := basaltic.Batch[basaltic.Receipt]{Entries: entries}
		return basaltic.NewClient(t.Session()).ChangeMessageVisibilityBatch(t.Context(), q.Ref(), body)
	},
	specs.EZGH: func(t *judge.T, _ *judge.Queue, changes []change) target.Call {
		var entries []entry
		for _, c := range changes {
			entries = append(entries, entry{c.lease.Handle, json.RawMessage(fmt.Sprint(int(c.to.Seconds())))})
		}
		return changeEntries(t, entries)
	},
}

var batchChangesDiffer = &judge.Case{
	Name:     "batch-changes-differ",
	Title:    "each lease that one request changes ends as its own entry says: the middle one is released, those beside it go on",
	Judges:   extensionCounts,
	Queues:   judge.Standard(),
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("first", "second", "third")
		held := q.MustLeases(3, judge.For(long))
		changes := []change{{held[0], 2 * long}, {held[1], 0}, {held[2], long}}
		call := t.Answered(changeDifferently[t.Dialect()](t, q, changes))
		t.Expect(call).To(judge.BeSuccess())
		q.OnlyDelivered("the other entries of the visibility request were no releases", held[1].Body)
		t.InTime(time.Now(), held[0].Changed(call, 2*long), held[2].Changed(call, long))
	},
}
