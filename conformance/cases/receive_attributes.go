package cases

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveAttributes holds the cases about attributes that come back as they
// were sent, and about what only messages of some queues have.
var receiveAttributes = []*judge.Case{
	attributesComeBack,
	onFIFO(attributesComeBack),
	emptyAttributeComesBack,
	unusualNumbersComeBack,
	oddAttributesComeBack,
	manyAttributesComeBack,
	noGroupOnStandard,
	groupOnFIFO,
}

// trickyAttributes are values that servers are known to change. A dialect
// without types sends the values alone.
var trickyAttributes = map[string]target.Attribute{
	"price":     {Type: "Number", Value: "1.50"},
	"zero":      {Type: "Number", Value: "0.10"},
	"bytes":     {Type: "Binary", Value: "AAECAw=="},
	"more":      {Type: "Binary", Value: "/+8+/w=="},
	"digits":    {Type: "String", Value: "1.50"},
	"leading":   {Type: "String", Value: "007"},
	"truth":     {Type: "String", Value: "true"},
	"nothing":   {Type: "String", Value: "null"},
	"spaces":    {Type: "String", Value: "  around \t\n"},
	"text":      {Type: "String", Value: `{"a":[1,"\u00e9"]}`},
	"unicode":   {Type: "String", Value: "日本 😀 e\u0301 \u2028"},
	"date":      {Type: "String", Value: "2026-01-18T11:45:00Z"},
	"CamelCase": {Type: "String", Value: "MixedCase"},
}

// Attributes of which it is not documented whether a message may have them.
var (
	emptyAttribute = map[string]target.Attribute{"empty": {Type: "String"}, "full": {Type: "String", Value: "x"}}
	unusualNumbers = map[string]target.Attribute{
		"negative": {Type: "Number", Value: "-0"},
		"exponent": {Type: "Number", Value: "1E+2"},
		"large":    {Type: "Number", Value: "100000000000000000000000001"},
		"precise":  {Type: "Number", Value: "0.1000000000000000055511151231257827"},
	}
)

// exactAttributes is what the cases about attributes judge.
var exactAttributes = judge.By{
	specs.Basaltic: {ID: "BQ-RECV-12"},
	specs.EZGH:     {ID: "EQ-RECV-14"},
}

var attributesComeBack = &judge.Case{
	Name:     "attributes-come-back",
	Title:    "attributes are delivered with the names, types and values that were sent, never coerced, and a message without any has none",
	Judges:   exactAttributes,
	Queues:   judge.Standard(),
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendApart(q, "without")
		sent := offerAttributes(q, trickyAttributes)
		for _, l := range q.MustLeases(1+len(sent), judge.For(long)) {
			mustHaveAttributes(t, l, asSent(t.Dialect(), sent[l.Body]))
		}
	},
}

// offerAttributes sends a message with all attributes or, where the target does
// not take as many or as different ones, one message each. It gives the
// attributes of those that were taken, by their messages' bodies.
func offerAttributes(q *judge.Queue, all map[string]target.Attribute) map[string]map[string]target.Attribute {
	offers := map[string]map[string]target.Attribute{"with": all}
	if !offer(q, fmt.Sprintf("%d attributes", len(all)), "with", all) {
		clear(offers)
		for name, a := range all {
			one := map[string]target.Attribute{name: a}
			if offer(q, fmt.Sprintf("the attribute %q", name), name, one) {
				offers[name] = one
			}
		}
	}
	return offers
}

// offer sends a message with attributes, which are what, if the target takes it.
func offer(q *judge.Queue, what, body string, attributes map[string]target.Attribute) bool {
	return q.Offer(what, eachApart(q, target.Message{Body: body, Attributes: attributes})[0])
}

// comeBackIfAccepted fails when a message that was accepted comes with other attributes.
func comeBackIfAccepted(t *judge.T, attributes map[string]target.Attribute) {
	q := t.Queue()
	if o := q.Send(target.Message{Body: "work", Attributes: attributes}); o.Class != target.OK {
		t.Recordf("a send with these attributes was answered %d", o.Status)
		return
	}
	mustHaveAttributes(t, q.MustLease(judge.For(long)), asSent(t.Dialect(), attributes))
}

var emptyAttributeComesBack = &judge.Case{
	Name:   "empty-attribute-comes-back",
	Title:  "an attribute whose value is empty is delivered like the others, where it is accepted",
	Judges: exactAttributes,
	Needs:  []judge.Need{judge.NeedProducer},
	Queues: judge.Standard(),
	Run:    func(t *judge.T) { comeBackIfAccepted(t, emptyAttribute) },
}

var unusualNumbersComeBack = &judge.Case{
	Name:   "unusual-numbers-come-back",
	Title:  "numbers of unusual form, size and precision are delivered as they were sent, where they are accepted",
	Judges: exactAttributes,
	Needs:  []judge.Need{judge.NeedProducer},
	Queues: judge.Standard(),
	Run:    func(t *judge.T) { comeBackIfAccepted(t, unusualNumbers) },
}

// oddAttributes have names and values that are bent on the way through headers,
// paths, text files and columns.
var oddAttributes = map[string]target.Attribute{
	"with space": {Type: "String", Value: "a"},
	"naïve 😀":    {Type: "String", Value: "a"},
	"order.id":   {Type: "String", Value: "a"},
	"lines":      {Type: "String", Value: "one\r\ntwo\r\n"},
	"sentence":   {Type: "String", Value: strings.Repeat("0123456789", 100)},
}

// Which names a message's attributes may have is not documented.
var oddAttributesComeBack = &judge.Case{
	Name:     "odd-attributes-come-back",
	Title:    "attributes with spaces, dots and other letters in their names, or with line ends or 1,000 characters in their values, come back exactly, where they are accepted",
	Judges:   exactAttributes,
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("without")
		sent := map[string]map[string]target.Attribute{}
		for name, a := range oddAttributes {
			only := map[string]target.Attribute{name: a}
			if o := q.Send(target.Message{Body: name, Attributes: only}); o.Class != target.OK {
				t.Recordf("a send with the attribute %q was answered %d", name, o.Status)
				continue
			}
			sent[name] = only
		}
		for _, l := range q.MustLeases(1+len(sent), judge.For(long)) {
			mustHaveAttributes(t, l, asSent(t.Dialect(), sent[l.Body]))
		}
	},
}

var manyAttributesComeBack = &judge.Case{
	Name:   "many-attributes-come-back",
	Title:  "a message with 20 attributes comes back with all of them, where they are accepted",
	Judges: exactAttributes,
	Needs:  []judge.Need{judge.NeedProducer},
	Queues: judge.Standard(),
	Run:    func(t *judge.T) { comeBackIfAccepted(t, neutral(attributesOf(mostAttributes))) },
}

// untyped are the dialects whose attributes have no types.
var untyped = map[specs.Dialect]bool{specs.EZGH: true}

// asSent are attributes as a dialect sends them.
func asSent(d specs.Dialect, attributes map[string]target.Attribute) map[string]target.Attribute {
	sent := maps.Clone(attributes)
	for name, a := range sent {
		if untyped[d] {
			sent[name] = target.Attribute{Value: a.Value}
		}
	}
	return sent
}

// mustHaveAttributes fails unless a delivery has exactly these attributes.
func mustHaveAttributes(t *judge.T, l judge.Lease, sent map[string]target.Attribute) {
	names := maps.Clone(sent)
	if names == nil {
		names = map[string]target.Attribute{}
	}
	maps.Copy(names, l.Attributes)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		was, there := sent[name]
		is, came := l.Attributes[name]
		if was != is || there != came {
			t.Decide(l.Call.Exchange)
			t.Failf("expected attribute %q to come as it was sent, %s, observed %s in exchange %d",
				name, attribute(was, there), attribute(is, came), l.Call.Exchange)
		}
	}
}

// attribute writes an attribute, or that there is none.
func attribute(a target.Attribute, there bool) string {
	switch {
	case !there:
		return "not at all"
	case a.Type == "":
		return excerpt(a.Value)
	default:
		return a.Type + " " + excerpt(a.Value)
	}
}

// ofGroups are the members that only a FIFO queue's messages have.
var ofGroups = map[specs.Dialect][]string{
	specs.Basaltic: {"message_group_id"},
	specs.EZGH:     {"groupId", "seq"},
}

var noGroupOnStandard = &judge.Case{
	Name:  "no-group-on-standard",
	Title: "a standard queue's messages have no group, on their first delivery and when they come again",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-19"},
		specs.EZGH:     {ID: "EQ-RECV-15"},
	},
	Queues:   judge.Standard(),
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("one", "two")
		first := q.MustLeases(2, judge.For(long))
		mustHaveNoGroup(t, first)
		for _, l := range first {
			q.MustChangeVisibility(l, 0)
		}
		mustHaveNoGroup(t, q.MustLeaseReleased(2, judge.For(long)))
	},
}

// mustHaveNoGroup fails when a message of the answers that took the leases has a group.
func mustHaveNoGroup(t *judge.T, leases []judge.Lease) {
	for _, l := range leases {
		for _, message := range listed(t, l.Call) {
			for _, name := range ofGroups[t.Dialect()] {
				if value, there := message[name]; there && string(value) != "null" {
					t.Decide(l.Call.Exchange)
					t.Failf("expected no %s on a standard queue's message, observed %s in exchange %d", name, value, l.Call.Exchange)
				}
			}
		}
	}
}

var groupOnFIFO = &judge.Case{
	Name:   "group-on-fifo",
	Title:  "a FIFO queue's messages have the message_group_id that they were sent with, on every delivery",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RECV-19"}},
	Queues: judge.FIFO(),
	Run: func(t *judge.T) {
		q, sent := t.Queue(), []string{"Customer-42", "customer-43"}
		for _, group := range sent {
			q.MustSendGroup(group, group)
		}
		for range 2 {
			for _, l := range q.MustLeases(len(sent), judge.For(long)) {
				if l.Group != l.Body {
					t.Decide(l.Call.Exchange)
					t.Failf("expected message_group_id %q, observed %q in exchange %d", l.Body, l.Group, l.Call.Exchange)
				}
				q.MustChangeVisibility(l, 0)
			}
		}
	},
}
