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
		deletedQueuesDoNotCount,
		tooManyInvalidAcks,
		tooManyInvalidChanges,
		tooManyAlteredHandles,
		ackAndVisibilityCountTogether,
		otherAddressPasses,
		headersBuyNoAddress,
	},
	addressPassesAgain("address-passes-after-retry-after", "acks", useToAck),
	addressPassesAgain("changing-address-passes-after-retry-after", "visibility changes", useToChange),
	earlierMinutesDoNotCount,
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

// spend sends n invalid handles until a request is not answered, and returns
// that one, or the last.
func spend(t *judge.T, c *ezgh.Client, use receiptUse, n int) target.Call {
	var last target.Call
	for ; n > 0 && last.Status <= 200; n -= handlesARequest {
		last = use(c, t, noHandles(min(n, handlesARequest)))
	}
	return last
}

// overrun spends n, which certainly crosses the line. In a slow run it ends the case.
func overrun(t *judge.T, c *ezgh.Client, use receiptUse, n int) target.Call {
	begun := time.Now()
	last := spend(t, c, use, n)
	if last.Status != 200 {
		return last
	}
	if took := last.Answered.Sub(begun); took > lessThanMinute {
		t.Inconclusivef("sending %d invalid handles took %s, more than the window of a minute", n, took)
	}
	return last
}

// mustOverrun is overrun for a case that needs the address refused.
func mustOverrun(t *judge.T, c *ezgh.Client, use receiptUse) target.Call {
	refused := overrun(t, c, use, invalidSpent)
	if refused.Status != 429 {
		t.Decide(refused.Exchange)
		t.Inconclusivef("%d invalid handles from one address brought no 429 but %d; see EQ-LIMIT-01", invalidSpent, refused.Status)
	}
	return refused
}

var hundredInvalidAnswered = &judge.Case{
	Name:           "hundred-invalid-answered",
	Title:          "100 invalid handles from one address are answered within a minute, and valid and stale ones do not count",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-LIMIT-02"}},
	Needs:          []judge.Need{judge.NeedResetLimits},
	Queues:         judge.Standard(),
	Requests:       80,
	Alone:          true,
	InvalidHandles: mostInvalid,
	Run: func(t *judge.T) {
		t.ClearLimits()
		q := t.Queue()
		q.MustSend(numbered("work", 2*handlesARequest)...)
		leases := q.MustLeases(2*handlesARequest, judge.For(long))
		stale, valid := judge.Handles(leases[:handlesARequest]...), judge.Handles(leases[handlesARequest:]...)
		q.MustAcknowledge(leases[:handlesARequest]...)
		for range certainlyTooMany/handlesARequest + 1 {
			mustNotCount(t, useToAck, stale, "stale handles")
			mustNotCount(t, useToChange, valid, "valid handles")
		}
		for n := range mostInvalid / handlesARequest {
			invalid, others := noHandles(handlesARequest/2), [][]string{stale, valid}[n%2]
			mustNotCount(t, useToAck, beside(stale, invalid), "up to %d invalid handles, beside stale ones", mostInvalid)
			mustNotCount(t, useToChange, beside(others, invalid), "up to %d invalid handles, beside stale or valid ones", mostInvalid)
		}
		mustNotCount(t, useToAck, stale, "stale handles after %d invalid ones", mostInvalid)
		mustNotCount(t, useToAck, valid, "valid handles after %d invalid ones", mostInvalid)
	},
}

var deletedQueuesDoNotCount = &judge.Case{
	Name:     "deleted-queues-do-not-count",
	Title:    "handles of a deleted queue are stale and not invalid: any number of them from one address is answered",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-LIMIT-02"}},
	Needs:    []judge.Need{judge.NeedResetLimits, judge.NeedOwnQueues},
	Queues:   judge.Standard(),
	Requests: 60,
	Alone:    true,
	// None is invalid, but a target that takes them for it must not put off others.
	InvalidHandles: certainlyTooMany,
	Run: func(t *judge.T) {
		t.ClearLimits()
		q := t.Queue()
		q.MustSend(numbered("work", handlesARequest)...)
		stale := judge.Handles(q.MustLeases(handlesARequest, judge.For(long))...)
		mustPrepare(t, "the queue's deletion", q.Delete())
		for range certainlyTooMany/handlesARequest/2 + 1 {
			mustNotCount(t, useToAck, stale, "handles of a deleted queue")
			mustNotCount(t, useToChange, stale, "handles of a deleted queue")
		}
	},
}

// mustNotCount fails unless a request within the address's invalid handles is
// answered. A 429 that another address gets too is about something else.
func mustNotCount(t *judge.T, use receiptUse, handles []string, what string, args ...any) {
	call := use(ezgh.NewClient(t.Session()), t, handles)
	if call.Status == 429 && t.Meets(judge.NeedAddresses) {
		if other := use(ezgh.NewClient(t.OtherAddress()), t, handles); other.Status == 429 {
			t.Decide(call.Exchange, other.Exchange)
			t.Inconclusivef("exchange %d was answered 429, and so was exchange %d from an address that had sent nothing", call.Exchange, other.Exchange)
		}
	}
	t.Expect(call).To(judge.HaveStatus(200), append([]any{what}, args...)...)
}

// beside puts some of the handles before the others, in one request.
func beside(handles, others []string) []string {
	return slices.Concat(handles[:handlesARequest-len(others)], others)
}

// tooMany is what these cases judge.
var tooMany = judge.By{specs.EZGH: {ID: "EQ-LIMIT-01"}}

var tooManyInvalidAcks = &judge.Case{
	Name:           "too-many-invalid-acks",
	Title:          "more than 100 invalid handles a minute from one address in acks bring a 429 with Retry-After",
	Judges:         tooMany,
	Needs:          []judge.Need{judge.NeedResetLimits},
	Requests:       30,
	Alone:          true,
	InvalidHandles: invalidSpent,
	Run:            func(t *judge.T) { mustBeTooMany(t, useToAck, invalidSpent) },
}

var tooManyInvalidChanges = &judge.Case{
	Name:           "too-many-invalid-changes",
	Title:          "more than 100 invalid handles a minute from one address in visibility changes bring a 429 with Retry-After",
	Judges:         tooMany,
	Needs:          []judge.Need{judge.NeedResetLimits},
	Requests:       30,
	Alone:          true,
	InvalidHandles: invalidSpent,
	Run:            func(t *judge.T) { mustBeTooMany(t, useToChange, invalidSpent) },
}

func mustBeTooMany(t *judge.T, use receiptUse, n int) {
	t.ClearLimits()
	refused := overrun(t, ezgh.NewClient(t.Session()), use, n)
	t.Expect(refused).To(judge.HaveStatus(429), "%d handles that are invalid or beside such from one address, within a minute", n)
	mustSayWhen(t, refused)
}

// Where the two count apart, visibility changes are refused while the acks are
// still within their 100. The ack is of a valid handle, so that it would pass.
var ackAndVisibilityCountTogether = &judge.Case{
	Name:           "ack-and-visibility-count-together",
	Title:          "invalid handles in acks and in visibility changes count together, and over the limit both are refused",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-LIMIT-08"}},
	Needs:          []judge.Need{judge.NeedResetLimits},
	Queues:         judge.Standard(),
	Requests:       50,
	Alone:          true,
	InvalidHandles: mostInvalid + invalidSpent,
	Run: func(t *judge.T) {
		t.ClearLimits()
		q, c := t.Queue(), ezgh.NewClient(t.Session())
		q.MustSend("work")
		valid := judge.Handles(q.MustLease(judge.For(long)))
		if last := spend(t, c, useToAck, mostInvalid); last.Status != 200 {
			t.Inconclusivef("up to %d invalid handles were answered %d in exchange %d; see EQ-LIMIT-02", mostInvalid, last.Status, last.Exchange)
		}
		refused := mustOverrun(t, c, useToChange)
		next := useToAck(c, t, valid)
		t.Expect(next).To(judge.HaveStatus(429), "an ack after %d invalid handles in acks, when a visibility change was refused in exchange %d",
			mostInvalid, refused.Exchange)
	},
}

// mustPass fails unless a request with one handle is answered, and its result is ok.
func mustPass(t *judge.T, call target.Call, what string, args ...any) {
	t.Expect(call).To(judge.HaveStatus(200), append([]any{what}, args...)...)
	t.Expect(receiptResults(t, call, 1)[0]).To(judge.Be(target.OK), append([]any{what}, args...)...)
}
