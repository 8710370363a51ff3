package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire/control"
	"github.com/leasecheck/leasecheck/specs"
)

// limitRate holds the cases about rate limits of EZGH's receives, and about
// queues that are unavailable.
var limitRate = slices.Concat(
	[]*judge.Case{
		queueLimit,
		organizationLimit,
		unavailableSaysWhen,
	},
	limitedClaimsNothing,
)

const (
	// receiveLimit is how many receives pass in a receiveWindow.
	receiveLimit  = 3
	receiveWindow = 10 * time.Second
)

// mustLimitReceives fails unless the last of 2n + 1 receives within one window
// at the latest is refused with Retry-After, where at most n may pass.
func mustLimitReceives(t *judge.T, queues ...*judge.Queue) {
	var first, last target.Call
	for i := range 2*receiveLimit + 1 {
		last = bareReceive(t, queues[i%len(queues)], 0)
		if last.Status == 429 {
			mustSayWhen(t, last)
			return
		}
		t.Expect(last).To(judge.HaveStatus(200))
		if i == 0 {
			first = last
		}
	}
	if took := last.Answered.Sub(first.Sent); took > receiveWindow-time.Second {
		t.Inconclusivef("%d receives took %s, more than the window of %s", 2*receiveLimit+1, took, receiveWindow)
	}
	t.Decide(first.Exchange, last.Exchange)
	t.Failf("expected a 429 to one of %d receives within %s, where %d may pass in %s; observed none",
		2*receiveLimit+1, last.Answered.Sub(first.Sent), receiveLimit, receiveWindow)
}

var queueLimit = &judge.Case{
	Name:   "queue-limit",
	Title:  "over the queue's rate limit a receive answers 429 with Retry-After",
	Judges: judge.By{specs.EZGH: {ID: "EQ-LIMIT-05"}},
	Needs:  []judge.Need{judge.NeedRate},
	Queues: judge.Standard(),
	Alone:  true,
	Run: func(t *judge.T) {
		q := t.Queue()
		t.Limit(control.Limit{Queue: q.Ref(), Operation: "ReceiveMessages", Requests: receiveLimit, Window: receiveWindow})
		mustLimitReceives(t, q)
	},
}

// No queue has more receives than may pass of all of them.
var organizationLimit = &judge.Case{
	Name:     "organization-limit",
	Title:    "over the organization's rate limit a receive answers 429 with Retry-After, also where each queue is well below it",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-LIMIT-06"}},
	Needs:    []judge.Need{judge.NeedRate},
	Queues:   standards("one", "two", "three", "four"),
	Requests: 20,
	Alone:    true,
	Run: func(t *judge.T) {
		t.Limit(control.Limit{
			Organization: t.Session().Client().Target().Organization,
			Operation:    "ReceiveMessages", Requests: receiveLimit, Window: receiveWindow,
		})
		mustLimitReceives(t, t.Queue("one"), t.Queue("two"), t.Queue("three"), t.Queue("four"))
	},
}

// The message is sent when the queue is over its limit. A refused receive that
// claimed it nevertheless would hide it for longer than the case takes.
var limitedClaimsNothing = byClockAndInTime(judge.Case{
	Name:     "limited-claims-nothing",
	Title:    "after Retry-After a receive passes, and a 429 claimed nothing",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-LIMIT-07"}},
	Needs:    []judge.Need{judge.NeedRate},
	Queues:   longLease(),
	Requests: 20,
	Alone:    true,
}, receiveWindow+2*time.Second, func(t *judge.T, pass passing) {
	q := t.Queue()
	t.Limit(control.Limit{Queue: q.Ref(), Operation: "ReceiveMessages", Requests: receiveLimit, Window: receiveWindow})
	for n := 0; bareReceive(t, q, long).Status != 429; n++ {
		if n == 2*receiveLimit {
			t.Inconclusivef("none of %d receives was answered 429; see EQ-LIMIT-05", n+1)
		}
	}
	q.MustSend("work")
	refused := bareReceive(t, q, long)
	if refused.Status != 429 {
		t.Inconclusivef("a receive right after a 429 was answered %d", refused.Status)
	}
	pass(t, told(t, refused)+t.Tolerance().Late)
	passed := bareReceive(t, q, long)
	t.Expect(passed).To(judge.HaveStatus(200), "after Retry-After %q", refused.Header.Get("Retry-After"))
	if len(listed(t, passed)) == 0 {
		t.ClearLimits()
		q.AllDelivered("the receive that was answered 429 claimed nothing", "work")
	}
})

// unavailableRetry is the Retry-After that a queue is made to answer.
const unavailableRetry = time.Second

var unavailableSaysWhen = &judge.Case{
	Name:   "unavailable-says-when",
	Title:  "each 503 of an outage carries Retry-After, and the receive then passes",
	Judges: judge.By{specs.EZGH: {ID: "EQ-ERR-02"}},
	Needs:  []judge.Need{judge.NeedUnavailable},
	Queues: judge.Standard(),
	Waits:  unavailableRetry + time.Second,
	Run: func(t *judge.T) {
		q := t.Queue()
		t.MustControl(t.Control().SetUnavailable(t.Context(), q.Ref(), 2, unavailableRetry))
		var wait time.Duration
		for n := range 2 {
			refused := bareReceive(t, q, 0)
			if refused.Status != 503 {
				t.Inconclusivef("the control API made the queue unavailable, and receive %d of 2 was answered %d", n+1, refused.Status)
			}
			wait = mustSayWhen(t, refused)
		}
		t.Pause(wait)
		t.Expect(bareReceive(t, q, 0)).To(judge.HaveStatus(200), "after a Retry-After of %s", wait)
	},
}
