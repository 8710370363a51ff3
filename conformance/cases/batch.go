package cases

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// batch holds the cases about Basaltic's batches.
var batch = []*judge.Case{
	sendBatchAnswersEach,
	deleteBatchAnswersEach,
	visibilityBatchAnswersEach,
	batchOfEleven,
	batchOfNone,
	batchWithDoubledID,
	badEntryAmongSends,
	badEntryAmongReceipts,
	badEntryOnFIFO,
	incompleteAmongReceipts,
	lapsedHandleAmongDeletes,
	lapsedHandleAmongChanges,
}

// batchIDs are the ids of batches of as few and as many entries as they may hold,
// and of some between, of which the last differ in letter case alone.
var batchIDs = [][]string{entryIDs(1), entryIDs(2), entryIDs(10), {"a", "A"}}

// batched is how many entries these have together.
var batched = len(slices.Concat(batchIDs...))

// entryIDs gives n ids of entries in no order of theirs.
func entryIDs(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("entry-%d", (i*7+3)%10)
	}
	return ids
}

// receipts are the entries of a delete batch.
func receipts(handles ...string) basaltic.Batch[basaltic.Receipt] {
	return receiptsFor(nil, entryIDs(len(handles)), handles...)
}

// receiptsFor are the entries of a visibility batch, or of a delete batch where
// d is nil.
func receiptsFor(d *time.Duration, ids []string, handles ...string) basaltic.Batch[basaltic.Receipt] {
	entries := make([]basaltic.Receipt, len(handles))
	for i, h := range handles {
		entries[i] = basaltic.Receipt{ID: ids[i], Handle: h, Visibility: wire.OptionalSeconds(d)}
	}
	return basaltic.Batch[basaltic.Receipt]{Entries: entries}
}

// sends are the entries of a send batch.
func sends(ids []string, bodies ...string) basaltic.Batch[basaltic.Message] {
	entries := make([]basaltic.Message, len(bodies))
	for i, body := range bodies {
		entries[i] = basaltic.Message{ID: ids[i], Body: body}
	}
	return basaltic.Batch[basaltic.Message]{Entries: entries}
}

// batchResults gives the results of a batch by the ids of its entries, of which
// each must have one.
func batchResults(t *judge.T, call target.Call, ids []string) map[string]basaltic.Result {
	answer, o := judge.Read(t, call, basaltic.Read[basaltic.Results])
	t.Expect(o).To(judge.Be(target.OK))
	results := map[string]basaltic.Result{}
	var answered []string
	for _, r := range answer.Results {
		results[r.ID] = r
		answered = append(answered, r.ID)
	}
	if !slices.Equal(slices.Sorted(slices.Values(answered)), slices.Sorted(slices.Values(ids))) {
		t.Failf("expected one result for each of the entries %q, observed results for %q in exchange %d", ids, answered, o.Exchange)
	}
	return results
}

// mustAllSucceed fails when an entry of a batch has an error, or no result.
func mustAllSucceed(t *judge.T, call target.Call, ids []string) {
	for id, r := range batchResults(t, call, ids) {
		if r.Error != "" {
			t.Failf("expected entry %q to succeed, observed error %s (%s) in exchange %d", id, r.Error, r.Message, call.Exchange)
		}
	}
}

var sendBatchAnswersEach = &judge.Case{
	Name:     "send-batch-answers-each",
	Title:    "a send batch of 1 to 10 entries answers one result per entry with its id, also where ids differ in letter case alone, and sends each",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-01"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 25,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		for i, ids := range batchIDs {
			bodies := numbered(fmt.Sprintf("of batch %d:", i), len(ids))
			mustAllSucceed(t, c.SendMessageBatch(t.Context(), q.Ref(), sends(ids, bodies...)), ids)
			for _, l := range q.AllDelivered("its entry was answered without an error", bodies...) {
				q.MustAcknowledge(l)
			}
		}
	},
}

var deleteBatchAnswersEach = &judge.Case{
	Name:     "delete-batch-answers-each",
	Title:    "a delete batch of 1 to 10 entries answers one result per entry with its id, also where ids differ in letter case alone, and deletes each",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-01"}},
	Queues:   judge.Standard(),
	Requests: 45,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		q.MustSend(numbered("work", batched)...)
		leases := q.MustLeases(batched, judge.For(long))
		rest := leases
		for _, ids := range batchIDs {
			n := len(ids)
			mustAllSucceed(t, c.DeleteMessageBatch(t.Context(), q.Ref(), receiptsFor(nil, ids, judge.Handles(rest[:n]...)...)), ids)
			rest = rest[n:]
		}
		q.Gone(leases...)
	},
}

var visibilityBatchAnswersEach = &judge.Case{
	Name:     "visibility-batch-answers-each",
	Title:    "a visibility batch of 1 to 10 entries answers one result per entry with its id, also where ids differ in letter case alone, and changes each",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-01"}},
	Queues:   judge.Standard(),
	Requests: 40,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		q.MustSend(numbered("work", batched)...)
		leases, none := q.MustLeases(batched, judge.For(long)), time.Duration(0)
		for _, ids := range batchIDs {
			n := len(ids)
			some := leases[:n]
			call := c.ChangeMessageVisibilityBatch(t.Context(), q.Ref(), receiptsFor(&none, ids, judge.Handles(some...)...))
			mustAllSucceed(t, call, ids)
			q.AllDelivered("its entry of a visibility batch released it", judge.Bodies(some...)...)
			leases = leases[n:]
		}
	},
}

var batchOfEleven = &judge.Case{
	Name:     "batch-of-eleven",
	Title:    "a batch of 11 sends, deletes or visibility changes answers 4xx, and none of them happens",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-02"}},
	Queues:   judge.Standard(),
	Requests: 50,
	Run:      func(t *judge.T) { mustRefuseBatches(t, append(entryIDs(10), "entry-10")) },
}

var batchWithDoubledID = &judge.Case{
	Name:     "batch-with-doubled-id",
	Title:    "a batch in which two entries share an id answers 4xx, and no entry happens",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-BATCH-03"}},
	Queues:   judge.Standard(),
	Requests: 40,
	Run:      func(t *judge.T) { mustRefuseBatches(t, []string{"one", "same", "two", "same"}) },
}

// mustRefuseBatches sends batches of each kind whose entries have these ids.
func mustRefuseBatches(t *judge.T, ids []string) {
	q, c := t.Queue(), basaltic.NewClient(t.Session())
	bodies := numbered("refused", len(ids))
	call := t.Answered(c.SendMessageBatch(t.Context(), q.Ref(), sends(ids, bodies...), wire.Deviant))
	t.Expect(call).To(judge.BeClientError(), "a send batch")
	q.NoneDelivered("its batch was refused", bodies...)

	q.MustSend(numbered("work", len(ids))...)
	leases, none := q.MustLeases(len(ids), judge.For(long)), time.Duration(0)
	handles := judge.Handles(leases...)
	call = t.Answered(c.DeleteMessageBatch(t.Context(), q.Ref(), receiptsFor(nil, ids, handles...), wire.Deviant))
	t.Expect(call).To(judge.BeClientError(), "a delete batch")
	call = t.Answered(c.ChangeMessageVisibilityBatch(t.Context(), q.Ref(), receiptsFor(&none, ids, handles...), wire.Deviant))
	t.Expect(call).To(judge.BeClientError(), "a visibility batch")
	q.Untouched(leases...)
}

var batchOfNone = &judge.Case{
	Name:   "batch-of-none",
	Title:  "what a batch without entries answers is recorded",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-BATCH-02"}},
	Needs:  []judge.Need{judge.NeedProducer},
	Queues: judge.Standard(),
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		t.Recordf("without entries a send batch answers %d, a delete batch %d, a visibility batch %d",
			t.Answered(c.SendMessageBatch(t.Context(), q.Ref(), sends(nil), wire.Deviant)).Status,
			t.Answered(c.DeleteMessageBatch(t.Context(), q.Ref(), receipts(), wire.Deviant)).Status,
			t.Answered(c.ChangeMessageVisibilityBatch(t.Context(), q.Ref(), receipts(), wire.Deviant)).Status)
	},
}
