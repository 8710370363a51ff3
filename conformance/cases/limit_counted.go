package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// alteredSpent handles, of which all but one a request are invalid, cross the line
// for certain.
const alteredSpent = (certainlyTooMany/(handlesARequest-1) + 2) * handlesARequest

var tooManyAlteredHandles = &judge.Case{
	Name:           "too-many-altered-handles",
	Title:          "altered handles count as invalid, also beside a stale one: more than 100 a minute from one address bring a 429 with Retry-After",
	Judges:         tooMany,
	Needs:          []judge.Need{judge.NeedResetLimits},
	Queues:         judge.Standard(),
	Requests:       50,
	Alone:          true,
	InvalidHandles: alteredSpent,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend(numbered("work", 5)...)
		leases := q.MustLeases(5, judge.For(long))
		q.MustAcknowledge(leases[4])
		var invalid []altered
		for _, l := range leases[:4] {
			invalid = append(invalid, slices.Concat(raised(l.Handle), lowered(l.Handle))...)
		}
		mustBeTooMany(t, useAltered(sample(t.Rand(), alteredSpent, invalid), leases[4].Handle), alteredSpent)
	},
}

// useAltered acknowledges a stale handle with altered ones, the next of the list in
// the place of those that it is given.
func useAltered(list []altered, stale string) receiptUse {
	return func(c *ezgh.Client, t *judge.T, handles []string, o ...wire.Option) target.Call {
		some := list[:min(len(handles)-1, len(list))]
		list = append(list[len(some):], some...)
		call := useToAck(c, t, append(texts(some), stale), o...)
		for i, o := range ezgh.ReceiptOutcomes(call, len(some)+1)[:len(some)] {
			if call.Status == 200 && o.Class != target.Invalid {
				t.Decide(call.Exchange)
				t.Inconclusivef("%s, and it was answered %s; see EQ-ACK-13", some[i].how, judge.Describe(o))
			}
		}
		return call
	}
}

const (
	// aRound of invalid handles, and the next after roundEvery, are within the limit
	// of any minute. Three rounds are more than it.
	aRound     = 4
	roundEvery = 40 * time.Second
)

// A count that goes on for ever comes to 120, and so does one that is forgotten
// after a minute without a request.
var earlierMinutesDoNotCount = byClockAndInTime(judge.Case{
	Name:           "earlier-minutes-do-not-count",
	Title:          "up to 100 invalid handles from one address in any minute are answered, however many there were in earlier ones",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-LIMIT-02"}},
	Needs:          []judge.Need{judge.NeedResetLimits},
	Requests:       15,
	Alone:          true,
	InvalidHandles: 3 * aRound * handlesARequest,
}, 2*roundEvery+2*time.Second, func(t *judge.T, pass passing) {
	t.ClearLimits()
	for round := range 3 {
		if round > 0 {
			pass(t, roundEvery)
		}
		for range aRound {
			mustNotCount(t, useToAck, noHandles(handlesARequest), "invalid handles, at most %d of them in any minute", 2*aRound*handlesARequest)
		}
	}
})
