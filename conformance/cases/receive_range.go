package cases

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveRange holds the cases about what the fields of a receive may say.
var receiveRange = []*judge.Case{
	maxOutOfRange,
	onFIFO(maxOutOfRange),
	visibilityOutOfRange,
	onFIFO(visibilityOutOfRange),
	waitOutOfRange,
	onFIFO(waitOutOfRange),
	malformedReceive,
	receiveFieldsOfOtherTypes,
}

// receiveField is a numeric field of a receive and its range, both ends included.
type receiveField struct {
	name      func(receiveWire) string
	low, high int
}

var (
	maxField        = receiveField{func(w receiveWire) string { return w.max }, 1, 10}
	waitField       = receiveField{func(w receiveWire) string { return w.wait }, 0, 20}
	visibilityField = receiveField{func(w receiveWire) string { return w.visibility }, 0, 43_200}
)

// body is a receive's with this value of the field, a JSON text.
func (f receiveField) body(t *judge.T, value string) wire.Raw {
	return wire.Raw(fmt.Sprintf(`{%q:%s}`, f.name(receiveAs(t)), value))
}

// outside are values beyond either end: the nearest, and such that fall within
// the range again in 32 or in 64 bits.
func (f receiveField) outside() []string {
	return []string{
		strconv.Itoa(f.low - 1), strconv.Itoa(f.high + 1), "-2147483648", "2147483648", "4294967297",
		"9223372036854775808", "18446744073709551617", "-18446744073709551615",
	}
}

// noIntegers are JSON values of a field that takes integers.
var noIntegers = []string{"1.5", `"5"`, "true", "[5]", "{}"}

// documentedAsIntegers says which dialects document that only integers are accepted.
var documentedAsIntegers = map[specs.Dialect][]string{specs.Basaltic: noIntegers}

// mustKeepRange fails unless the target refuses each value that the field may
// not have, leasing nothing, and accepts both ends of its range.
func (f receiveField) mustKeepRange(t *judge.T) {
	q, w := t.Queue(), receiveAs(t)
	leasesNothing(t, q, func() {
		for _, value := range append(f.outside(), documentedAsIntegers[t.Dialect()]...) {
			call := sendReceive(t, q, f.body(t, value), wire.Deviant)
			t.Expect(call).To(judge.HaveStatus(400), "%s %s", f.name(w), value)
		}
	})
	for _, value := range []int{f.low, f.high} {
		sendApart(q, fmt.Sprint("for ", value))
		call := sendReceive(t, q, f.body(t, strconv.Itoa(value)))
		t.Expect(call).To(judge.HaveStatus(200), "%s %d", f.name(w), value)
	}
	sendApart(q, "for null")
	t.Recordf("%s null: status %d", f.name(w), sendReceive(t, q, f.body(t, "null"), wire.Deviant).Status)
}

var maxOutOfRange = &judge.Case{
	Name:  "max-out-of-range",
	Title: "a receive that asks for fewer than 1 or more than 10 messages answers 400 and leases nothing; 1 and 10 are accepted",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-05"},
		specs.EZGH:     {ID: "EQ-RECV-06"},
	},
	Queues:   longLease(),
	Requests: 30,
	Run:      maxField.mustKeepRange,
}

var visibilityOutOfRange = &judge.Case{
	Name:  "visibility-out-of-range",
	Title: "a receive whose visibility timeout is below 0 or above 43,200 s answers 400 and leases nothing; either end is accepted",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-06"},
		specs.EZGH:     {ID: "EQ-RECV-08"},
	},
	Queues:   longLease(),
	Requests: 30,
	Run:      visibilityField.mustKeepRange,
}

var waitOutOfRange = &judge.Case{
	Name:  "wait-out-of-range",
	Title: "a receive that asks to wait less than 0 or more than 20 s answers 400 and leases nothing; either end is accepted",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-07"},
		specs.EZGH:     {ID: "EQ-RECV-07"},
	},
	Queues:   longLease(),
	Requests: 30,
	Run:      waitField.mustKeepRange,
}

// malformed are texts that are no JSON; FIELD stands for a field's name.
var malformed = []string{
	`{`, `{"FIELD":1`, `{"FIELD":1]`, `{"FIELD":1}}`, `{"FIELD":1} {}`, `{"FIELD":}`, `{"FIELD" 1}`, `{"FIELD":1,}`,
	`{FIELD:1}`, `{'FIELD':1}`, `{"FIELD":01}`, `{"FIELD":+1}`, `{"FIELD":NaN}`, `{"FIELD":1 /* one */}`, `FIELD=1`,
}

var malformedReceive = &judge.Case{
	Name:  "malformed-receive",
	Title: "a receive whose body is malformed JSON answers 400 and leases nothing",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-17"},
		specs.EZGH:     {ID: "EQ-RECV-16"},
	},
	Queues:   longLease(),
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		leasesNothing(t, q, func() {
			for _, text := range malformed {
				call := sendReceive(t, q, wire.Raw(strings.ReplaceAll(text, "FIELD", receiveAs(t).max)), wire.Deviant)
				t.Expect(call).To(judge.HaveStatus(400), "the body %s", text)
			}
		})
	},
}

var receiveFieldsOfOtherTypes = &judge.Case{
	Name:     "receive-fields-of-other-types",
	Title:    "a receive with a field of another type than an integer answers 400 and claims nothing",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-RECV-16"}},
	Queues:   longLease(),
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		leasesNothing(t, q, func() {
			for _, f := range []receiveField{maxField, waitField, visibilityField} {
				for _, value := range noIntegers {
					call := sendReceive(t, q, f.body(t, value), wire.Deviant)
					t.Expect(call).To(judge.HaveStatus(400), "%s %s", f.name(receiveAs(t)), value)
				}
			}
		})
	},
}
