package cases

import (
	"crypto/rand"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// authReplay holds the cases about signed requests that are sent again.
var authReplay = slices.Concat([]*judge.Case{
	replayedSend,
	replayedSendBatch,
	replayedReceive,
	replayedAtOnce,
	replayedUpdate,
}, replayedLateSend)

// replaying is what these cases judge.
var replaying = judge.By{specs.Basaltic: {ID: "BQ-AUTH-04"}}

// replayable signs two requests alike, so that the second is a replay of the first.
func replayable(t *judge.T) wire.Option {
	return wire.As(wire.Signed(wire.Signing{Nonce: rand.Text(), At: t.Session().Client().ServerTime()}))
}

// signedSend gives a signed send of a message, the same each time.
func signedSend(t *judge.T, q *judge.Queue) func() target.Call {
	c, signed := basaltic.NewClient(t.Session()), replayable(t)
	return func() target.Call {
		return t.Answered(c.SendMessage(t.Context(), q.Ref(), basaltic.Message{Body: "once"}, signed))
	}
}

// onceSent sends a message, and gives the request to replay. The message is leased.
func onceSent(t *judge.T, q *judge.Queue, send func() target.Call) (replay func() target.Call) {
	mustPrepare(t, "the first signed send", wire.Classify(send(), nil))
	q.MustLease(judge.For(longestLease))
	return send
}

var replayedSend = &judge.Case{
	Name:     "replayed-send",
	Title:    "a send that is replayed with its nonce is refused and sends nothing",
	Judges:   replaying,
	Needs:    []judge.Need{judge.NeedSigning, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		replay := onceSent(t, q, signedSend(t, q))
		t.Expect(replay()).To(judge.BeClientError(), "the replay")
		q.NoneDelivered("a replayed send sends nothing, and the message of the first is leased", "once")
	},
}

var replayedSendBatch = &judge.Case{
	Name:     "replayed-send-batch",
	Title:    "a batch of sends that is replayed with its nonce is refused and sends nothing",
	Judges:   replaying,
	Needs:    []judge.Need{judge.NeedSigning, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, c, signed := t.Queue(), basaltic.NewClient(t.Session()), replayable(t)
		replay := onceSent(t, q, func() target.Call {
			return t.Answered(c.SendMessageBatch(t.Context(), q.Ref(), sends(entryIDs(1), "once"), signed))
		})
		t.Expect(replay()).To(judge.BeClientError(), "the replay")
		q.NoneDelivered("a replayed batch sends nothing, and the message of the first is leased", "once")
	},
}

const (
	// copies of a request are sent at once.
	copies = 6
	// bursts are how often that is done.
	bursts = 4
)

// All copies but the first to arrive are replays, whichever that is.
var replayedAtOnce = &judge.Case{
	Name:     "replayed-at-once",
	Title:    "of copies of a signed send that are made at once, with one nonce, no more than one is accepted",
	Judges:   replaying,
	Needs:    []judge.Need{judge.NeedSigning, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: bursts * copies,
	Run: func(t *judge.T) {
		for range bursts {
			send, calls := signedSend(t, t.Queue()), make([]target.Call, copies)
			t.Parallel(copies, func(i int) { calls[i] = send() })
			accepted := slices.DeleteFunc(calls, func(c target.Call) bool { return c.Status >= 300 })
			switch {
			case len(accepted) == 0:
				t.Inconclusivef("none of %d copies of a signed send was accepted", copies)
			case len(accepted) > 1:
				t.Decide(accepted[0].Exchange, accepted[1].Exchange)
				t.Failf("expected at most one of %d copies of a signed send to be accepted, observed %d", copies, len(accepted))
			}
		}
	},
}

// signatureLasts is for how long, less than the five minutes of a signature, a
// replay is put off.
const signatureLasts = 4 * time.Minute

var replayedLateSend = byClockAndInTime(judge.Case{
	Name:     "replayed-late-send",
	Title:    "a send that is replayed 4 minutes later, when its signature is valid still, is refused and sends nothing",
	Judges:   replaying,
	Needs:    []judge.Need{judge.NeedSigning, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 20,
}, signatureLasts+time.Second, func(t *judge.T, pass passing) {
	q := t.Queue()
	replay := onceSent(t, q, signedSend(t, q))
	pass(t, signatureLasts)
	t.Expect(replay()).To(judge.BeClientError(), "the replay after 4 minutes")
	q.NoneDelivered("a replayed send sends nothing, and the message of the first is leased", "once")
})

var replayedReceive = &judge.Case{
	Name:     "replayed-receive",
	Title:    "a receive that is replayed with its nonce is refused and leases nothing",
	Judges:   replaying,
	Needs:    []judge.Need{judge.NeedSigning},
	Queues:   longLease(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, signed := t.Queue(), replayable(t)
		first := sendReceive(t, q, nil, signed)
		mustPrepare(t, "the first signed receive", wire.Classify(first, nil))
		leasesNothing(t, q, func() {
			t.Expect(sendReceive(t, q, nil, signed)).To(judge.BeClientError(), "the replay")
		})
	},
}

var replayedUpdate = &judge.Case{
	Name:   "replayed-update",
	Title:  "an update that is replayed with its nonce, after another one, is refused and changes nothing",
	Judges: replaying,
	Needs:  []judge.Need{judge.NeedSigning, judge.NeedOwnQueues, judge.NeedProducer},
	Queues: judge.Standard(),
	Run: func(t *judge.T) {
		q, signed := t.Queue(), replayable(t)
		wait := func(seconds int, o ...wire.Option) target.Outcome {
			_, outcome := update(t, q.Ref(), map[string]any{"receive_wait_time_seconds": seconds}, o...)
			return outcome
		}
		mustPrepare(t, "the first signed update", wait(1, signed))
		mustPrepare(t, "the other update", wait(2))
		t.Expect(wait(1, signed)).To(judge.BeClientError(), "the replay")
		mustShow(t, "describeQueue after the replay", described(t, q.Ref()), settings{"receive_wait_time_seconds": "2"})
	},
}
