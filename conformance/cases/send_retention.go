package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// sendRetention holds the cases about Basaltic messages that grow too old.
//
// Half way through their retention one of several is received and released and
// another is received and held, so that neither keeps a message. A younger one
// is sent then, which shows that the queue does not forget all it has.
var sendRetention = slices.Concat(
	byClockAndInTime(expiredIsNotDelivered, 5*time.Minute+5*time.Second, mustExpireOn(target.Standard)),
	byClockAndInTime(*onFIFO(&expiredIsNotDelivered), 5*time.Minute+5*time.Second, mustExpireOn(target.FIFO)),
)

var expiredIsNotDelivered = judge.Case{
	Name:     "expired-is-not-delivered",
	Title:    "a message past its retention is never delivered, whether it was received before or not, sent alone or in a batch",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-SEND-06"}},
	Needs:    []judge.Need{judge.NeedOwnQueues},
	Requests: 35,
}

// mustExpireOn fails when a queue of a kind delivers a message past its retention.
func mustExpireOn(kind target.Kind) func(*judge.T, passing) {
	return func(t *judge.T, pass passing) { mustExpire(t, pass, kind) }
}

func mustExpire(t *judge.T, pass passing, kind target.Kind) {
	q, retention := shortestRetention(t, kind)
	alone, together := numbered("old", 3), []string{"old in a batch", "old beside it"}
	old := slices.Concat(alone, together)
	sendApart(q, alone...)
	sents := q.MustSendBatch(eachApart(q, target.Message{Body: together[0]}, target.Message{Body: together[1]})...)
	moved := pass(t, retention/2)
	leases := q.MustLeases(2, judge.For(longestLease))
	q.MustChangeVisibility(leases[0], 0)
	sendApart(q, "young")
	age := time.Since(sents[1].Answered) + moved
	pass(t, retention+t.Tolerance().Late-age)

	q.ChangeVisibility(leases[1].Handle, 0)
	if retention >= youngRetention {
		if l := q.MustLease(judge.For(long)); l.Body != "young" {
			t.Decide(l.Call.Exchange)
			t.Failf("expected message %q never to be delivered past its retention of %s, observed it in exchange %d", l.Body, retention, l.Call.Exchange)
		}
	}
	q.NoneDelivered("it is past its retention", old...)
}

// youngRetention is a retention of which half outlasts the case's other steps.
const youngRetention = 20 * time.Second
