package cases

import (
	"slices"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// batchContent holds the cases about what Basaltic keeps of the entries of a send batch.
var batchContent = []*judge.Case{
	batchedBodiesComeBack,
	batchedAttributesComeBack,
}

var batchedBodiesComeBack = &judge.Case{
	Name:     "batched-bodies-come-back",
	Title:    "a body that was sent in a batch is delivered exactly as sent: Unicode, control characters, surrounding space, JSON text",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RECV-11"}},
	Queues:   judge.Standard(),
	Requests: 15,
	Run: func(t *judge.T) {
		q := t.Queue()
		for bodies := range slices.Chunk(trickyBodies, 10) {
			var messages []target.Message
			for _, body := range bodies {
				messages = append(messages, q.Message(body))
			}
			q.MustSendBatch(messages...)
		}
		mustBeExact(t, trickyBodies, q.MustLeases(len(trickyBodies), judge.For(long)))
	},
}

var batchedAttributesComeBack = &judge.Case{
	Name:     "batched-attributes-come-back",
	Title:    "each message of a batch is delivered with its own attributes, exactly as they were sent, and one without any has none",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RECV-12"}},
	Queues:   judge.Standard(),
	Requests: 10,
	Run: func(t *judge.T) {
		q := t.Queue()
		sent := map[string]map[string]target.Attribute{
			"many": trickyAttributes,
			"none": nil,
			"few":  {"price": {Type: "String", Value: " 2.50 "}, "own": {Type: "Number", Value: "2.0"}},
		}
		var messages []target.Message
		for body, attributes := range sent {
			messages = append(messages, target.Message{Body: body, Attributes: attributes})
		}
		q.MustSendBatch(messages...)
		for _, l := range q.MustLeases(len(sent), judge.For(long)) {
			mustHaveAttributes(t, l, sent[l.Body])
		}
	},
}
