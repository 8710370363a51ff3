package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// auth holds the cases about credentials that are missing, wrong or not enough.
var auth = []*judge.Case{
	receiveWithoutCredential,
	operationsWithoutCredential,
	receiveWithWrongCredential,
	operationsWithWrongCredential,
	receiveWithoutPermission,
	operationsWithoutPermission,
	sendsWithoutPermission,
}

var receiveWithoutCredential = &judge.Case{
	Name:  "receive-without-credential",
	Title: "a receive without a credential answers 401, and leases nothing",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-AUTH-01"},
		specs.EZGH:     {ID: "EQ-AUTH-01"},
	},
	Queues: longLease(),
	Run: func(t *judge.T) {
		q := t.Queue()
		leasesNothing(t, q, func() {
			t.Expect(sendReceive(t, q, nil, wire.As(wire.None))).To(judge.HaveStatus(401))
			t.Expect(sendReceive(t, q, wire.Raw("{}"), wire.As(wire.None))).To(judge.HaveStatus(401))
		})
	},
}

var operationsWithoutCredential = &judge.Case{
	Name:     "operations-without-credential",
	Title:    "no operation is done without a credential, also not for who holds a receipt handle: each answers 4xx, and nothing happens",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-AUTH-01"}},
	Needs:    []judge.Need{judge.NeedOwnQueues},
	Queues:   longLease(),
	Requests: 40,
	Run: func(t *judge.T) {
		doesNothing(t, "no credential", wire.None)
	},
}

// doesNothing fails unless each operation but receive is refused with the
// credentials, of which what says what they are, and nothing comes of it.
func doesNothing(t *judge.T, what string, credentials ...wire.AuthMode) {
	q := t.Queue()
	q.MustSend("leased")
	held := q.MustLease(judge.For(long))
	q.MustSend("available")
	for _, auth := range credentials {
		for _, operation := range withOther(t, q, held, auth) {
			t.Expect(t.Answered(operation.call())).To(judge.BeClientError(), "%s with %s", operation.name, what)
		}
	}
	q.AllDelivered("who asked for it had "+what, "available")
	q.Untouched(held)
	q.NoneDelivered("who sent it had "+what, "anonymous")
}

// operationCall is an operation that a case tries.
type operationCall struct {
	name string
	call func() target.Call
}

// withOther are the operations but receive, with another credential. What would
// be done last hides least of what was done before.
func withOther(t *judge.T, q *judge.Queue, held judge.Lease, auth wire.AuthMode) []operationCall {
	c, ctx, other := basaltic.NewClient(t.Session()), t.Context(), wire.As(auth)
	ids, now := entryIDs(1), time.Duration(0)
	released := receiptsFor(&now, ids, held.Handle)
	return []operationCall{
		{"listQueues", func() target.Call { return c.ListQueues(ctx, other) }},
		{"describeQueue", func() target.Call { return c.DescribeQueue(ctx, q.Ref(), other) }},
		{"peekMessages", func() target.Call { return c.PeekMessages(ctx, q.Ref(), other) }},
		{"createQueue", func() target.Call {
			return c.CreateQueue(ctx, basaltic.Settings{Name: t.QueueName(target.Standard)}, other)
		}},
		{"updateQueue", func() target.Call {
			return c.UpdateQueue(ctx, q.Ref(), map[string]any{"visibility_timeout_seconds": 5}, other)
		}},
		{"sendMessage", func() target.Call {
			return c.SendMessage(ctx, q.Ref(), basaltic.Message{Body: "anonymous"}, other)
		}},
		{"sendMessageBatch", func() target.Call { return c.SendMessageBatch(ctx, q.Ref(), sends(ids, "anonymous"), other) }},
		{"changeMessageVisibility", func() target.Call {
			return c.ChangeMessageVisibility(ctx, q.Ref(), basaltic.Receipt{Handle: held.Handle, Visibility: wire.OptionalSeconds(&now)}, other)
		}},
		{"changeMessageVisibilityBatch", func() target.Call { return c.ChangeMessageVisibilityBatch(ctx, q.Ref(), released, other) }},
		{"deleteMessage", func() target.Call { return c.DeleteMessage(ctx, q.Ref(), held.Handle, other) }},
		{"deleteMessageBatch", func() target.Call {
			return c.DeleteMessageBatch(ctx, q.Ref(), receiptsFor(nil, ids, held.Handle), other)
		}},
		{"purgeQueue", func() target.Call { return c.PurgeQueue(ctx, q.Ref(), other) }},
		{"deleteQueue", func() target.Call { return c.DeleteQueue(ctx, q.Ref(), other) }},
	}
}

// wrongCredential are the statuses that answer a credential of nobody.
var wrongCredential = map[specs.Dialect][]int{
	specs.Basaltic: {401},
	specs.EZGH:     {401, 403},
}

// malformedCredentials are Authorization headers that name nobody.
var malformedCredentials = []string{
	"Bearer", "Bearer ", "Bearer wrong", "bearer-token", "Basic d3Jvbmc6d3Jvbmc=", "nonsense", "{}",
	"BASALTIC-HMAC-SHA256", "BASALTIC-HMAC-SHA256 Credential=AKNOBODY, Signature=00",
	"BASALTIC-HMAC-SHA256 Credential=AKNOBODY/20260118/sa-saopaulo-1/basaltic/basaltic_request, " +
		"SignedHeaders=host;x-date;x-nonce, Signature=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
}

var receiveWithWrongCredential = &judge.Case{
	Name:  "receive-with-wrong-credential",
	Title: "a receive with a malformed, unknown or altered credential, or a token of another scheme, is refused as unauthenticated, and leases nothing",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-AUTH-02"},
		specs.EZGH:     {ID: "EQ-AUTH-01"},
	},
	Queues:   longLease(),
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		leasesNothing(t, q, func() {
			for _, text := range slices.Concat(malformedCredentials, alteredTokens(t), otherSchemes(t)) {
				call := sendReceive(t, q, wire.Raw("{}"), wire.As(wire.Literal(text)))
				t.Expect(call).To(judge.HaveStatus(wrongCredential[t.Dialect()]...))
			}
		})
	},
}

var operationsWithWrongCredential = &judge.Case{
	Name:     "operations-with-wrong-credential",
	Title:    "no operation is done with an unknown or altered token, also not for who holds a receipt handle: each answers 4xx, and nothing happens",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-AUTH-02"}},
	Needs:    []judge.Need{judge.NeedOwnQueues},
	Queues:   longLease(),
	Requests: 60,
	Run: func(t *judge.T) {
		wrong := []wire.AuthMode{wire.Literal("Bearer wrong")}
		if altered := alteredTokens(t); len(altered) > 0 {
			wrong = append(wrong, wire.Literal(altered[0]))
		}
		doesNothing(t, "a wrong credential", wrong...)
	},
}

var receiveWithoutPermission = &judge.Case{
	Name:  "receive-without-permission",
	Title: "a receive with a valid credential that may not receive answers 403, and leases nothing",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-AUTH-06"},
		specs.EZGH:     {ID: "EQ-AUTH-02"},
	},
	Needs:  []judge.Need{judge.NeedLimited},
	Queues: longLease(),
	Run: func(t *judge.T) {
		q, limited := t.Queue(), wire.As(limitedAuth(t))
		leasesNothing(t, q, func() {
			t.Expect(sendReceive(t, q, nil, limited)).To(judge.HaveStatus(403))
			t.Expect(sendReceive(t, q, wire.Raw("{}"), limited)).To(judge.HaveStatus(403))
		})
	},
}

// mayOnlySend are the permissions of a credential that may not receive.
var mayOnlySend = map[specs.Dialect]string{
	specs.Basaltic: "sendMessage",
	specs.EZGH:     "queues.messages.send",
}

// limitedAuth is a credential that may not receive: the target file's, or one
// that the control API makes.
func limitedAuth(t *judge.T) wire.AuthMode {
	if t.Session().Client().Target().LimitedAuth != nil {
		return wire.Limited
	}
	return maySend(t)
}

// maySend is a credential of the control API's that may send, and nothing else.
func maySend(t *judge.T) wire.AuthMode { return mayOnly(t, mayOnlySend[t.Dialect()]) }

// mayOnly is a credential of the control API's with one permission.
func mayOnly(t *judge.T, permission string) wire.AuthMode {
	c, err := t.Control().IssueCredential(t.Context(), t.Dialect(), permission)
	if err != nil {
		t.Inconclusivef("%v", err)
	}
	return c.Auth()
}

// What a credential may do beside sending a target file does not say, but the
// control API says it of those that it makes. A batch of sends may count as a send.
var operationsWithoutPermission = &judge.Case{
	Name:     "operations-without-permission",
	Title:    "who may only send does nothing else, also with a receipt handle: each operation answers 403, and nothing happens",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-AUTH-06"}},
	Needs:    []judge.Need{judge.NeedLimited, judge.NeedOwnQueues},
	Queues:   longLease(),
	Requests: 40,
	Run: func(t *judge.T) {
		if c, err := t.Control().Capabilities(t.Context()); err != nil || !c.Credentials {
			t.Recordf("only of receives is it known that the target file's limited_auth may not do them")
			return
		}
		q, sender := t.Queue(), maySend(t)
		q.MustSend("leased")
		held := q.MustLease(judge.For(long))
		q.MustSend("available")
		for _, operation := range withOther(t, q, held, sender) {
			if operation.name != "sendMessage" && operation.name != "sendMessageBatch" {
				t.Expect(t.Answered(operation.call())).To(judge.HaveStatus(403), "%s by who may only send", operation.name)
			}
		}
		q.AllDelivered("nobody who may had taken it", "available")
		q.Untouched(held)
	},
}

var sendsWithoutPermission = &judge.Case{
	Name:     "sends-without-permission",
	Title:    "who may only receive cannot send: a message and a batch answer 403, and nothing is sent",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-AUTH-06"}},
	Needs:    []judge.Need{judge.NeedLimited},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		if c, err := t.Control().Capabilities(t.Context()); err != nil || !c.Credentials {
			t.Recordf("whether the target file's limited_auth may send is not known")
			return
		}
		q, c, receiver := t.Queue(), basaltic.NewClient(t.Session()), wire.As(mayOnly(t, "receiveMessages"))
		one := c.SendMessage(t.Context(), q.Ref(), basaltic.Message{Body: "forbidden"}, receiver)
		t.Expect(t.Answered(one)).To(judge.HaveStatus(403), "a send by who may only receive")
		batch := c.SendMessageBatch(t.Context(), q.Ref(), sends(entryIDs(1), "forbidden"), receiver)
		t.Expect(t.Answered(batch)).To(judge.HaveStatus(403), "a batch by who may only receive")
		q.NoneDelivered("who sent it may only receive", "forbidden")
	},
}
