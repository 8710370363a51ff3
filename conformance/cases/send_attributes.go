package cases

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// sendAttributes holds the cases about what a Basaltic message may hold.
var sendAttributes = []*judge.Case{
	twentyAttributes,
	onFIFO(twentyAttributes),
	longestAttributeValue,
	onFIFO(longestAttributeValue),
	valuesOfTheirType,
	onFIFO(valuesOfTheirType),
	sendWithoutBody,
}

const (
	// mostAttributes is how many a message may have.
	mostAttributes = 20
	// mostCharacters is how long the value of one may be.
	mostCharacters = 1024
)

// typed are attributes as the wire has them.
type typed = map[string]basaltic.Attribute

// neutral are the same attributes as the other cases have them.
func neutral(attributes typed) map[string]target.Attribute {
	n := map[string]target.Attribute{}
	for name, a := range attributes {
		n[name] = target.Attribute(a)
	}
	return n
}

// takesAttributes fails unless each message, named by what it has, is accepted
// alone and in a batch of them all, and comes with the values that it was sent with.
func takesAttributes(t *judge.T, q *judge.Queue, messages map[string]typed) {
	attributes := maps.Clone(messages)
	var batch []target.Message
	for what, has := range messages {
		m := target.Message{Body: what, Attributes: neutral(has)}
		t.Expect(q.Send(eachApart(q, m)[0])).To(judge.BeSuccess(), "%s", what)
		m.Body += ", in a batch"
		attributes[m.Body] = has
		batch = append(batch, m)
	}
	for i, sent := range q.SendBatch(eachApart(q, batch...)) {
		t.Expect(sent).To(judge.Be(target.OK), "%s", batch[i].Body)
	}
	for _, l := range q.AllDelivered("it was sent", slices.Sorted(maps.Keys(attributes))...) {
		for name, sent := range attributes[l.Body] {
			if value := l.Attributes[name].Value; value != sent.Value {
				t.Decide(l.Call.Exchange)
				t.Failf("expected the message with %s to come with them, observed %s for attribute %q in exchange %d", l.Body, excerpt(value), name, l.Call.Exchange)
			}
		}
	}
}

// refusesAttributes fails unless each message, named by what is wrong with it,
// is refused, and none is delivered.
func refusesAttributes(t *judge.T, q *judge.Queue, messages map[string]typed) {
	for what, attributes := range messages {
		mustRefuse(t, q, basaltic.Message{Body: what, Attributes: attributes}, what)
	}
	q.NoneDelivered("its send was refused", slices.Sorted(maps.Keys(messages))...)
}

// mustRefuse fails unless a message is refused, alone and as the entry of a batch,
// though it lacks nothing that the queue asks for.
func mustRefuse(t *judge.T, q *judge.Queue, m basaltic.Message, what string) {
	mustRefuseAsIs(t, q, apartOnWire(q, m), what)
}

// mustRefuseAsIs is mustRefuse for a message that may lack something. In the batch
// its deduplication id, if it has one, is another.
func mustRefuseAsIs(t *judge.T, q *judge.Queue, m basaltic.Message, what string) {
	c := basaltic.NewClient(t.Session())
	call := t.Answered(c.SendMessage(t.Context(), q.Ref(), m, wire.Deviant))
	t.Expect(call).To(judge.BeClientError(), "%s", what)
	m.ID = "only"
	if m.DeduplicationID != "" {
		m.DeduplicationID += "-batched"
	}
	batch := basaltic.Batch[basaltic.Message]{Entries: []basaltic.Message{m}}
	mustRefuseEntry(t, c.SendMessageBatch(t.Context(), q.Ref(), batch, wire.Deviant), what)
}

// apartOnWire is a message as eachApart gives it: one that lacks nothing that a
// queue of either kind asks for.
func apartOnWire(q *judge.Queue, m basaltic.Message) basaltic.Message {
	own := eachApart(q, target.Message{})[0]
	m.Group, m.DeduplicationID = own.Group, own.DeduplicationID
	return m
}

// mustRefuseEntry fails unless a batch of one bad entry, or its entry, is refused.
func mustRefuseEntry(t *judge.T, call target.Call, what string) {
	answer, o := judge.Read(t, call, basaltic.Read[basaltic.Results])
	if o.Class != target.OK {
		t.Expect(o).To(judge.BeClientError(), "%s, in a batch", what)
		return
	}
	if len(answer.Results) != 1 || answer.Results[0].Error == "" {
		t.Decide(call.Exchange)
		t.Failf("expected an error for the entry of a batch that has %s, observed status %d and none in exchange %d", what, call.Status, call.Exchange)
	}
}

// attributesOf are n attributes.
func attributesOf(n int) typed {
	attributes := typed{}
	for i := range n {
		attributes[fmt.Sprint("attribute-", i)] = basaltic.Attribute{Type: "String", Value: fmt.Sprint(i)}
	}
	return attributes
}

var twentyAttributes = &judge.Case{
	Name:     "twenty-attributes",
	Title:    "a message with exactly 20 attributes is sent with all of them; one with more answers 4xx and is not sent",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-SEND-01"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		takesAttributes(t, q, map[string]typed{"20 attributes": attributesOf(mostAttributes)})
		refusesAttributes(t, q, map[string]typed{
			"21 attributes":  attributesOf(mostAttributes + 1),
			"100 attributes": attributesOf(100),
		})
	},
}

// one is a message's only attribute.
func one(kind, value string) typed { return typed{"only": {Type: kind, Value: value}} }

var longestAttributeValue = &judge.Case{
	Name:     "longest-attribute-value",
	Title:    "an attribute's value of exactly 1,024 characters is sent, whether they have one byte or two; a longer one answers 4xx",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-SEND-02"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		mustAllow(t, q, 4*mostCharacters)
		takesAttributes(t, q, map[string]typed{
			"1,024 characters of one byte":  one("String", strings.Repeat("a", mostCharacters)),
			"1,024 characters of two bytes": one("String", strings.Repeat("é", mostCharacters)),
			"1,024 characters of base64":    one("Binary", strings.Repeat("QUJD", mostCharacters/4)),
		})
		refusesAttributes(t, q, map[string]typed{
			"1,025 characters of one byte":  one("String", strings.Repeat("a", mostCharacters+1)),
			"1,025 characters of two bytes": one("String", strings.Repeat("é", mostCharacters+1)),
			"1,028 characters of base64":    one("Binary", strings.Repeat("QUJD", mostCharacters/4+1)),
			"3,000 characters of one byte":  one("String", strings.Repeat("a", 3000)),
		})
	},
}

// mustAllow ends the case inconclusive when the queue takes no messages of so many bytes.
func mustAllow(t *judge.T, q *judge.Queue, bytes int) {
	if most := int(described(t, q.Ref()).Attributes.MaxMessageBytes); most > 0 && most < bytes {
		t.Inconclusivef("the queue allows messages of %d bytes, the case sends %d", most, bytes)
	}
}

// noneOfType are attributes that are not what their type says.
var noneOfType = map[string]typed{
	"words as a Number":                    one("Number", "many"),
	"no digits as a Number":                one("Number", ""),
	"two points in a Number":               one("Number", "1.2.3"),
	"two signs in a Number":                one("Number", "--1"),
	"a Number with a unit":                 one("Number", "5kg"),
	"two Numbers in one":                   one("Number", "1 2"),
	"an exponent of no digits":             one("Number", "1e"),
	"a Number with a decimal comma":        one("Number", "1,5"),
	"not a number as a Number":             one("Number", "NaN"),
	"stars in a Binary":                    one("Binary", "QUJD*UJD"),
	"the URL alphabet in a Binary":         one("Binary", "_-_-"),
	"a Binary with a character too many":   one("Binary", "QUJDR"),
	"a Binary without its padding":         one("Binary", "QQ"),
	"padding alone as a Binary":            one("Binary", "===="),
	"padding in the middle of a Binary":    one("Binary", "QQ==QUJD"),
	"an unknown type":                      one("Decimal", "1"),
	"a type in lower case":                 one("string", "text"),
	"an empty type":                        one("", "text"),
	"a type that begins with a known one":  one("StringList", "text"),
	"a known type with a suffix":           one("Number.float", "1"),
	"a bad attribute behind nineteen good": withOne(attributesOf(mostAttributes-1), "Number", "many"),
}

// withOne adds an attribute that comes last, whatever the order.
func withOne(attributes typed, kind, value string) typed {
	attributes["zzz"] = basaltic.Attribute{Type: kind, Value: value}
	return attributes
}

var valuesOfTheirType = &judge.Case{
	Name:     "values-of-their-type",
	Title:    "a Number that is no number, a Binary that is no standard base64 and an unknown type answer 4xx; values of their types are sent",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-SEND-03"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 75,
	Run: func(t *judge.T) {
		q := t.Queue()
		takesAttributes(t, q, map[string]typed{"good values": {
			"zero": {Type: "Number", Value: "0"}, "negative": {Type: "Number", Value: "-17"}, "fraction": {Type: "Number", Value: "0.25"},
			"padded": {Type: "Binary", Value: "QQ=="}, "standard": {Type: "Binary", Value: "+/+/"}, "text": {Type: "String", Value: "many"},
		}})
		refusesAttributes(t, q, noneOfType)
	},
}

// members are a message's, of any JSON values.
type members = map[string]any

// noBodies are messages whose body is missing or no string.
var noBodies = []members{
	{}, {"attributes": one("String", "a")}, {"delay_seconds": 0},
	{"body": 1}, {"body": 1.5}, {"body": true}, {"body": []string{}}, {"body": []string{"a"}}, {"body": members{}}, {"body": members{"text": "a"}},
}

var sendWithoutBody = &judge.Case{
	Name:     "send-without-body",
	Title:    "a send without a body, or with one that is no string, answers 4xx and sends nothing, alone and in a batch",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-SEND-07"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 40,
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		for _, m := range noBodies {
			call := t.Answered(c.SendMessage(t.Context(), q.Ref(), m, wire.Deviant))
			t.Expect(call).To(judge.BeClientError(), "the message %v", m)
			entry := members{"id": "only"}
			maps.Copy(entry, m)
			batch := basaltic.Batch[members]{Entries: []members{entry}}
			mustRefuseEntry(t, c.SendMessageBatch(t.Context(), q.Ref(), batch, wire.Deviant), fmt.Sprintf("the message %v", m))
		}
		null := t.Answered(c.SendMessage(t.Context(), q.Ref(), wire.Raw(`{"body":null}`), wire.Deviant))
		t.Recordf("body null: status %d", null.Status)
		if null.Status >= 300 {
			q.MustSend("good")
			q.OnlyDelivered("all other sends were refused", "good")
		}
	},
}
