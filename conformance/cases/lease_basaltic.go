package cases

import (
	"encoding/json"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// leaseBasaltic holds the cases about handles whose rules only Basaltic has.
var leaseBasaltic = []*judge.Case{
	lapsedHandleCannotChange,
	onFIFO(lapsedHandleCannotChange),
	releasedHandleCannotChange,
	visibilityOutOfRangeBasaltic,
	handleOfAnotherQueue,
	secondDelete,
	extendedLeaseKeepsHandle,
	deleteWithoutHandle,
	settingsSpareLiveHandles,
}

var lapsedHandleCannotChange = &judge.Case{
	Name:     "lapsed-handle-cannot-change",
	Title:    "a visibility change with a lapsed handle answers QUEUE_RECEIPT_HANDLE_EXPIRED and hides nothing",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-06"}},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		t.WaitUntil(held.HasEnded())
		t.Expect(q.ChangeVisibility(held.Handle, long)).To(judge.Be(target.Stale))
		q.Available(held)
	},
}

var releasedHandleCannotChange = &judge.Case{
	Name:     "released-handle-cannot-change",
	Title:    "once its message was released a handle changes no visibility: QUEUE_RECEIPT_HANDLE_EXPIRED, and the message stays available",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-09"}},
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		released := q.MustChangeVisibility(q.MustLease(judge.For(long)), 0)
		t.WaitUntil(released.HasEnded())
		t.Expect(q.ChangeVisibility(released.Handle, long)).To(judge.Be(target.Stale))
		q.Available(released)
	},
}

var visibilityOutOfRangeBasaltic = &judge.Case{
	Name:     "visibility-out-of-range-basaltic",
	Title:    "a visibility change below 0 or above 43,200 s, or to a fraction of a second, answers 4xx, and the lease stays; either end of the range is accepted",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-10"}},
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		q.MustSend("work")
		held := q.MustLease(judge.For(2 * short))
		for _, seconds := range append(visibilityField.outside(), "1.5") {
			body := map[string]any{"receipt_handle": held.Handle, "visibility_timeout_seconds": json.RawMessage(seconds)}
			call := t.Answered(c.ChangeMessageVisibility(t.Context(), q.Ref(), body, wire.Deviant))
			t.Expect(call).To(judge.BeClientError(), "visibility_timeout_seconds %s", seconds)
		}
		q.StaysHidden(held)
		again := q.ComesBack(held, judge.For(long))
		t.Expect(q.ChangeVisibility(again.Handle, 43200*time.Second)).To(judge.Be(target.OK))
		t.Expect(q.ChangeVisibility(again.Handle, 0)).To(judge.Be(target.OK))
	},
}

var handleOfAnotherQueue = &judge.Case{
	Name:     "handle-of-another-queue",
	Title:    "a delete with the handle of another queue answers 4xx and deletes nothing in either",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-13"}},
	Queues:   standards("one", "other"),
	Requests: 40,
	Run: func(t *judge.T) {
		one, other := t.Queue("one"), t.Queue("other")
		one.MustSend("one 1", "one 2")
		other.MustSend("other 1", "other 2")
		mine, theirs := one.MustLeases(2, judge.For(long)), other.MustLeases(2, judge.For(long))
		for _, l := range theirs {
			t.Expect(one.Acknowledge(l.Handle)).To(judge.BeClientError())
		}
		for _, o := range one.AcknowledgeAll(judge.Handles(theirs...)...) {
			t.Expect(o).NotTo(judge.Be(target.OK), "in a batch")
		}
		one.Untouched(mine...)
		other.Untouched(theirs...)
	},
}

// standards wants a standard queue of each name.
func standards(names ...string) []judge.QueueSpec {
	var specs []judge.QueueSpec
	for _, name := range names {
		spec := judge.Standard()[0]
		spec.Name = name
		specs = append(specs, spec)
	}
	return specs
}

var secondDelete = &judge.Case{
	Name:     "second-delete",
	Title:    "a second delete with the same handle deletes nothing else; what it answers is recorded",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-14"}},
	Queues:   judge.Standard(),
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("before", "deleted", "after")
		leases := q.MustLeases(3, judge.For(long))
		q.MustAcknowledge(leases[1])
		t.Recordf("a second delete answers: %s", judge.Describe(q.Acknowledge(leases[1].Handle)))
		q.Untouched(leases[0], leases[2])
	},
}

var extendedLeaseKeepsHandle = &judge.Case{
	Name:     "extended-lease-keeps-handle",
	Title:    "an extended lease keeps its handle: it extends once more and deletes, after the lease's first end",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-15"}},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 25,
	Run: func(t *judge.T) {
		q, held := leased(t, short)
		q.MustChangeVisibility(held, long)
		t.WaitUntil(held.HasEnded())
		t.Expect(q.ChangeVisibility(held.Handle, long)).To(judge.Be(target.OK))
		t.Expect(q.Acknowledge(held.Handle)).To(judge.Be(target.OK))
		q.Gone(held)
	},
}

var deleteWithoutHandle = &judge.Case{
	Name:     "delete-without-handle",
	Title:    "a delete without receipt_handle answers 4xx, and deletes nothing",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-16"}},
	Queues:   judge.Standard(),
	Requests: 25,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		q.MustSend("leased")
		held := q.MustLease(judge.For(long))
		q.MustSend("available")
		t.Expect(t.Answered(c.DeleteMessageWithoutHandle(t.Context(), q.Ref()))).To(judge.BeClientError())
		q.AllDelivered("a delete without a handle was refused", "available")
		q.Untouched(held)
	},
}

var settingsSpareLiveHandles = &judge.Case{
	Name:     "settings-spare-live-handles",
	Title:    "a live handle still extends and deletes after the queue's settings were changed",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-LEASE-18"}},
	Queues:   judge.Standard(),
	Requests: 25,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		q.MustSend("work")
		held := q.MustLease(judge.For(long))
		for _, settings := range []map[string]any{
			{"visibility_timeout_seconds": 1},
			{"visibility_timeout_seconds": 600, "receive_wait_time_seconds": 1},
			{"message_retention_seconds": 86400, "delay_seconds": 1},
		} {
			call := t.Answered(c.UpdateQueue(t.Context(), q.Ref(), settings))
			if call.Status >= 300 {
				t.Inconclusivef("the queue's settings could not be changed to %v: status %d; see BQ-QUEUE-04", settings, call.Status)
			}
		}
		t.Expect(q.ChangeVisibility(held.Handle, long)).To(judge.Be(target.OK))
		t.Expect(q.Acknowledge(held.Handle)).To(judge.Be(target.OK))
		q.Gone(held)
	},
}
