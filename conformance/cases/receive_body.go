package cases

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveBody holds the cases about bodies that come back as they were sent.
var receiveBody = []*judge.Case{
	bodiesComeBack,
	onFIFO(bodiesComeBack),
	escapedBodiesComeBack,
	nulComesBack,
	largestBodyComesBack,
}

// exact is what the cases about bodies judge.
var exact = judge.By{
	specs.Basaltic: {ID: "BQ-RECV-11"},
	specs.EZGH:     {ID: "EQ-RECV-14"},
}

// trickyBodies are texts that servers are known to change.
var trickyBodies = []string{
	"plain",
	" ", "\n", "  spaces around \t", "\r\nlines\r\nand\rreturns\n", "\u00a0no-break space\u2003",
	"\ufeffbyte order mark", "line\u2028and paragraph\u2029separators", "zero\u200bwidth\u200djoiner", "\u202eright to left",
	"é is no e\u0301", "Straße ÅÄÖ ñ", "日本語 한국어 עברית", "𝄞 😀 👩‍👩‍👧‍👦 \U0010fffd", "\ufffd replacement",
	"\u0001\u0002\b\f\u001b\u001f\u007f controls", `back\slash /slash/ "quotes" 'and' \u0041 \n`,
	`{"json":["text",1.50,null,true],"nested":{"a":"\u00e9"}}`, `[1, 2 ,3]`, `"quoted"`, "null", "0012", "1e400", "true",
	"<html>&amp;&lt;%20+%2B</html>", "a=b&c=d", "${VAR} {{ .Field }} %s %d", "'; DROP TABLE messages;--",
}

var bodiesComeBack = &judge.Case{
	Name:     "bodies-come-back",
	Title:    "a body is delivered exactly as sent: Unicode, control characters, surrounding space, JSON text",
	Judges:   exact,
	Queues:   judge.Standard(),
	Requests: 50,
	Run: func(t *judge.T) {
		q := t.Queue()
		bodies := append(slices.Clone(trickyBodies), random(t, 16<<10))
		taken := make([]bool, len(bodies))
		t.Parallel(len(bodies), func(i int) {
			taken[i] = q.Offer("the body "+excerpt(bodies[i]), eachApart(q, target.Message{Body: bodies[i]})[0])
		})
		mustComeBack(t, q, bodies, taken)
	},
}

// mustComeBack fails unless those of the bodies that the target took come back
// exactly as they were sent.
func mustComeBack(t *judge.T, q *judge.Queue, bodies []string, taken []bool) {
	var due []string
	for i, body := range bodies {
		if taken[i] {
			due = append(due, body)
		}
	}
	if len(due) == 0 {
		t.Inconclusivef("the target took none of %d bodies", len(bodies))
	}
	mustBeExact(t, due, q.MustLeases(len(due), judge.For(long)))
}

// mustBeExact fails unless the leases' bodies are those that were sent.
func mustBeExact(t *judge.T, bodies []string, leases []judge.Lease) {
	missing := slices.Clone(bodies)
	var others []judge.Lease
	for _, l := range leases {
		if i := slices.Index(missing, l.Body); i >= 0 {
			missing = slices.Delete(missing, i, i+1)
		} else {
			others = append(others, l)
		}
	}
	if len(missing) == 0 {
		return
	}
	observed := make([]string, len(others))
	for i, l := range others {
		t.Decide(l.Call.Exchange)
		observed[i] = fmt.Sprintf("%s in exchange %d", excerpt(l.Body), l.Call.Exchange)
	}
	t.Failf("expected each body to come back exactly as sent, observed no message %s; observed instead %s",
		excerpt(missing[0]), strings.Join(observed, "; "))
}

// excerpt quotes a text, of a long one the beginning.
func excerpt(text string) string {
	const most = 100
	if len(text) <= most {
		return fmt.Sprintf("%+q", text)
	}
	return fmt.Sprintf("%+q… (%d bytes)", text[:most], len(text))
}

// random is n bytes of text, letters alone, that no compression or repetition makes.
func random(t *judge.T, n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = byte('a' + t.Rand().IntN(26))
	}
	return string(text)
}

// escaped are JSON strings, as they are sent, and the texts they stand for.
var escaped = map[string]string{
	`"\u0041\u00e9\u4e2d"`:             "Aé中",
	`"\ud834\udd1e \uD83D\uDE00"`:      "𝄞 😀",
	`"\"\\\/\b\f\n\r\t"`:               "\"\\/\b\f\n\r\t",
	`"\u0001\u001F\u007f\u2028\ufeff"`: "\u0001\u001f\u007f\u2028\ufeff",
	`"\\u0041 \\ud834"`:                `\u0041 \ud834`,
	`"\u003c\u0026\u003e </script>"`:   "<&> </script>",
}

// sendWires send a body's JSON text as a dialect's producers do.
var sendWires = map[specs.Dialect]func(t *judge.T, queue string, body wire.Raw) target.Call{
	specs.Basaltic: func(t *judge.T, queue string, body wire.Raw) target.Call {
		return basaltic.NewClient(t.Session()).SendMessage(t.Context(), queue, body)
	},
	specs.EZGH: func(t *judge.T, queue string, body wire.Raw) target.Call {
		return ezgh.NewClient(t.Session()).SendMessage(t.Context(), queue, body)
	},
}

var escapedBodiesComeBack = &judge.Case{
	Name:     "escaped-bodies-come-back",
	Title:    "a body that was sent with JSON escapes is delivered as the text that they stand for, surrogate pairs included",
	Judges:   exact,
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 15,
	Run: func(t *judge.T) {
		q := t.Queue()
		var bodies []string
		var taken []bool
		for text, body := range escaped {
			call := t.Answered(sendWires[t.Dialect()](t, q.Ref(), wire.Raw(fmt.Sprintf(`{"body":%s}`, text))))
			bodies, taken = append(bodies, body), append(taken, t.Takes("the JSON text "+text, wire.Classify(call, nil)))
		}
		mustComeBack(t, q, bodies, taken)
	},
}

// No text says that a body may hold every character that JSON can write, so a
// target may refuse this one, but not keep a part of it.
var nulComesBack = &judge.Case{
	Name:   "nul-comes-back",
	Title:  "a body with the character U+0000, where it is accepted, is delivered whole",
	Judges: exact,
	Needs:  []judge.Need{judge.NeedProducer},
	Queues: judge.Standard(),
	Run: func(t *judge.T) {
		q := t.Queue()
		bodies := []string{"before\x00after", "\x00", "end\x00"}
		for _, body := range bodies {
			text, _ := json.Marshal(body)
			sent := wire.Classify(t.Answered(sendWires[t.Dialect()](t, q.Ref(), wire.Raw(fmt.Sprintf(`{"body":%s}`, text)))), nil)
			if sent.Status/100 == 4 {
				t.Recordf("a send of the body %s was answered %d", text, sent.Status)
				return
			}
			mustPrepare(t, fmt.Sprintf("a send of the body %s", text), sent)
		}
		mustBeExact(t, bodies, q.MustLeases(len(bodies), judge.For(long)))
	},
}

// mostBodyBytes is the largest body that is sent, whatever a queue allows: what
// the suite reads of an answer is bounded.
const mostBodyBytes = 3 << 20

var largestBodyComesBack = &judge.Case{
	Name:   "largest-body-comes-back",
	Title:  "a body of as many bytes as the queue allows is delivered whole, whether its characters have one byte or four",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-RECV-11"}},
	Queues: judge.Standard(),
	Run: func(t *judge.T) {
		q, c := t.Queue(), basaltic.NewClient(t.Session())
		described, o := judge.Read(t, c.DescribeQueue(t.Context(), q.Ref()), basaltic.Read[basaltic.QueueAnswer])
		mustPrepare(t, "describeQueue", o)
		most := int(described.Queue.Attributes.MaxMessageBytes)
		if most <= 0 || most > mostBodyBytes {
			t.Inconclusivef("the queue allows bodies of %d bytes; the suite sends 1 to %d", most, mostBodyBytes)
		}
		wide := strings.Repeat("😀", most/4) + random(t, most%4)
		bodies := []string{random(t, most), wide}
		for _, body := range bodies {
			q.MustSend(body)
		}
		mustBeExact(t, bodies, q.MustLeases(len(bodies), judge.For(long)))
	},
}
