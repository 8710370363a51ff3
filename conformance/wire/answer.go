package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// Classes maps a dialect's error codes to neutral classes; all other codes
// are refusals.
type Classes map[string]target.Class

// Classify gives a call its neutral meaning: any 2xx is OK, a 4xx with a code
// of classes is that class, a 404 says NotFound, and any other whole answer is
// a refusal.
func Classify(call target.Call, classes Classes) target.Outcome {
	o := target.Outcome{Call: call}
	if call.Err != nil {
		o.Class = target.Unanswered
		return o
	}
	if call.Status >= 200 && call.Status < 300 {
		o.Class = target.OK
		return o
	}
	o.Code = ErrorCode(call.Body)
	class, known := classes[o.Code]
	clientError := call.Status >= 400 && call.Status < 500
	switch {
	case known && clientError:
		o.Class = class
	case call.Status == 404:
		o.Class = target.NotFound
	default:
		o.Class = target.Refused
	}
	return o
}

// Answer classifies a call and decodes the body of an answer that is OK. An
// empty body has no fields. A body that does not decode makes the call
// Unanswered, since what it did is then unknown.
func Answer[T any](call target.Call, classes Classes) (T, target.Outcome) {
	var body T
	o := Classify(call, classes)
	if o.Class != target.OK || len(bytes.TrimSpace(call.Body)) == 0 {
		return body, o
	}
	if err := json.Unmarshal(call.Body, &body); err != nil {
		o.Class = target.Unanswered
		o.Err = undecoded(err)
	}
	return body, o
}

// Assumed is Answer for an answer of which nothing is documented: of a body in
// another form it takes what it understands.
func Assumed[T any](call target.Call, classes Classes) (T, target.Outcome) {
	var body T
	o := Classify(call, classes)
	if o.Class == target.OK {
		_ = json.Unmarshal(call.Body, &body) // goes on past a field of another type
	}
	return body, o
}

// ErrorCode finds the machine-readable code in an error body: in
// {"error":{"code"}}, {"error":"code"} or {"code"}. It is empty when there is none.
func ErrorCode(body []byte) string {
	var envelope struct {
		Error json.RawMessage `json:"error"`
		Code  json.RawMessage `json:"code"`
	}
	if json.Unmarshal(body, &envelope) != nil {
		return ""
	}
	var nested struct {
		Code string `json:"code"`
	}
	if json.Unmarshal(envelope.Error, &nested) == nil && nested.Code != "" {
		return nested.Code
	}
	for _, raw := range []json.RawMessage{envelope.Error, envelope.Code} {
		var text string
		if json.Unmarshal(raw, &text) == nil && text != "" {
			return text
		}
	}
	return ""
}

// Int is an integer in an answer, in any JSON form that has no fraction: 1, 1.0, 1e0.
type Int int

// UnmarshalJSON refuses what is no number or has a fraction.
func (n *Int) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		return nil
	}
	f, err := strconv.ParseFloat(string(b), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return fmt.Errorf("%s is no integer", b)
	}
	*n = Int(f)
	return nil
}

// Text is what an answer holds in a form that is not documented: a string as it
// is, and any other value as its JSON. It is empty for null.
type Text string

// UnmarshalJSON takes every value.
func (s *Text) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) != nil {
		text = string(b)
	}
	*s = Text(text)
	return nil
}

// Loose is a value in an answer that is not documented: one of another form is
// as if it were not there.
type Loose[T any] struct{ Value T }

// UnmarshalJSON takes every value.
func (l *Loose[T]) UnmarshalJSON(b []byte) error {
	var value T
	if json.Unmarshal(b, &value) == nil {
		l.Value = value
	}
	return nil
}

// Code is an error in an answer, in a form that is not documented: a string as it
// is, the code of an object that has one, and any other value as its JSON. It is
// empty for null, false and what is empty.
type Code string

// UnmarshalJSON takes every value.
func (c *Code) UnmarshalJSON(b []byte) error {
	var text Text
	_ = text.UnmarshalJSON(b) // takes every value
	switch coded := ErrorCode(b); {
	case coded != "":
		*c = Code(coded)
	case slices.Contains([]string{"null", "false", "{}", "[]"}, string(text)):
		*c = ""
	default:
		*c = Code(text)
	}
	return nil
}

// Seconds reads an answer's number of seconds.
func (n Int) Seconds() time.Duration { return time.Duration(n) * time.Second }

// Seconds writes a duration as a JSON number of seconds, exactly.
func Seconds(d time.Duration) json.Number {
	return json.Number(strconv.FormatFloat(d.Seconds(), 'f', -1, 64))
}

// OptionalSeconds is Seconds of what d points to; nil for nil.
func OptionalSeconds(d *time.Duration) *json.Number {
	if d == nil {
		return nil
	}
	n := Seconds(*d)
	return &n
}

// SetSeconds is Seconds of a setting; nil for zero, which leaves the target's default.
func SetSeconds(d time.Duration) *json.Number {
	if d == 0 {
		return nil
	}
	return OptionalSeconds(&d)
}

// mostMessages is how many messages an answer may hold for the suite to look at
// them: far more than any receive asks for, or than a case ever sends at a time.
const mostMessages = 100

// Messages gives those of an answer; one that holds implausibly many makes the
// receive Unanswered.
func Messages[T any](o target.Outcome, messages []T) ([]T, target.Outcome) {
	if len(messages) > mostMessages {
		o.Class = target.Unanswered
		o.Err = Misformed(fmt.Sprintf("it holds %d messages", len(messages)))
		return nil, o
	}
	return messages, o
}

// longestWait is what a receive may wait when the queue decides and its
// setting is not known.
const longestWait = 20 * time.Second

// LongestWait is how long the target may hold back the answer to r, on a queue
// whose own wait is queueWait, or not known when that is zero.
func LongestWait(r target.Receive, queueWait time.Duration) time.Duration {
	switch {
	case r.Wait != nil:
		return *r.Wait
	case queueWait > 0:
		return queueWait
	default:
		return longestWait
	}
}
