package cases

import (
	"crypto/rand"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// authSigned holds the cases about signed requests.
var authSigned = []*judge.Case{
	wrongSignature,
	signatureAge,
	signatureAgeOfSend,
	otherBodyThanSigned,
	otherChangeThanSigned,
	noBodyThoughSigned,
	malformedContentHash,
}

var wrongSignature = &judge.Case{
	Name:   "wrong-signature",
	Title:  "a receive signed with another secret, or for an access key that is unknown, answers 401 and leases nothing",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-AUTH-02"}},
	Needs:  []judge.Need{judge.NeedSigning},
	Queues: longLease(),
	Run: func(t *judge.T) {
		q := t.Queue()
		leasesNothing(t, q, func() {
			for _, wrong := range []wire.Signing{
				{SecretAccessKey: target.NewSecret(rand.Text())},
				{AccessKeyID: "AKNOBODY"},
			} {
				t.Expect(sendReceive(t, q, nil, wire.As(wire.Signed(wrong)))).To(judge.HaveStatus(401))
			}
		})
	},
}

var signatureAge = &judge.Case{
	Name:   "signature-age",
	Title:  "a receive signed 4 minutes ago by the server's clock is accepted; one signed 6 minutes ago answers 401 and leases nothing",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-AUTH-03"}},
	Needs:  []judge.Need{judge.NeedSigning},
	Queues: longLease(),
	Run: func(t *judge.T) {
		q := t.Queue()
		signed := func(offset time.Duration) target.Call {
			return sendReceive(t, q, map[string]any{}, wire.As(wire.Signed(wire.Signing{Offset: offset})))
		}
		leasesNothing(t, q, func() {
			t.Expect(signed(-6*time.Minute)).To(judge.HaveStatus(401), "signed 6 minutes ago")
		})
		t.Expect(signed(-4*time.Minute)).To(judge.HaveStatus(200), "signed 4 minutes ago")
		t.Recordf("signed 6 minutes ahead: status %d", signed(6*time.Minute).Status)
	},
}

var signatureAgeOfSend = &judge.Case{
	Name:     "signature-age-of-send",
	Title:    "a send signed 4 minutes ago by the server's clock is accepted; one signed 6 minutes ago is refused and sends nothing",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-AUTH-03"}},
	Needs:    []judge.Need{judge.NeedSigning, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		signed := func(body string, offset time.Duration) target.Call {
			old := wire.As(wire.Signed(wire.Signing{Offset: offset}))
			return t.Answered(c.SendMessage(t.Context(), q.Ref(), basaltic.Message{Body: body}, old))
		}
		t.Expect(signed("too old", -6*time.Minute)).To(judge.BeClientError(), "signed 6 minutes ago")
		t.Expect(signed("valid", -4*time.Minute)).To(judge.BeSuccess(), "signed 4 minutes ago")
		q.AllDelivered("its signature was valid", "valid")
		q.NoneDelivered("its signature was too old", "too old")
	},
}

var otherBodyThanSigned = &judge.Case{
	Name:     "other-body-than-signed",
	Title:    "a body that does not match the signed X-Content-Sha256 is refused and does nothing; one that matches is accepted",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-AUTH-05"}},
	Needs:    []judge.Need{judge.NeedSigning, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		send := func(body string, s wire.Signing) target.Call {
			return t.Answered(c.SendMessage(t.Context(), q.Ref(), basaltic.Message{Body: body}, wire.As(wire.Signed(s))))
		}
		t.Expect(send("bound", wire.Signing{BindBody: true})).To(judge.BeSuccess(), "a body as it was signed")
		other := wire.Signing{BoundBody: []byte(`{"body":"bound"}`)}
		t.Expect(send("changed", other)).To(judge.BeClientError(), "a body that was changed after it was signed")
		batch := c.SendMessageBatch(t.Context(), q.Ref(), sends(entryIDs(1), "in a batch"), wire.As(wire.Signed(other)))
		t.Expect(t.Answered(batch)).To(judge.BeClientError(), "a batch in place of the body that was signed")
		q.AllDelivered("its body is the one that was signed", "bound")
		q.NoneDelivered("its body is not the one that was signed", "changed", "in a batch")
	},
}

var otherChangeThanSigned = &judge.Case{
	Name:     "other-change-than-signed",
	Title:    "a change of a queue or a lease whose body does not match the signed X-Content-Sha256 is refused and changes nothing",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-AUTH-05"}},
	Needs:    []judge.Need{judge.NeedSigning, judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		other := wire.As(wire.Signed(wire.Signing{BoundBody: []byte(`{"receive_wait_time_seconds":3}`)}))
		wait := map[string]any{"receive_wait_time_seconds": 1}
		_, o := update(t, q.Ref(), wait, wire.As(wire.Signed(wire.Signing{BindBody: true})))
		t.Expect(o).To(judge.Be(target.OK), "an update as it was signed")
		wait["receive_wait_time_seconds"] = 2
		_, o = update(t, q.Ref(), wait, other)
		t.Expect(o).To(judge.BeClientError(), "an update that was changed after it was signed")
		mustShow(t, "describeQueue after that", described(t, q.Ref()), settings{"receive_wait_time_seconds": "1"})

		q.MustSend("work")
		held, now := q.MustLease(judge.For(long)), time.Duration(0)
		release := basaltic.Receipt{Handle: held.Handle, Visibility: wire.OptionalSeconds(&now)}
		call := t.Answered(c.ChangeMessageVisibility(t.Context(), q.Ref(), release, other))
		t.Expect(call).To(judge.BeClientError(), "a release in place of the body that was signed")
		q.Untouched(held)
	},
}

var noBodyThoughSigned = &judge.Case{
	Name:   "no-body-though-signed",
	Title:  "a receive without a body, signed with the X-Content-Sha256 of one, is refused and leases nothing",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-AUTH-05"}},
	Needs:  []judge.Need{judge.NeedSigning},
	Queues: longLease(),
	Run: func(t *judge.T) {
		q, other := t.Queue(), wire.Signing{BoundBody: []byte(`{"max_messages":1}`)}
		leasesNothing(t, q, func() {
			t.Expect(sendReceive(t, q, nil, wire.As(wire.Signed(other)))).To(judge.BeClientError(), "no body in place of the one that was signed")
		})
	},
}

// What is no SHA-256 in hex is not that of the body; UNSIGNED-PAYLOAD, which other
// services take for none, is left out.
var malformedContentHash = &judge.Case{
	Name:   "malformed-content-hash",
	Title:  "a receive signed with an X-Content-Sha256 that is no SHA-256 in hex is refused and leases nothing",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-AUTH-05"}},
	Needs:  []judge.Need{judge.NeedSigning},
	Queues: longLease(),
	Run: func(t *judge.T) {
		q := t.Queue()
		leasesNothing(t, q, func() {
			for _, hash := range []string{"0", strings.Repeat("z", 64), strings.Repeat("0", 63), strings.Repeat("0", 66)} {
				wrong := wire.As(wire.Signed(wire.Signing{ContentHash: hash}))
				t.Expect(sendReceive(t, q, map[string]any{}, wrong)).To(judge.BeClientError(), "X-Content-Sha256: %s", hash)
			}
		})
	},
}
