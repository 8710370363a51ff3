package cases

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

var otherAddressPasses = &judge.Case{
	Name:           "other-address-passes",
	Title:          "while one client address is over its invalid handles, another is not held back",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-LIMIT-03"}},
	Needs:          []judge.Need{judge.NeedAddresses},
	Queues:         judge.Standard(),
	Requests:       45,
	Alone:          true,
	InvalidHandles: invalidSpent,
	Run: func(t *judge.T) {
		q, c, other := t.Queue(), ezgh.NewClient(t.Session()), ezgh.NewClient(t.OtherAddress())
		q.MustSend("work")
		held := q.MustLease(judge.For(long))
		if first := useToAck(other, t, noHandles(1)); first.Status != 200 {
			t.Decide(first.Exchange)
			t.Inconclusivef("the other address was answered %d before this one was over its limit", first.Status)
		}
		mustOverrun(t, c, useToAck)
		t.Expect(spend(t, other, useToChange, handlesARequest)).To(judge.HaveStatus(200),
			"invalid handles from another address; behind a proxy, which makes all addresses one, the target file needs client_addresses: []")
		mustPass(t, useToAck(other, t, judge.Handles(held)), "a valid handle from another address")
	},
}

// addressHeaders are those by which proxies tell whom they speak for.
var addressHeaders = []string{
	"X-Forwarded-For", "Forwarded", "X-Real-Ip", "X-Client-Ip", "Client-Ip", "X-Cluster-Client-Ip",
	"True-Client-Ip", "Cf-Connecting-Ip", "Fastly-Client-Ip", "X-Original-Forwarded-For", "X-Remote-Addr",
}

// claiming are options by which a request claims to come from an address.
func claiming(address string) []wire.Option {
	options := make([]wire.Option, len(addressHeaders))
	for i, name := range addressHeaders {
		value := address
		if name == "Forwarded" {
			value = "for=" + address
		}
		options[i] = wire.WithHeader(name, value)
	}
	return options
}

var headersBuyNoAddress = &judge.Case{
	Name:           "headers-buy-no-address",
	Title:          "no header that claims another client address spares a client the limit of its invalid handles",
	Judges:         judge.By{specs.EZGH: {ID: "EQ-LIMIT-09"}},
	Needs:          []judge.Need{judge.NeedResetLimits},
	Requests:       30,
	Alone:          true,
	InvalidHandles: invalidSpent,
	Run: func(t *judge.T) {
		t.ClearLimits()
		c := ezgh.NewClient(t.Session())
		mustOverrun(t, c, useToAck)
		for n := range 3 {
			again := useToAck(c, t, noHandles(1), claiming(fmt.Sprint("198.51.100.", n+1))...)
			t.Expect(again).To(judge.HaveStatus(429), "a request that claims a new address, before Retry-After")
		}
	},
}

// addressPassesAgain are the cases of an address that ran over its limit by use.
// The handle is valid, so that the request passes also where a sliding window
// lets only some invalid ones pass yet.
func addressPassesAgain(name, what string, use receiptUse) []*judge.Case {
	return byClockAndInTime(judge.Case{
		Name:           name,
		Title:          "an address that was over its invalid handles in " + what + " is refused until Retry-After, valid handles too, and passes after it",
		Judges:         judge.By{specs.EZGH: {ID: "EQ-LIMIT-04"}},
		Needs:          []judge.Need{judge.NeedResetLimits},
		Queues:         judge.Standard(),
		Requests:       45,
		Alone:          true,
		InvalidHandles: invalidSpent,
	}, time.Minute+2*time.Second, func(t *judge.T, pass passing) {
		t.ClearLimits()
		q, c := t.Queue(), ezgh.NewClient(t.Session())
		q.MustSend("work")
		held := q.MustLease(judge.For(10 * long))
		refused := mustOverrun(t, c, use)
		t.Expect(use(c, t, judge.Handles(held))).To(judge.HaveStatus(429), "a valid handle before Retry-After")
		pass(t, told(t, refused)+t.Tolerance().Late)
		mustPass(t, use(c, t, judge.Handles(held)), "a valid handle after Retry-After %q", refused.Header.Get("Retry-After"))
	})
}
