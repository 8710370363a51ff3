package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveAgain holds the cases about what a message's later deliveries show.
var receiveAgain = []*judge.Case{
	everyReceiveCounts,
	onFIFO(everyReceiveCounts),
	zeroLeasesCount,
	sameOnEveryDelivery,
	onFIFO(sameOnEveryDelivery),
}

// counts is what the cases about a message's receive count judge.
var counts = judge.By{
	specs.Basaltic: {ID: "BQ-RECV-09"},
	specs.EZGH:     {ID: "EQ-RECV-13"},
}

var everyReceiveCounts = &judge.Case{
	Name:     "every-receive-counts",
	Title:    "a message's count is 1 on its first delivery, 2 after its lease lapsed, 3 after a release, and extensions do not count",
	Judges:   counts,
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work") // one message: while others came, its short lease could lapse
		first := q.MustLease(judge.For(short))
		mustCount(t, 1, first)
		t.WaitUntil(first.HasEnded())
		second := q.MustLeaseLapsed(1, judge.For(long))
		mustCount(t, 2, second...)
		q.MustChangeVisibility(q.MustChangeVisibility(second[0], long), 0)
		mustCount(t, 3, q.MustLeaseReleased(1, judge.For(long))...)
	},
}

var zeroLeasesCount = &judge.Case{
	Name:     "zero-leases-count",
	Title:    "a delivery with visibility timeout 0 counts like any other",
	Judges:   counts,
	Queues:   judge.Standard(),
	Requests: 10,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		for n := range 4 {
			mustCount(t, n+1, q.MustLease(judge.For(0)))
		}
	},
}

// mustCount fails unless each of the leases is its message's nth.
func mustCount(t *judge.T, n int, leases ...judge.Lease) {
	for _, l := range leases {
		if l.ReceiveCount != n {
			t.Decide(l.Call.Exchange)
			t.Failf("expected delivery %d of message %q to count %d, observed %d in exchange %d",
				n, l.Body, n, l.ReceiveCount, l.Call.Exchange)
		}
	}
}

var sameOnEveryDelivery = &judge.Case{
	Name:  "same-on-every-delivery",
	Title: "a message has the same id, body, attributes and time of sending on every delivery, after a lapse, and after an extension and releases",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-10"},
		specs.EZGH:     {ID: "EQ-RECV-11"},
	},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSendMessages(eachApart(q,
			target.Message{Body: "one", Attributes: map[string]target.Attribute{
				"trace": {Type: "String", Value: "abc"}, "attempt": {Type: "Number", Value: "1.50"},
			}},
			target.Message{Body: "two"},
		)...)
		first := q.MustLeases(2, judge.For(short))
		t.WaitUntil(judge.AllEnded(first...))
		second := q.MustLeaseLapsed(2, judge.For(long))
		for _, l := range second {
			q.MustChangeVisibility(q.MustChangeVisibility(l, long), 0)
		}
		later := second
		for range 3 {
			third := q.MustLeaseReleased(2, judge.For(long))
			later = append(later, third...)
			for _, l := range third {
				q.MustChangeVisibility(l, 0)
			}
		}
		for _, again := range later {
			mustBeSame(t, first, again)
		}
	},
}

// mustBeSame fails unless a delivery shows one of the messages delivered before.
func mustBeSame(t *judge.T, before []judge.Lease, again judge.Lease) {
	for _, first := range before {
		if first.MessageID != again.MessageID {
			continue
		}
		t.Decide(first.Call.Exchange, again.Call.Exchange)
		if first.Body != again.Body {
			t.Failf("expected body %s again, observed %s in exchange %d", excerpt(first.Body), excerpt(again.Body), again.Call.Exchange)
		}
		if !sameMoment(first.SentAt, again.SentAt) {
			t.Failf("expected the time of sending %s again, observed %s in exchange %d", first.SentAt, again.SentAt, again.Call.Exchange)
		}
		mustHaveAttributes(t, again, first.Attributes)
		return
	}
	t.Decide(again.Call.Exchange)
	t.Failf("expected the id of a message that was delivered before, observed id %q of body %s in exchange %d",
		again.MessageID, excerpt(again.Body), again.Call.Exchange)
}
