package cases

import (
	"encoding/json"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// receiptVisibility holds the cases about EZGH's visibility changes.
var receiptVisibility = []*judge.Case{
	visibilityOutOfRangeEZGH,
	visibilityOutOfBounds,
	visibilityResultsInOrder,
	visibilityOfSeveralQueues,
	visibilityNeedsNoCredential,
	visibilityNeedsNoPermission,
	visibilityOfFinishedDelivery,
	lapsedHandleHidesAgain,
	zeroLeaseHandleHidesAgain,
	releasedHandleHidesAgain,
	extensionEndsAtTwelveHours,
	laterReceiveHasTwelveHours,
}

// entry is an entry of a visibility request whose timeout may be any JSON value.
type entry struct {
	Handle  string          `json:"receiptHandle"`
	Seconds json.RawMessage `json:"visibilityTimeoutSeconds"`
}

// changeEntries sends a visibility request of these entries.
func changeEntries(t *judge.T, entries []entry, o ...wire.Option) target.Call {
	return ezgh.NewClient(t.Session()).ChangeReceiptVisibility(t.Context(), map[string]any{"entries": entries}, o...)
}

var visibilityOutOfRangeEZGH = &judge.Case{
	Name:     "visibility-out-of-range-ezgh",
	Title:    "a visibility change below 0 or above 43,200 s answers 400 and changes nothing, also the entries beside it; either end is accepted",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-03"}},
	Queues:   standards("bad", "good"),
	Waits:    2*short + time.Second,
	Requests: 60,
	Run: func(t *judge.T) {
		queues, leases := []*judge.Queue{t.Queue("bad"), t.Queue("good")}, make([]judge.Lease, 2)
		for i, q := range queues {
			q.MustSend("work")
			leases[i] = q.MustLease(judge.For(2 * short))
		}
		for _, seconds := range visibilityField.outside() {
			entries := []entry{
				{leases[1].Handle, json.RawMessage("0")},
				{leases[0].Handle, json.RawMessage(seconds)},
			}
			call := t.Answered(changeEntries(t, entries, wire.Deviant))
			t.Expect(call).To(judge.HaveStatus(400), "visibilityTimeoutSeconds %s", seconds)
		}
		t.Parallel(2, func(i int) {
			queues[i].StaysHidden(leases[i])
			again := queues[i].ComesBack(leases[i], judge.For(long))
			t.Expect(queues[i].ChangeVisibility(again.Handle, 43200*time.Second)).To(judge.Be(target.OK))
			t.Expect(queues[i].ChangeVisibility(again.Handle, 0)).To(judge.Be(target.OK))
		})
	},
}

var visibilityOutOfBounds = &judge.Case{
	Name:     "visibility-out-of-bounds",
	Title:    "a visibility request of 0 or of 11 entries, also with a handle in two of them, answers 400 and changes nothing; 10 are accepted",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-04"}},
	Queues:   judge.Standard(),
	Requests: 50,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend(numbered("work", 11)...)
		leases := q.MustLeases(11, judge.For(long))
		entries := []entry{}
		for _, h := range judge.Handles(leases...) {
			entries = append(entries, entry{h, json.RawMessage("0")})
		}
		for _, refused := range [][]entry{{}, entries, append(entries[:10:10], entries[0])} {
			call := t.Answered(changeEntries(t, refused, wire.Deviant))
			t.Expect(call).To(judge.HaveStatus(400), "%d entries", len(refused))
		}
		q.StillHidden(leases...)
		for _, o := range q.ChangeVisibilityAll(long, judge.Handles(leases[:10]...)...) {
			t.Expect(o).To(judge.Be(target.OK), "one of 10 entries")
		}
		q.Untouched(leases...)
	},
}

var visibilityResultsInOrder = &judge.Case{
	Name:           "visibility-results-in-order",
	Title:          "a visibility request answers one result per entry, in the order sent, mixing ok, stale and invalid, also for a live handle given twice",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-VIS-05"}},
	Queues:         judge.Standard(),
	Requests:       40,
	InvalidHandles: 3,
	Run: func(t *judge.T) {
		q := t.Queue()
		bodies := numbered("work", 6)
		q.MustSend(bodies...)
		leases := q.MustLeases(6, judge.For(long))
		q.MustAcknowledge(leases[3:]...)
		altered := leases[0].Handle + "A"
		mixed := mix(t, append(leases[:3:3], leases[0]), leases[3:], append([]string{altered}, garbage...))
		entries := make([]entry, len(mixed.handles))
		for i, h := range mixed.handles {
			entries[i] = entry{h, json.RawMessage("0")}
		}
		for i, o := range receiptResults(t, changeEntries(t, entries), len(entries)) {
			t.Expect(o).To(judge.Be(mixed.due[i]), "result %d of %d", i+1, len(entries))
		}
		q.AllDelivered("it was released beside entries that were refused", judge.Bodies(leases[:3]...)...)
	},
}

var visibilityOfSeveralQueues = &judge.Case{
	Name:     "visibility-of-several-queues",
	Title:    "one visibility change takes handles of several queues, and answers ok for each that it releases",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-05"}},
	Queues:   eachKind(),
	Requests: 20,
	Run: func(t *judge.T) {
		leases := make([]judge.Lease, len(kinds))
		for i, kind := range kinds {
			t.Queue(kind).MustSend(kind)
			leases[i] = t.Queue(kind).MustLease(judge.For(long))
		}
		for i, o := range t.Queue(kinds[0]).ChangeVisibilityAll(0, judge.Handles(leases...)...) {
			t.Expect(o).To(judge.Be(target.OK), "the handle of the %s queue", kinds[i])
			t.Queue(kinds[i]).Available(leases[i].Changed(o.Call, 0))
		}
	},
}

var visibilityNeedsNoCredential = &judge.Case{
	Name:     "visibility-needs-no-credential",
	Title:    "a visibility change needs no credential, and a wrong one changes nothing",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-05"}},
	Queues:   judge.Standard(),
	Requests: 35,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		auths := []wire.AuthMode{wire.None, wire.Full}
		for _, text := range wrongCredentials {
			auths = append(auths, wire.Literal(text))
		}
		for _, auth := range auths {
			call := changeEntries(t, []entry{{held.Handle, json.RawMessage("0")}}, wire.As(auth))
			released := receiptResults(t, call, 1)[0]
			t.Expect(released).To(judge.Be(target.OK))
			held = q.Available(held.Changed(released.Call, 0), judge.For(long))
		}
	},
}

var visibilityNeedsNoPermission = &judge.Case{
	Name:     "visibility-needs-no-permission",
	Title:    "a visibility change with a valid credential that may not receive is answered as any, since it needs none",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-05"}},
	Needs:    []judge.Need{judge.NeedLimited},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		call := changeEntries(t, []entry{{held.Handle, json.RawMessage("0")}}, wire.As(limitedAuth(t)))
		released := receiptResults(t, call, 1)[0]
		t.Expect(released).To(judge.Be(target.OK))
		q.Available(held.Changed(released.Call, 0))
	},
}

var visibilityOfFinishedDelivery = &judge.Case{
	Name:     "visibility-of-finished-delivery",
	Title:    "a visibility change with the handle of an acknowledged message answers receipt_handle_stale and brings nothing back",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-08"}},
	Queues:   judge.Standard(),
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("acknowledged")
		held := q.MustLease(judge.For(long))
		q.MustAcknowledge(held)
		for _, d := range []time.Duration{0, short, long} {
			t.Expect(q.ChangeVisibility(held.Handle, d)).To(judge.Be(target.Stale))
		}
		q.NoneDelivered("it was acknowledged", held.Body)
	},
}

var lapsedHandleHidesAgain = &judge.Case{
	Name:     "lapsed-handle-hides-again",
	Title:    "a visibility change after the timeout, before another receive, hides the message again for the time it names",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-07"}},
	Queues:   judge.Standard(),
	Waits:    2*short + 2*time.Second,
	Requests: 35,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		hidesAgain(t, q, held)
	},
}

var zeroLeaseHandleHidesAgain = &judge.Case{
	Name:     "zero-lease-handle-hides-again",
	Title:    "the handle of a receive with visibility timeout 0 hides the message for the time that a visibility change names",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-07"}},
	Queues:   judge.Standard(),
	Waits:    short + 2*time.Second,
	Requests: 35,
	Run: func(t *judge.T) {
		q, held := leased(t, 0)
		hidesAgain(t, q, held)
	},
}

var releasedHandleHidesAgain = &judge.Case{
	Name:     "released-handle-hides-again",
	Title:    "a visibility change after a release, before another receive, hides the message again for the time it names",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-07"}},
	Queues:   judge.Standard(),
	Waits:    short + 2*time.Second,
	Requests: 35,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		hidesAgain(t, q, q.MustChangeVisibility(held, 0))
	},
}

// hidesAgain lets a lease end and changes its visibility then.
func hidesAgain(t *judge.T, q *judge.Queue, lapsed judge.Lease) {
	t.WaitUntil(lapsed.HasEnded())
	o := q.ChangeVisibility(lapsed.Handle, short)
	t.Expect(o).To(judge.Be(target.OK))
	hidden := lapsed.Changed(o.Call, short)
	mustEndOnTime(q, hidden)
}

// Counted from the extension the lease would end at 18 h; counted from its
// receive it ends at 12 h.
var extensionEndsAtTwelveHours = &judge.Case{
	Name:     "extension-ends-at-twelve-hours",
	Title:    "an extension beyond 12 hours from the message's receive is accepted and ends there, not before and not after",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-06"}},
	Needs:    []judge.Need{judge.NeedClock},
	Queues:   judge.Standard(),
	Waits:    2 * time.Second,
	Alone:    true,
	Requests: 25,
	Run: func(t *judge.T) {
		const most, margin = longestLease, time.Minute
		q, held := leased(t, most)
		half := t.Advance(most / 2)
		t.Expect(q.ChangeVisibility(held.Handle, most)).To(judge.Be(target.OK))
		almost := t.Advance(most/2 - margin)
		ends := held.After(half).After(almost)
		q.StillHidden(ends)
		q.ComesBack(ends.After(t.Advance(margin)))
	},
}

// Counted from the message's first receive the lease would end 6 h earlier.
var laterReceiveHasTwelveHours = &judge.Case{
	Name:     "later-receive-has-twelve-hours",
	Title:    "an extension's 12 hours count from the receive whose handle it has, not from an earlier one of the message",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-VIS-06"}},
	Needs:    []judge.Need{judge.NeedClock},
	Queues:   judge.Standard(),
	Waits:    2 * time.Second,
	Alone:    true,
	Requests: 25,
	Run: func(t *judge.T) {
		const most, margin = longestLease, time.Minute
		q, first := leased(t, long)
		q.MustChangeVisibility(first, 0)
		t.Advance(most / 2)
		held := q.MustLeaseReleased(1, judge.For(long))[0]
		o := q.ChangeVisibility(held.Handle, most)
		t.Expect(o).To(judge.Be(target.OK))
		ends := held.Changed(o.Call, most).After(t.Advance(most - margin))
		q.StillHidden(ends)
		q.ComesBack(ends.After(t.Advance(margin)))
	},
}
