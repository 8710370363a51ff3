package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// receive holds the cases about what a receive may leave out and how much it
// answers.
var receive = []*judge.Case{
	receiveWithoutFields,
	receiveWithoutBody,
	emptyReceive,
	neverMoreThanAsked,
	oneUnlessAsked,
	getLeasesNothing,
}

var receiveWithoutFields = &judge.Case{
	Name:  "receive-without-fields",
	Title: "a receive that asks for nothing in particular answers 200, whether messages are there or not",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-01"},
		specs.EZGH:     {ID: "EQ-RECV-01"},
	},
	Queues: judge.With(target.Settings{Kind: target.Standard, ReceiveWait: time.Second, Visibility: long}),
	Waits:  time.Second,
	Run: func(t *judge.T) {
		q, silent := t.Queue(), []judge.ReceiveOption{judge.DefaultMax(), judge.DefaultWait()}
		t.Expect(q.Receive(silent...)).To(judge.HaveStatus(200), "on an empty queue")
		q.MustSend("work")
		got := q.MustSome(silent...)[0]
		t.Expect(got.Call).To(judge.HaveStatus(200), "with a message")
	},
}

// The header is what many clients set on every POST.
var receiveWithoutBody = &judge.Case{
	Name:   "receive-without-body",
	Title:  "a receive without a body answers 200, with a Content-Type and without one",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RECV-01"}},
	Queues: longLease(),
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		q.MustSend(numbered("work", 4)...)
		for _, header := range []wire.Option{
			wire.WithHeader("Content-Type"),
			wire.WithHeader("Content-Type", "application/json"),
		} {
			call := t.Answered(c.ReceiveMessages(t.Context(), q.Ref(), nil, header, wire.Waiting(longest)))
			t.Expect(call).To(judge.HaveStatus(200))
		}
	},
}

var emptyReceive = &judge.Case{
	Name:  "empty-receive",
	Title: "a receive that finds nothing answers 200 with an empty list, with a wait and without one, on a queue that is empty or whose messages are all leased",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-02"},
		specs.EZGH:     {ID: "EQ-RECV-02"},
	},
	Queues: eachKind(),
	Waits:  3 * time.Second,
	Run: func(t *judge.T) {
		t.Parallel(len(kinds), func(i int) {
			q := t.Queue(kinds[i])
			mustBeEmpty(t, q, "an empty queue")
			q.MustSend("work")
			q.MustLease(judge.For(long))
			mustBeEmpty(t, q, "a queue whose message is leased")
		})
	},
}

// mustBeEmpty fails unless receives find nothing, and say so well.
func mustBeEmpty(t *judge.T, q *judge.Queue, where string) {
	for _, wait := range []time.Duration{0, time.Second} {
		got := q.Receive(judge.Wait(wait), judge.Max(10))
		t.Expect(got).To(judge.HaveStatus(200), "on %s, with a wait of %s", where, wait)
		if n := len(listed(t, got.Call)); n > 0 {
			t.Decide(got.Exchange)
			t.Failf("expected an empty list on %s, observed %d messages in exchange %d", where, n, got.Exchange)
		}
	}
}

var neverMoreThanAsked = &judge.Case{
	Name:  "never-more-than-asked",
	Title: "a receive never answers more messages than it asked for, however many are there",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-04"},
		specs.EZGH:     {ID: "EQ-RECV-05"},
	},
	Queues:   judge.Standard(),
	Requests: 35,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend(numbered("work", 12)...)
		for range 2 {
			for most := 1; most <= 10; most++ {
				mustBeAtMost(t, q.Receive(judge.Max(most), judge.For(0)), most)
			}
		}
	},
}

var oneUnlessAsked = &judge.Case{
	Name:     "one-unless-asked",
	Title:    "a receive without maxMessages answers one message at most",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-RECV-04"}},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend(numbered("work", 6)...)
		for range 6 {
			mustBeAtMost(t, q.Receive(judge.DefaultMax(), judge.For(0)), 1)
		}
	},
}

// mustBeAtMost fails unless a receive was answered well, with no more messages.
func mustBeAtMost(t *judge.T, got target.Received, most int) {
	t.Expect(got).To(judge.HaveStatus(200))
	if n := len(got.Deliveries); n > most {
		t.Failf("expected no more messages than %d, observed %d in exchange %d", most, n, got.Exchange)
	}
}

var getLeasesNothing = &judge.Case{
	Name:     "get-leases-nothing",
	Title:    "a GET on the receive path answers 4xx and leases nothing, also with the fields of a receive in its body or its query",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RECV-18"}},
	Queues:   longLease(),
	Requests: 15,
	Run: func(t *judge.T) {
		q, get := t.Queue(), []wire.Option{wire.WithMethod("GET"), wire.Deviant}
		leasesNothing(t, q, func() {
			t.Expect(sendReceive(t, q, nil, get...)).To(judge.BeClientError())
			t.Expect(sendReceive(t, q, wire.Raw(`{"max_messages":1}`), get...)).To(judge.BeClientError(), "with a body")
			get = append(get, wire.WithQuery("max_messages", "10"), wire.WithQuery("visibility_timeout_seconds", "0"))
			t.Expect(sendReceive(t, q, nil, get...)).To(judge.BeClientError())
		})
	},
}
