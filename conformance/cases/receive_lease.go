package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveLease holds the cases about how long a receive's leases last, and for whom.
var receiveLease = []*judge.Case{
	leasedIsHiddenFromAll,
	queueTimeoutApplies,
	onFIFO(queueTimeoutApplies),
	longOverrideHoldsOnce,
	onFIFO(longOverrideHoldsOnce),
	shortOverrideHoldsOnce,
}

var leasedIsHiddenFromAll = &judge.Case{
	Name:     "leased-is-hidden-from-all",
	Title:    "leased messages are hidden from every other receive, several at once and one that waits among them, until their lease ends",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RECV-08"}},
	Queues:   judge.Standard(),
	Waits:    2 * short,
	Requests: 80,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend(numbered("work", 3)...)
		leases := q.MustLeases(3, judge.For(2*short))
		poll := q.Park(short, judge.Max(10), judge.For(long))
		t.Parallel(3, func(int) {
			for time.Now().Before(leases[0].MayEnd()) {
				q.StillHidden(leases...)
				t.Pause(200 * time.Millisecond)
			}
		})
		q.NotEarly(poll.MustReceive(), leases...)
	},
}

var queueTimeoutApplies = &judge.Case{
	Name:  "queue-timeout-applies",
	Title: "a receive that names no visibility timeout leases for the queue's",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-14"},
		specs.EZGH:     {ID: "EQ-RECV-09"},
	},
	Queues:   judge.With(target.Settings{Kind: target.Standard, Visibility: 2 * short}),
	Waits:    2*short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendApart(q, "one", "two")
		byQueue, byReceive := q.MustLease(), q.MustLease(judge.For(2*short))
		q.StaysHidden(byQueue)
		mustEndLike(t, q, byReceive, byQueue)
	},
}

// mustEndLike fails unless messages that are leased for the queue's visibility
// timeout are available when they should be. That leases lapse at all is
// prepared: like's was named by its receive.
func mustEndLike(t *judge.T, q *judge.Queue, like judge.Lease, leases ...judge.Lease) {
	t.WaitUntil(judge.AllEnded(append(leases, like)...))
	first := q.MustLeaseLapsed(1, judge.For(long))[0]
	left := slices.DeleteFunc(judge.Bodies(leases...), func(body string) bool { return body == first.Body })
	q.AllDelivered("the queue's visibility timeout had passed since a receive that named none", left...)
}

// overrideOnce is what the cases about a receive's own timeout judge.
var overrideOnce = judge.By{
	specs.Basaltic: {ID: "BQ-RECV-15"},
	specs.EZGH:     {ID: "EQ-RECV-09"},
}

var longOverrideHoldsOnce = &judge.Case{
	Name:     "long-override-holds-once",
	Title:    "after a receive with a longer visibility timeout the queue's holds again, for the same message and for others",
	Judges:   overrideOnce,
	Queues:   judge.With(target.Settings{Kind: target.Standard, Visibility: short}),
	Waits:    short + time.Second,
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendApart(q, "same")
		q.MustChangeVisibility(q.MustLease(judge.For(long)), 0)
		same := q.MustLeaseReleased(1)[0]
		sendApart(q, "one", "two")
		other := q.MustLease()
		mustEndLike(t, q, q.MustLease(judge.For(short)), same, other)
	},
}

var shortOverrideHoldsOnce = &judge.Case{
	Name:     "short-override-holds-once",
	Title:    "after a receive with a shorter visibility timeout the queue's holds again, for the same message and for others",
	Judges:   overrideOnce,
	Queues:   judge.With(target.Settings{Kind: target.Standard, Visibility: 10 * long}),
	Waits:    2*short + 2*time.Second,
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("same")
		t.WaitUntil(q.MustLease(judge.For(short)).HasEnded())
		q.MustSend("other")
		leases := q.MustLeaseLapsed(2)
		t.Pause(short + t.Tolerance().Late)
		q.StillHidden(leases...)
	},
}
