package cases

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// limit holds the cases about the invalid handles that EZGH takes from one
// client address. Each has an address of its own, or clears what was counted.
var limit = slices.Concat(
	[]*judge.Case{
		hundredInvalidAnswered,
		tooManyInvalidAcks,
		tooManyInvalidChanges,
		ackAndVisibilityCountTogether,
		otherAddressPasses,
		headersBuyNoAddress,
	},
	addressPassesAfterRetryAfter,
)

const (
	// mostInvalid handles a minute an address may send.
	mostInvalid = 100
	// certainlyTooMany within less than a minute cross the line in some window,
	// whether windows are fixed or sliding.
	certainlyTooMany = 2*mostInvalid + 1
	// lessThanMinute is how long sending them may take.
	lessThanMinute = 59 * time.Second
	// handlesARequest is the most that one takes.
	handlesARequest = 10
	// overspending requests cross the line for certain: the one that crosses it may
	// be answered, and the next is refused.
	overspending = certainlyTooMany/handlesARequest + 2
	invalidSpent = overspending * handlesARequest
)

// receiptUse sends a receipt request with some handles.
type receiptUse func(c *ezgh.Client, t *judge.T, handles []string, o ...wire.Option) target.Call

func useToAck(c *ezgh.Client, t *judge.T, handles []string, o ...wire.Option) target.Call {
	return t.Whole(c.AckReceipts(t.Context(), ezgh.Ack{Handles: handles}, o...))
}

func useToChange(c *ezgh.Client, t *judge.T, handles []string, o ...wire.Option) target.Call {
	entries := make([]ezgh.VisibilityEntry, len(handles))
	for i, h := range handles {
		entries[i] = ezgh.VisibilityEntry{Handle: h, Seconds: wire.Seconds(long)}
	}
	return t.Whole(c.ChangeReceiptVisibility(t.Context(), ezgh.Visibility{Entries: entries}, o...))
}

// noHandles are n texts that are none.
func noHandles(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprint("no-handle-", i)
	}
	return texts
}

// spend sends n invalid handles, each request of which must be answered.
func spend(t *judge.T, c *ezgh.Client, use receiptUse, n int) {
	for ; n > 0; n -= handlesARequest {
		t.Expect(use(c, t, noHandles(min(n, handlesARequest)))).To(judge.HaveStatus(200))
	}
}

// overspend sends invalid handles, by each use in turn, until a request is
// refused, and fails when none is although the line was certainly crossed
// before. It returns the refusal. change, unless nil, gives a request's options.
func overspend(t *judge.T, c *ezgh.Client, change func(i int) []wire.Option, uses ...receiptUse) target.Call {
	var first, last target.Call
	for i := range overspending {
		var options []wire.Option
		if change != nil {
			options = change(i)
		}
		last = uses[i%len(uses)](c, t, noHandles(handlesARequest), options...)
		if last.Status == 429 {
			t.Decide(last.Exchange)
			return last
		}
		t.Expect(last).To(judge.HaveStatus(200))
		if i == 0 {
			first = last
		}
	}
	if took := last.Answered.Sub(first.Sent); took > lessThanMinute {
		t.Inconclusivef("sending %d invalid handles took %s, more than the window of a minute", invalidSpent, took)
	}
	t.Decide(first.Exchange, last.Exchange)
	t.Failf("expected a 429 to more than %d invalid handles a minute from one address, observed none to %d within %s",
		mostInvalid, invalidSpent, last.Answered.Sub(first.Sent))
	return target.Call{}
}

var hundredInvalidAnswered = &judge.Case{
	Name:           "hundred-invalid-answered",
	Title:          "100 invalid handles from one address are answered within a minute, and valid and stale ones do not count",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-LIMIT-02"}},
	Needs:          []judge.Need{judge.NeedResetLimits},
	Queues:         judge.Standard(),
	Requests:       70,
	Alone:          true,
	InvalidHandles: mostInvalid,
	Run: func(t *judge.T) {
		t.ClearLimits()
		q, c := t.Queue(), ezgh.NewClient(t.Session())
		q.MustSend(numbered("work", 2*handlesARequest)...)
		leases := q.MustLeases(2*handlesARequest, judge.For(long))
		stale, valid := judge.Handles(leases[:handlesARequest]...), judge.Handles(leases[handlesARequest:]...)
		q.MustAcknowledge(leases[:handlesARequest]...)
		for range certainlyTooMany/handlesARequest + 1 {
			t.Expect(useToAck(c, t, stale)).To(judge.HaveStatus(200), "stale handles")
			t.Expect(useToChange(c, t, valid)).To(judge.HaveStatus(200), "valid handles")
		}
		spend(t, c, useToAck, mostInvalid/2)
		spend(t, c, useToChange, mostInvalid/2)
		t.Expect(useToAck(c, t, stale)).To(judge.HaveStatus(200), "stale handles after %d invalid ones", mostInvalid)
		t.Expect(useToAck(c, t, valid)).To(judge.HaveStatus(200), "valid handles after %d invalid ones", mostInvalid)
	},
}

// tooMany is what these two cases judge.
var tooMany = judge.By{specs.EZGH: {ID: "EQ-LIMIT-01"}}

var tooManyInvalidAcks = &judge.Case{
	Name:           "too-many-invalid-acks",
	Title:          "more than 100 invalid handles a minute from one address in acks bring a 429 with Retry-After",
	Judges:         tooMany,
	Needs:          []judge.Need{judge.NeedResetLimits},
	Requests:       30,
	Alone:          true,
	InvalidHandles: invalidSpent,
	Run:            func(t *judge.T) { mustBeTooMany(t, useToAck) },
}

var tooManyInvalidChanges = &judge.Case{
	Name:           "too-many-invalid-changes",
	Title:          "more than 100 invalid handles a minute from one address in visibility changes bring a 429 with Retry-After",
	Judges:         tooMany,
	Needs:          []judge.Need{judge.NeedResetLimits},
	Requests:       30,
	Alone:          true,
	InvalidHandles: invalidSpent,
	Run:            func(t *judge.T) { mustBeTooMany(t, useToChange) },
}

func mustBeTooMany(t *judge.T, use receiptUse) {
	t.ClearLimits()
	mustSayWhen(t, overspend(t, ezgh.NewClient(t.Session()), nil, use))
}

// 200 handles may be answered, where a window ends after the first 100, and the
// request that crosses the line too. What is judged is an ack after that, of a
// valid handle: the acks alone are still within their 100.
var ackAndVisibilityCountTogether = &judge.Case{
	Name:           "ack-and-visibility-count-together",
	Title:          "invalid handles in acks and in visibility changes count together, and over the limit both are refused",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-LIMIT-08"}},
	Needs:          []judge.Need{judge.NeedResetLimits},
	Queues:         judge.Standard(),
	Requests:       30,
	Alone:          true,
	InvalidHandles: invalidSpent,
	Run: func(t *judge.T) {
		t.ClearLimits()
		q, c := t.Queue(), ezgh.NewClient(t.Session())
		q.MustSend("work")
		valid := judge.Handles(q.MustLease(judge.For(long)))
		begun := time.Now()
		for n := 0; n < mostInvalid; n += handlesARequest {
			for _, use := range []receiptUse{useToAck, useToChange} {
				if call := use(c, t, noHandles(handlesARequest)); call.Status == 429 {
					t.Decide(call.Exchange)
					return
				}
			}
		}
		useToChange(c, t, noHandles(1))
		next := useToAck(c, t, valid)
		if took := next.Answered.Sub(begun); took > lessThanMinute {
			t.Inconclusivef("sending %d invalid handles took %s, more than the window of a minute", certainlyTooMany, took)
		}
		t.Expect(next).To(judge.HaveStatus(429), "an ack after %d invalid handles in acks and %d in visibility changes", mostInvalid, mostInvalid+1)
	},
}

// mustPass fails unless a request with one handle is answered, and its result is ok.
func mustPass(t *judge.T, call target.Call, what string, args ...any) {
	t.Expect(call).To(judge.HaveStatus(200), append([]any{what}, args...)...)
	t.Expect(receiptResults(t, call, 1)[0]).To(judge.Be(target.OK), append([]any{what}, args...)...)
}
