package cases

import (
	"maps"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// sendDelay holds the cases about Basaltic messages that are held back at first.
var sendDelay = []*judge.Case{
	queueDelayIsKept,
	ownDelayIsKept,
	ownDelayOutlastsQueues,
}

// heldBack is what these cases judge.
var heldBack = judge.By{specs.Basaltic: {ID: "BQ-SEND-05"}}

// holdBack is a delay, long enough that a part of it which is missing shows.
const holdBack = 2 * time.Second

// delayed is a message that was sent with a delay.
type delayed struct {
	target.Sent
	body  string
	delay time.Duration
}

// sendEach sends messages one by one but for the last two, which go in a batch.
func sendEach(q *judge.Queue, messages ...target.Message) []delayed {
	alone := messages[:len(messages)-2]
	sents := append(q.MustSendMessages(alone...), q.MustSendBatch(messages[len(alone):]...)...)
	list := make([]delayed, len(messages))
	for i, s := range sents {
		list[i] = delayed{s, messages[i].Body, messages[i].Delay}
	}
	return list
}

// mustHoldBack fails when a receive that was answered before a message's delay
// can have ended delivers it, and unless a receive delivers it once it has.
func mustHoldBack(t *judge.T, q *judge.Queue, messages ...delayed) {
	waiting := map[string]delayed{}
	var ended time.Time
	for _, m := range messages {
		waiting[m.body] = m
		if at := m.Answered.Add(m.delay + t.Tolerance().Late); at.After(ended) {
			ended = at
		}
	}
	for len(waiting) > 0 && time.Now().Before(ended) {
		for _, l := range q.MustReceive(judge.For(long), judge.Max(10)) {
			mustNotHurry(t, waiting[l.Body], l)
			delete(waiting, l.Body)
		}
		t.Pause(40 * time.Millisecond)
	}
	// All at once: a receive that looks for one may bring the others too.
	q.AllDelivered("its delay had ended", slices.Sorted(maps.Keys(waiting))...)
}

func mustNotHurry(t *judge.T, m delayed, l judge.Lease) {
	if due := m.Sent.Sent.Add(m.delay - t.Tolerance().Early); l.Call.Answered.Before(due) {
		t.Decide(m.Exchange, l.Call.Exchange)
		t.Failf("expected message %q, sent with a delay of %s, to be held back that long; observed it in exchange %d, answered %s after the send began",
			m.body, m.delay, l.Call.Exchange, l.Call.Answered.Sub(m.Sent.Sent).Round(time.Millisecond))
	}
}

var queueDelayIsKept = &judge.Case{
	Name:     "queue-delay-is-kept",
	Title:    "a message that names no delay is not delivered before its queue's delay has ended",
	Judges:   heldBack,
	Queues:   judge.With(target.Settings{Kind: target.Standard, Delay: holdBack}),
	Waits:    holdBack + time.Second,
	Requests: 90,
	Run: func(t *judge.T) {
		q := t.Queue()
		messages := sendEach(q, target.Message{Body: "alone"}, target.Message{Body: "in a batch"}, target.Message{Body: "beside it"})
		for i := range messages {
			messages[i].delay = holdBack
		}
		mustHoldBack(t, q, messages...)
	},
}

var ownDelayIsKept = &judge.Case{
	Name:     "own-delay-is-kept",
	Title:    "a message is not delivered before its own delay has ended, and holds back no other",
	Judges:   heldBack,
	Queues:   judge.Standard(),
	Waits:    holdBack + time.Second,
	Requests: 90,
	Run: func(t *judge.T) {
		q := t.Queue()
		mustHoldBack(t, q, sendEach(q,
			target.Message{Body: "long", Delay: holdBack}, target.Message{Body: "short", Delay: holdBack / 2},
			target.Message{Body: "none"}, target.Message{Body: "long in a batch", Delay: holdBack})...)
	},
}

var ownDelayOutlastsQueues = &judge.Case{
	Name:     "own-delay-outlasts-queues",
	Title:    "a message whose own delay is longer than its queue's is not delivered before its own has ended",
	Judges:   heldBack,
	Queues:   judge.With(target.Settings{Kind: target.Standard, Delay: time.Second}),
	Waits:    holdBack + time.Second,
	Requests: 90,
	Run: func(t *judge.T) {
		q := t.Queue()
		mustHoldBack(t, q, sendEach(q,
			target.Message{Body: "alone", Delay: holdBack},
			target.Message{Body: "in a batch", Delay: holdBack}, target.Message{Body: "beside it", Delay: holdBack})...)
	},
}
