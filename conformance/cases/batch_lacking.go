package cases

import (
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

var badEntryOnFIFO = &judge.Case{
	Name:     "bad-entry-on-fifo",
	Title:    "an entry of a send batch to a FIFO queue that is too large, or lacks its group, carries error and message; the good ones are sent",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-04"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.FIFO(),
	Requests: 35,
	Run: func(t *judge.T) {
		q, c, ids := t.Queue(), basaltic.NewClient(t.Session()), entryIDs(3)
		tooLarge := bound(t, described(t, q.Ref())) + mostCharacters
		for bad, m := range map[string]target.Message{
			"too large":       q.Grouped("middle", random(t, tooLarge)),
			"without a group": q.Grouped("", "of no group"),
		} {
			first, last := q.Grouped("first", "before one "+bad), q.Grouped("last", "behind one "+bad)
			entries := basaltic.Batch[basaltic.Message]{Entries: []basaltic.Message{
				basaltic.Outgoing(first, ids[0]), basaltic.Outgoing(m, ids[1]), basaltic.Outgoing(last, ids[2]),
			}}
			mustFailAlone(t, c.SendMessageBatch(t.Context(), q.Ref(), entries, wire.Deviant), ids, ids[1])
			q.MustAcknowledge(q.OnlyDelivered("the other entry failed", first.Body, last.Body)...)
		}
	},
}

// mustRefuseIncomplete fails unless an entry that lacks what it must have is
// refused: it alone, or the batch with it.
func mustRefuseIncomplete(t *judge.T, call target.Call, ids []string, bad string) {
	if t.Answered(call).Status/100 != 4 {
		mustFailAlone(t, call, ids, bad)
	}
}

var incompleteAmongReceipts = &judge.Case{
	Name:     "incomplete-among-receipts",
	Title:    "an entry of a delete or visibility batch without receipt_handle, or of the latter without visibility_timeout_seconds, is refused, if only with its batch",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-04"}},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, c, ids := t.Queue(), basaltic.NewClient(t.Session()), []string{"good", "bad"}
		q.MustSend("untouched", "extended", "deleted")
		held := q.MustLeases(3, judge.For(long))
		batch := func(good, bad members) basaltic.Batch[members] {
			good["id"], bad["id"] = ids[0], ids[1]
			return basaltic.Batch[members]{Entries: []members{good, bad}}
		}
		const handle, timeout = "receipt_handle", "visibility_timeout_seconds"
		for _, bad := range []members{{timeout: 0}, {handle: held[0].Handle}} {
			entries := batch(members{handle: held[1].Handle, timeout: wire.Seconds(long)}, bad)
			mustRefuseIncomplete(t, c.ChangeMessageVisibilityBatch(t.Context(), q.Ref(), entries, wire.Deviant), ids, ids[1])
		}
		q.Untouched(held[0])
		entries := batch(members{handle: held[2].Handle}, members{})
		mustRefuseIncomplete(t, c.DeleteMessageBatch(t.Context(), q.Ref(), entries, wire.Deviant), ids, ids[1])
	},
}
