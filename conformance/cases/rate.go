package cases

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/conformance/wire/control"
	"github.com/leasecheck/leasecheck/specs"
)

// rate holds the cases about Basaltic's rate limits. A limit is set on the
// sends to a queue, an operation that documents a 429.
var rate = slices.Concat(
	[]*judge.Case{
		receivesAreNeverLimited,
		limitSparesReceives,
		limitedSendsSpareReceives,
		limitedSaysWhen,
		limitedPurgeSaysWhen,
		passedSaysHowMany,
	},
	earlyRetryExtends,
	passesAfterRetryAfter,
	passesAfterEarlyRetry,
)

// The headers of an operation that documents a 429.
var limitHeaders = []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"}

const (
	// receives are how many a client may well make at once, and that no limit holds.
	receives = 240
	// receivers make them.
	receivers = 8
)

var receivesAreNeverLimited = &judge.Case{
	Name:     "receives-are-never-limited",
	Title:    "many receives in a row, by several consumers, are never answered 429",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RATE-01"}},
	Queues:   judge.Standard(),
	Requests: receives,
	Run: func(t *judge.T) {
		t.Parallel(receivers, func(int) {
			for range receives / receivers {
				mustNotBeLimited(t, t.Queue())
			}
		})
	},
}

// mustNotBeLimited makes a receive that must not be answered 429. If it is, the
// answer is obeyed and the receive tried once more.
func mustNotBeLimited(t *judge.T, q *judge.Queue) {
	call := bareReceive(t, q, 0)
	if call.Status != 429 {
		return
	}
	if wait, said := wire.RetryAfter(call); said {
		t.Pause(wait)
	}
	if again := bareReceive(t, q, 0); again.Status == 429 {
		t.Decide(call.Exchange, again.Exchange)
		t.Failf("expected no 429 to a receive, which documents none; observed one in exchange %d, and after its Retry-After %q another in exchange %d",
			call.Exchange, call.Header.Get("Retry-After"), again.Exchange)
	}
}

// bareReceive is a receive that does not wait, whatever its answer.
func bareReceive(t *judge.T, q *judge.Queue, lease time.Duration) target.Call {
	one, none := 1, time.Duration(0)
	return t.Whole(q.Queue.Receive(t.Context(), target.Receive{Max: &one, Wait: &none, Visibility: &lease}).Call)
}

var limitSparesReceives = &judge.Case{
	Name:   "limit-spares-receives",
	Title:  "a rate limit that is set for receives, which document no 429, has no effect",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RATE-01"}},
	Needs:  []judge.Need{judge.NeedRate},
	Queues: judge.Standard(),
	Alone:  true,
	Run: func(t *judge.T) {
		q := t.Queue()
		t.Limit(control.Limit{Queue: q.Ref(), Operation: "receiveMessages", Requests: 1, Window: time.Minute})
		for range 5 {
			call := bareReceive(t, q, 0)
			t.Expect(call).To(judge.HaveStatus(200))
		}
	},
}

var limitedSendsSpareReceives = &judge.Case{
	Name:   "limited-sends-spare-receives",
	Title:  "a queue whose sends are over their rate limit answers no 429 to receives",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RATE-01"}},
	Needs:  []judge.Need{judge.NeedRate, judge.NeedProducer},
	Queues: judge.Standard(),
	Alone:  true,
	Run: func(t *judge.T) {
		limitSends(t)
		refused := limited(t)
		for range 3 {
			call := bareReceive(t, t.Queue(), 0)
			t.Expect(call).To(judge.HaveStatus(200), "after a send was refused in exchange %d", refused.Exchange)
		}
	},
}

const (
	// sendLimit is how many sends pass in a sendWindow.
	sendLimit  = 3
	sendWindow = 10 * time.Second
)

// limitSends sets the limit on the sends to the case's queue.
func limitSends(t *judge.T) {
	t.Limit(control.Limit{Queue: t.Queue().Ref(), Operation: "sendMessage", Requests: sendLimit, Window: sendWindow})
}

// send sends a message by the dialect's own operation, whatever the answer.
func send(t *judge.T, body string) target.Call {
	q := t.Queue()
	return t.Whole(target.Own(q.Queue).Send(t.Context(), q.Message(body)).Call)
}

// limited sends until a 429 comes: with windows that are fixed at the latest
// with the second full one, and one more send.
func limited(t *judge.T) target.Call {
	for n := range 2*sendLimit + 1 {
		if call := send(t, fmt.Sprint("work ", n)); call.Status == 429 {
			t.Decide(call.Exchange)
			return call
		}
	}
	t.Inconclusivef("the control API set a limit of %d sends in %s, and %d passed at once", sendLimit, sendWindow, 2*sendLimit+1)
	return target.Call{}
}

// mustSayWhen reads a refusal's Retry-After.
func mustSayWhen(t *judge.T, call target.Call) time.Duration {
	wait, said := wire.RetryAfter(call)
	if !said {
		t.Decide(call.Exchange)
		t.Failf("expected a %d with Retry-After, in seconds or as a date, observed %q in exchange %d",
			call.Status, call.Header.Get("Retry-After"), call.Exchange)
	}
	return wait
}

// told is how long a refusal asks to wait. That it says so is judged elsewhere.
func told(t *judge.T, call target.Call) time.Duration {
	wait, said := wire.RetryAfter(call)
	if !said {
		t.Decide(call.Exchange)
		t.Inconclusivef("the %d in exchange %d does not say when to come back: Retry-After %q; see %s",
			call.Status, call.Exchange, call.Header.Get("Retry-After"), saysWhen[t.Dialect()])
	}
	return wait
}

// saysWhen are the requirements of which the cases judge a 429's Retry-After.
var saysWhen = map[specs.Dialect]string{specs.Basaltic: "BQ-RATE-02", specs.EZGH: "EQ-LIMIT-01 and EQ-LIMIT-05"}

var limitedSaysWhen = &judge.Case{
	Name:   "limited-says-when",
	Title:  "a 429 carries X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset and Retry-After",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RATE-02"}},
	Needs:  []judge.Need{judge.NeedRate, judge.NeedProducer},
	Queues: judge.Standard(),
	Alone:  true,
	Run: func(t *judge.T) {
		limitSends(t)
		refused := limited(t)
		mustSayWhen(t, refused)
		t.Expect(refused).To(judge.CarryHeader(limitHeaders...))
	},
}

// Which operations beside sends document a 429 is not known: a purge may, and
// what may not has no limit.
var limitedPurgeSaysWhen = &judge.Case{
	Name:   "limited-purge-says-when",
	Title:  "a 429 to a purge carries X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset and Retry-After too",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RATE-02"}},
	Needs:  []judge.Need{judge.NeedRate, judge.NeedProducer},
	Queues: judge.Standard(),
	Alone:  true,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		limit := control.Limit{Queue: q.Ref(), Operation: "purgeQueue", Requests: sendLimit, Window: sendWindow}
		t.Cleanup(func(ctx context.Context) { _, _ = t.Control().ClearLimits(ctx) })
		if _, err := t.Control().SetLimit(t.Context(), limit); err != nil {
			t.Recordf("no rate limit can be set on purges: %v", err)
			return
		}
		for range 2*sendLimit + 1 {
			if refused := t.Whole(c.PurgeQueue(t.Context(), q.Ref())); refused.Status == 429 {
				mustSayWhen(t, refused)
				t.Expect(refused).To(judge.CarryHeader(limitHeaders...))
				return
			}
		}
		t.Recordf("purges are not limited")
	},
}

// The second send is refused for what it says, and so within the limit.
var passedSaysHowMany = &judge.Case{
	Name:   "passed-says-how-many",
	Title:  "a send that passes a rate limit carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset too, also where it is refused for its body",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RATE-05"}},
	Needs:  []judge.Need{judge.NeedRate, judge.NeedProducer},
	Queues: judge.Standard(),
	Alone:  true,
	Run: func(t *judge.T) {
		limitSends(t)
		passed := send(t, "work")
		t.Expect(passed).To(judge.BeSuccess())
		t.Expect(passed).To(judge.CarryHeader(limitHeaders...))
		c := basaltic.NewClient(t.Session())
		invalid := t.Whole(c.SendMessage(t.Context(), t.Queue().Ref(), wire.Raw(`{"body":null}`), wire.Deviant))
		if invalid.Status < 500 {
			t.Expect(invalid).To(judge.CarryHeader(limitHeaders...))
		}
	},
}

var earlyRetryExtends = byClockAndInTime(judge.Case{
	Name:   "early-retry-extends",
	Title:  "a send that is retried before Retry-After is refused and extends the window, and so is one before that of the retry",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RATE-03"}},
	Needs:  []judge.Need{judge.NeedRate, judge.NeedProducer},
	Queues: judge.Standard(),
	Alone:  true,
}, 2*sendWindow+2*time.Second, func(t *judge.T, pass passing) {
	limitSends(t)
	refused := limited(t)
	for range 2 {
		refused = mustExtend(t, pass, refused)
	}
})

// mustExtend retries too early after a refusal, and gives the refusal that is the
// answer. The retry comes at 80 % of Retry-After. Where the Retry-After that
// answers it does not tell whether the window was extended, one more send tells,
// made just after the window would have ended.
func mustExtend(t *judge.T, pass passing, first target.Call) (last target.Call) {
	wait := told(t, first)
	moved := pass(t, wait*8/10)
	retry := send(t, "retry")
	if late := retry.Answered.Add(moved).Sub(first.Sent); late > wait*9/10 {
		t.Inconclusivef("the retry that was to come within 90 %% of Retry-After %s was answered after %s", wait, late)
	}
	t.Expect(retry).To(judge.HaveStatus(429), "a retry %s after a 429 with Retry-After %s", retry.Sent.Add(moved).Sub(first.Answered), wait)
	again := told(t, retry)
	wasDue := first.Answered.Add(wait - moved)
	switch {
	case !retry.Answered.Add(again).After(first.Sent.Add(wait - moved - time.Second)):
		t.Failf("expected an early retry to extend the window, observed Retry-After %s in exchange %d and %s in exchange %d, %s later: an earlier end",
			wait, first.Exchange, again, retry.Exchange, retry.Answered.Add(moved).Sub(first.Sent))
	case retry.Sent.Add(again - time.Second).After(wasDue):
		return retry
	}
	pass(t, max(time.Until(wasDue), time.Millisecond))
	last = send(t, "after the old end")
	t.Expect(last).To(judge.HaveStatus(429), "a send after the window would have ended, had an early retry not extended it")
	return last
}

var passesAfterRetryAfter = byClockAndInTime(judge.Case{
	Name:   "passes-after-retry-after",
	Title:  "after Retry-After a send passes",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RATE-04"}},
	Needs:  []judge.Need{judge.NeedRate, judge.NeedProducer},
	Queues: judge.Standard(),
	Alone:  true,
}, sendWindow+2*time.Second, func(t *judge.T, pass passing) {
	limitSends(t)
	refused := limited(t)
	pass(t, told(t, refused)+t.Tolerance().Late)
	t.Expect(send(t, "later")).To(judge.BeSuccess(), "after Retry-After %q", refused.Header.Get("Retry-After"))
})

var passesAfterEarlyRetry = byClockAndInTime(judge.Case{
	Name:   "passes-after-early-retry",
	Title:  "also who retried too early passes after the Retry-After that answered that",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RATE-04"}},
	Needs:  []judge.Need{judge.NeedRate, judge.NeedProducer},
	Queues: judge.Standard(),
	Alone:  true,
}, 2*sendWindow, func(t *judge.T, pass passing) {
	limitSends(t)
	pass(t, told(t, limited(t))/2)
	retry := send(t, "retry")
	if retry.Status != 429 { // that it is refused is judged elsewhere
		t.Recordf("a retry before Retry-After was answered %d", retry.Status)
		return
	}
	pass(t, told(t, retry)+t.Tolerance().Late)
	t.Expect(send(t, "later")).To(judge.BeSuccess(), "after Retry-After %q of the answer to an early retry", retry.Header.Get("Retry-After"))
})
