package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// mustFailAlone fails unless the one entry has error and message, and the
// others neither.
func mustFailAlone(t *judge.T, call target.Call, ids []string, bad string) {
	for id, r := range batchResults(t, call, ids) {
		switch {
		case id == bad && (r.Error == "" || r.Message == ""):
			t.Failf("expected the bad entry %q to have error and message, observed error %q and message %q in exchange %d",
				id, r.Error, r.Message, call.Exchange)
		case id != bad && r.Error != "":
			t.Failf("expected the good entry %q to succeed beside the bad one, observed error %s (%s) in exchange %d",
				id, r.Error, r.Message, call.Exchange)
		}
	}
}

var badEntryAmongSends = &judge.Case{
	Name:     "bad-entry-among-sends",
	Title:    "a bad entry of a send batch carries error and message, wherever it stands; the good ones are sent",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-04"}},
	Queues:   judge.Standard(),
	Requests: 30,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		ids := entryIDs(3)
		for at, place := range []string{"first", "middle", "last"} {
			bodies := numbered("bad entry "+place+":", 3)
			entries := sends(ids, bodies...)
			entries.Entries[at].Attributes = map[string]basaltic.Attribute{"n": {Type: "Number", Value: "many"}}
			call := c.SendMessageBatch(t.Context(), q.Ref(), entries, wire.Deviant)
			mustFailAlone(t, call, ids, ids[at])
			good := append(append([]string{}, bodies[:at]...), bodies[at+1:]...)
			q.MustAcknowledge(q.OnlyDelivered("the other entry failed", good...)...)
		}
	},
}

// The bad entry has the handle of a lease that was released, and its message was
// received again: of all handles that fail, the one that is documented to.
var badEntryAmongReceipts = &judge.Case{
	Name:     "bad-entry-among-receipts",
	Title:    "a bad entry of a visibility or delete batch carries error and message, wherever it stands; the good ones succeed",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-04"}},
	Queues:   judge.Standard(),
	Requests: 50,
	Run: func(t *judge.T) {
		q, over, again := leasedAgain(t, long)
		c, none, ids := basaltic.NewClient(t.Session()), time.Duration(0), entryIDs(3)
		for at := range ids {
			bodies := numbered("work", 2)
			q.MustSend(bodies...)
			handles := withOver(at, over, q.MustLeases(2, judge.For(long)))
			call := c.ChangeMessageVisibilityBatch(t.Context(), q.Ref(), receiptsFor(&none, ids, handles...))
			mustFailAlone(t, call, ids, ids[at])
			leases := q.AllDelivered("its entry of a visibility batch released it", bodies...)
			call = c.DeleteMessageBatch(t.Context(), q.Ref(), receiptsFor(nil, ids, withOver(at, over, leases)...))
			mustFailAlone(t, call, ids, ids[at])
			q.Gone(leases...)
		}
		q.Untouched(again)
	},
}

// withOver gives the handles of leases and, at one place among them, that of a
// lease that is over.
func withOver(at int, over judge.Lease, leases []judge.Lease) []string {
	return slices.Insert(judge.Handles(leases...), at, over.Handle)
}

var lapsedHandleAmongDeletes = &judge.Case{
	Name:     "lapsed-handle-among-deletes",
	Title:    "a lapsed handle in a delete batch answers QUEUE_RECEIPT_HANDLE_EXPIRED for its entry alone, and its message survives",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-05"}},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 35,
	Run: func(t *judge.T) {
		q, lapsed, live := lapsedAmongLive(t)
		outcomes := q.AcknowledgeAll(live[0].Handle, lapsed.Handle, live[1].Handle)
		mustBeStaleAlone(t, outcomes)
		q.AllDelivered("its handle had lapsed when it was to delete it", lapsed.Body)
		q.Gone(live...)
	},
}

var lapsedHandleAmongChanges = &judge.Case{
	Name:     "lapsed-handle-among-changes",
	Title:    "a lapsed handle in a visibility batch answers QUEUE_RECEIPT_HANDLE_EXPIRED for its entry alone, and hides nothing",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-05"}},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 35,
	Run: func(t *judge.T) {
		q, lapsed, live := lapsedAmongLive(t)
		outcomes := q.ChangeVisibilityAll(long, live[0].Handle, lapsed.Handle, live[1].Handle)
		mustBeStaleAlone(t, outcomes)
		q.AllDelivered("its handle had lapsed when it was to hide it", lapsed.Body)
		q.Untouched(live...)
	},
}

// lapsedAmongLive leaves the queue with one lapsed and two running leases.
func lapsedAmongLive(t *judge.T) (q *judge.Queue, lapsed judge.Lease, live []judge.Lease) {
	q = t.Queue()
	q.MustSend("live 1", "live 2")
	live = q.MustLeases(2, judge.For(long))
	q.MustSend("lapsed")
	lapsed = q.MustLease(judge.For(short))
	t.WaitUntil(lapsed.HasEnded())
	return q, lapsed, live
}

// mustBeStaleAlone fails unless the middle one of three entries is refused as
// stale, and the others are not.
func mustBeStaleAlone(t *judge.T, outcomes []target.Outcome) {
	for i, due := range []target.Class{target.OK, target.Stale, target.OK} {
		t.Expect(outcomes[i]).To(judge.Be(due), "entry %d of 3", i+1)
	}
}
