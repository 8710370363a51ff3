package cases

import (
	"fmt"
	"slices"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// receipt holds the cases about EZGH's receipt requests as a whole.
var receipt = []*judge.Case{
	ackNeedsNoCredential,
	ackNeedsNoPermission,
	ackResultsInOrder,
	ackOfSeveralQueues,
	ackOfTenQueues,
	ackOutOfBounds,
	secondAck,
	doubledAck,
	badHandleAmongGood,
	ackOfNoHandles,
}

// wrongCredentials are Authorization headers of nobody.
var wrongCredentials = []string{"Bearer wrong", "Bearer ", "Basic d3Jvbmc6d3Jvbmc=", "nonsense", ""}

// garbage are texts that are no receipt handles.
var garbage = []string{"garbage", "AQAAAH8"}

var ackNeedsNoCredential = &judge.Case{
	Name:     "ack-needs-no-credential",
	Title:    "an ack needs no credential, and a wrong one changes nothing",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-02"}},
	Queues:   judge.Standard(),
	Requests: 35,
	Run: func(t *judge.T) {
		q, c := t.Queue(), ezgh.NewClient(t.Session())
		auths := []wire.AuthMode{wire.None, wire.Full}
		for _, text := range wrongCredentials {
			auths = append(auths, wire.Literal(text))
		}
		q.MustSend(numbered("work", len(auths))...)
		leases := q.MustLeases(len(auths), judge.For(long))
		for i, l := range leases {
			call := c.AckReceipts(t.Context(), ezgh.Ack{Handles: []string{l.Handle}}, wire.As(auths[i]))
			t.Expect(receiptResults(t, call, 1)[0]).To(judge.Be(target.OK))
		}
		q.Gone(leases...)
	},
}

var ackNeedsNoPermission = &judge.Case{
	Name:     "ack-needs-no-permission",
	Title:    "an ack with a valid credential that may not receive is answered as any, since it needs none",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-02"}},
	Needs:    []judge.Need{judge.NeedLimited},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, held := leased(t, long)
		call := ezgh.NewClient(t.Session()).AckReceipts(t.Context(), ezgh.Ack{Handles: []string{held.Handle}}, wire.As(limitedAuth(t)))
		t.Expect(receiptResults(t, call, 1)[0]).To(judge.Be(target.OK))
		q.Gone(held)
	},
}

// ack acknowledges handles in one request, and gives the outcome of each.
func ack(t *judge.T, handles ...string) []target.Outcome {
	call := ezgh.NewClient(t.Session()).AckReceipts(t.Context(), ezgh.Ack{Handles: handles})
	return receiptResults(t, call, len(handles))
}

// receiptResults gives the outcome of each of n handles of a receipt request,
// which must have as many results.
func receiptResults(t *judge.T, call target.Call, n int) []target.Outcome {
	answer, o := judge.Read(t, call, ezgh.Read[ezgh.Results])
	t.Expect(o).To(judge.Be(target.OK))
	if len(answer.Results) != n {
		t.Failf("expected one result for each of %d handles, observed %d in exchange %d", n, len(answer.Results), o.Exchange)
	}
	return ezgh.ReceiptOutcomes(call, n)
}

var ackResultsInOrder = &judge.Case{
	Name:           "ack-results-in-order",
	Title:          "an ack answers one result per handle, in the order sent, mixing ok, stale and invalid, also for a stale handle given twice",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-ACK-03"}},
	Queues:         judge.Standard(),
	Requests:       35,
	InvalidHandles: 4,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend(numbered("work", 9)...)
		leases := q.MustLeases(9, judge.For(long))
		q.MustAcknowledge(leases[6:]...)
		for _, round := range [][]judge.Lease{leases[:3], leases[3:6]} {
			mixed := mix(t, round, append(leases[6:9:9], leases[8]), garbage)
			for i, o := range ack(t, mixed.handles...) {
				t.Expect(o).To(judge.Be(mixed.due[i]), "result %d of %d", i+1, len(mixed.due))
			}
		}
		q.Gone(leases...)
	},
}

// mixture is handles of several kinds, and what is due for each.
type mixture struct {
	handles []string
	due     []target.Class
}

// mix shuffles the handles of live and of finished deliveries and texts that are none.
func mix(t *judge.T, live, over []judge.Lease, none []string) mixture {
	var m mixture
	add := func(due target.Class, handles []string) {
		m.handles = append(m.handles, handles...)
		m.due = append(m.due, slices.Repeat([]target.Class{due}, len(handles))...)
	}
	add(target.OK, judge.Handles(live...))
	add(target.Stale, judge.Handles(over...))
	add(target.Invalid, none)
	t.Rand().Shuffle(len(m.due), func(i, j int) {
		m.handles[i], m.handles[j] = m.handles[j], m.handles[i]
		m.due[i], m.due[j] = m.due[j], m.due[i]
	})
	return m
}

var ackOfSeveralQueues = &judge.Case{
	Name:     "ack-of-several-queues",
	Title:    "one ack takes handles of several queues",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-04"}},
	Queues:   append(standards("one", "two"), judge.QueueSpec{Name: "three", Settings: target.Settings{Kind: target.FIFO}}),
	Requests: 50,
	Run: func(t *judge.T) {
		names := []string{"one", "two", "three"}
		var leases []judge.Lease
		for _, name := range names {
			t.Queue(name).MustSend(name)
			leases = append(leases, t.Queue(name).MustLease(judge.For(long)))
		}
		for i, o := range ack(t, judge.Handles(leases...)...) {
			t.Expect(o).To(judge.Be(target.OK), "the handle of queue %q", names[i])
		}
		for i, name := range names {
			t.Queue(name).Gone(leases[i])
		}
	},
}

var ackOfTenQueues = &judge.Case{
	Name:     "ack-of-ten-queues",
	Title:    "one ack takes as many handles as it may, each of another queue",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-04"}},
	Queues:   standards(numbered("queue", 10)...),
	Requests: 80,
	Run: func(t *judge.T) {
		leases := make([]judge.Lease, 10)
		queue := func(i int) *judge.Queue { return t.Queue(fmt.Sprint("queue ", i+1)) }
		t.Parallel(len(leases), func(i int) {
			queue(i).MustSend("work")
			leases[i] = queue(i).MustLease(judge.For(long))
		})
		for i, o := range ack(t, judge.Handles(leases...)...) {
			t.Expect(o).To(judge.Be(target.OK), "the handle of queue %d of %d", i+1, len(leases))
		}
		for _, o := range queue(0).ChangeVisibilityAll(0, judge.Handles(leases...)...) {
			t.Expect(o).To(judge.Be(target.Stale), "after an ack of all")
		}
	},
}

var ackOutOfBounds = &judge.Case{
	Name:     "ack-out-of-bounds",
	Title:    "an ack of 0 or of 11 handles, also with one of them twice, answers 400, and acknowledges nothing; 10 are accepted",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-05"}},
	Queues:   judge.Standard(),
	Requests: 50,
	Run: func(t *judge.T) {
		q, c := t.Queue(), ezgh.NewClient(t.Session())
		q.MustSend(numbered("work", 11)...)
		leases := q.MustLeases(11, judge.For(long))
		handles := judge.Handles(leases...)
		for _, refused := range [][]string{{}, handles, append(handles[:10:10], handles[0])} {
			call := t.Answered(c.AckReceipts(t.Context(), ezgh.Ack{Handles: refused}, wire.Deviant))
			t.Expect(call).To(judge.HaveStatus(400), "%d handles", len(refused))
		}
		for _, accepted := range [][]string{handles[:10], handles[10:]} {
			for _, o := range ack(t, accepted...) {
				t.Expect(o).To(judge.Be(target.OK), "after 11 handles were refused, %d of them", len(accepted))
			}
		}
		q.Gone(leases...)
	},
}

var secondAck = &judge.Case{
	Name:     "second-ack",
	Title:    "a second ack of one delivery answers receipt_handle_stale",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-ACK-06"}},
	Queues:   judge.Standard(),
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("acknowledged", "other")
		leases := q.MustLeases(2, judge.For(long))
		q.MustAcknowledge(leases[0])
		for range 2 {
			t.Expect(q.Acknowledge(leases[0].Handle)).To(judge.Be(target.Stale))
		}
		q.Untouched(leases[1])
	},
}

var doubledAck = &judge.Case{
	Name:   "doubled-ack",
	Title:  "a handle that is twice in one ack answers ok and then receipt_handle_stale",
	Judges: judge.By{specs.EZGH: {ID: "EQ-ACK-17"}},
	Queues: judge.Standard(),
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		handle := q.MustLease(judge.For(long)).Handle
		results := ack(t, handle, handle)
		t.Expect(results[0]).To(judge.Be(target.OK), "the first of two")
		t.Expect(results[1]).To(judge.Be(target.Stale), "the second of two")
	},
}

var badHandleAmongGood = &judge.Case{
	Name:           "bad-handle-among-good",
	Title:          "a bad handle among good ones does not stop the good ones, wherever it stands",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-ACK-15"}},
	Queues:         judge.Standard(),
	Requests:       35,
	InvalidHandles: 2,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend(numbered("work", 5)...)
		leases := q.MustLeases(5, judge.For(long))
		q.MustAcknowledge(leases[4])
		h := judge.Handles(leases...)
		handles := []string{garbage[0], h[0], h[1], h[4], h[2], garbage[1], h[3]}
		for i, o := range ack(t, handles...) {
			if good := slices.Index(h[:4], handles[i]); good >= 0 {
				t.Expect(o).To(judge.Be(target.OK), "good handle at place %d of %d", i+1, len(handles))
			}
		}
		q.Gone(leases...)
	},
}

var ackOfNoHandles = &judge.Case{
	Name:           "ack-of-no-handles",
	Title:          "an ack whose receiptHandles are missing, null, no list or hold non-strings answers 400, and acknowledges nothing",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-ACK-16"}},
	Queues:         judge.Standard(),
	Requests:       30,
	InvalidHandles: 4,
	Run: func(t *judge.T) {
		q, c := t.Queue(), ezgh.NewClient(t.Session())
		q.MustSend("work")
		held := q.MustLease(judge.For(long))
		for _, body := range []map[string]any{
			{},
			{"receiptHandles": nil},
			{"receiptHandles": held.Handle},
			{"receiptHandles": map[string]any{"0": held.Handle}},
			{"receiptHandles": []any{held.Handle, 5}},
			{"receiptHandles": []any{held.Handle, nil}},
			{"receiptHandles": []any{[]any{held.Handle}, held.Handle}},
		} {
			call := t.Answered(c.AckReceipts(t.Context(), body, wire.Deviant))
			t.Expect(call).To(judge.HaveStatus(400))
		}
		q.Untouched(held)
	},
}
