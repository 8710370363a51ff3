package cases

import (
	"strings"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// sendSize holds the cases about how large a Basaltic message may be.
var sendSize = []*judge.Case{
	largestMessage,
	onFIFO(largestMessage),
	boundIsTheQueues,
}

// sizeBound is what these cases judge.
var sizeBound = judge.By{specs.Basaltic: {ID: "BQ-SEND-04"}}

var largestMessage = &judge.Case{
	Name:     "largest-message",
	Title:    "a body of exactly max_message_bytes is sent; one byte more in body and attributes together answers 4xx, alone and in a batch",
	Judges:   sizeBound,
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 35,
	Run: func(t *judge.T) {
		q := t.Queue()
		mustBound(t, q, bound(t, described(t, q.Ref())))
	},
}

var boundIsTheQueues = &judge.Case{
	Name:     "bound-is-the-queues",
	Title:    "what bounds a message is the max_message_bytes that its queue was updated to",
	Judges:   sizeBound,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 40,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		half := bound(t, described(t, q.Ref())) / 2
		updated, o := judge.Read(t, c.UpdateQueue(t.Context(), q.Ref(), map[string]int{"max_message_bytes": half}), basaltic.Read[basaltic.QueueAnswer])
		mustPrepare(t, "the update of max_message_bytes", o)
		mustBound(t, q, bound(t, updated.Queue))
	},
}

// bound is a queue's max_message_bytes, which must be one that the suite can reach.
func bound(t *judge.T, q basaltic.Described) int {
	most := int(q.Attributes.MaxMessageBytes)
	if most < 2*mostCharacters || most > mostBodyBytes {
		t.Inconclusivef("the queue allows messages of %d bytes; the suite sends %d to %d", most, 2*mostCharacters, mostBodyBytes)
	}
	return most
}

// mustBound fails unless the queue takes messages of exactly most bytes, which
// have no attributes, and refuses those that have more by any way of counting.
func mustBound(t *judge.T, q *judge.Queue, most int) {
	wide := strings.Repeat("é", most/2-8)
	for what, body := range map[string]string{
		"one byte":  random(t, most),
		"two bytes": random(t, most-len(wide)) + wide,
	} {
		t.Expect(q.Send(eachApart(q, target.Message{Body: body})[0])).To(judge.BeSuccess(), "%d bytes in characters of %s", most, what)
		q.MustAcknowledge(q.MustLease(judge.For(long)))
	}
	tooLarge := map[string]basaltic.Message{
		"one byte too many":                                   {Body: random(t, most+1)},
		"one byte too many in characters of two":              {Body: random(t, most+1-len(wide)) + wide},
		"as many bytes as allowed, and an attribute":          {Body: random(t, most), Attributes: one("String", "a")},
		"fewer, and an attribute of more than is left":        {Body: random(t, most-mostCharacters/2), Attributes: one("String", random(t, mostCharacters))},
		"fewer, and an attribute's name of more than is left": {Body: random(t, most-mostCharacters/2), Attributes: typed{random(t, mostCharacters): {Type: "String", Value: "a"}}},
	}
	var bodies []string
	for what, m := range tooLarge {
		mustRefuse(t, q, m, what)
		bodies = append(bodies, m.Body)
	}
	q.NoneDelivered("its send was refused", bodies...)
}
