package cases

import (
	"encoding/json"
	"fmt"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveWire is how a dialect writes a receive.
type receiveWire struct {
	// max, wait and visibility are the names of its fields, group that of a
	// message's group.
	max, wait, visibility string
	group                 string
	send                  func(t *judge.T, queue string, body any, o ...wire.Option) target.Call
}

var receiveWires = map[specs.Dialect]receiveWire{
	specs.Basaltic: {
		max: "max_messages", wait: "wait_time_seconds", visibility: "visibility_timeout_seconds", group: "message_group_id",
		send: func(t *judge.T, queue string, body any, o ...wire.Option) target.Call {
			return basaltic.NewClient(t.Session()).ReceiveMessages(t.Context(), queue, body, o...)
		},
	},
	specs.EZGH: {
		max: "maxMessages", wait: "waitSeconds", visibility: "visibilityTimeoutSeconds", group: "groupId",
		send: func(t *judge.T, queue string, body any, o ...wire.Option) target.Call {
			return ezgh.NewClient(t.Session()).ReceiveMessages(t.Context(), queue, body, o...)
		},
	},
}

// receiveAs is how the case's dialect writes a receive.
func receiveAs(t *judge.T) receiveWire { return receiveWires[t.Dialect()] }

// sendReceive sends a receive whose body need not be a good one.
func sendReceive(t *judge.T, q *judge.Queue, body any, o ...wire.Option) target.Call {
	return t.Answered(receiveAs(t).send(t, q.Ref(), body, append(o, wire.Waiting(longest))...))
}

// listed gives the messages of a receive's answer as they stand there. It
// fails when the answer holds no list of them.
func listed(t *judge.T, call target.Call) []map[string]json.RawMessage {
	var answer struct {
		Messages *[]map[string]json.RawMessage `json:"messages"`
	}
	err := json.Unmarshal(call.Body, &answer)
	if err == nil && answer.Messages == nil {
		err = fmt.Errorf("there is none")
	}
	if err != nil {
		t.Decide(call.Exchange)
		t.Failf("expected a JSON object with a list called messages, observed a body of %d bytes in exchange %d: %v",
			len(call.Body), call.Exchange, err)
	}
	return *answer.Messages
}

// longLease wants one standard queue on which a lease that nobody asked for
// would show for as long as a case takes.
func longLease() []judge.QueueSpec {
	return judge.With(target.Settings{Kind: target.Standard, Visibility: 10 * long})
}

// leasesNothing makes requests that must lease nothing while a message is
// there. It fails unless the message then comes, and as fresh as one sent after
// them: a lease, however short, would have been counted.
func leasesNothing(t *judge.T, q *judge.Queue, requests func()) {
	sendApart(q, "before")
	requests()
	sendApart(q, "after")
	const why = "no request that leases it had been granted"
	leases := q.AllDelivered(why, "before", "after")
	if was, is := leases[1].ReceiveCount, leases[0].ReceiveCount; was != is {
		t.Decide(leases[0].Call.Exchange, leases[1].Call.Exchange)
		t.Failf("expected the first delivery of a message to count %d as that of another message does, since %s; observed it to count %d",
			was, why, is)
	}
}
