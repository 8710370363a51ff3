package wire_test

import (
	"testing"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

func TestTheFieldThatIsNotAsDocumentedIsNamed(t *testing.T) {
	type answer struct {
		Queue struct {
			Name  string   `json:"name"`
			Kinds []string `json:"kinds"`
			Count wire.Int `json:"count"`
		} `json:"queue"`
	}
	for body, want := range map[string]string{
		`{"queue":{"name":7}}`:        "its field queue.name is a number, where a text is documented",
		`{"queue":{"kinds":{}}}`:      "its field queue.kinds is an object, where a list is documented",
		`{"queue":"q"}`:               "its field queue is a text, where an object is documented",
		`[]`:                          "it is a list, where an object is documented",
		`{"queue":{"count":1.5}}`:     "it does not decode: 1.5 is no integer",
		`{"queue":`:                   "it does not decode: unexpected end of JSON input",
		`{"queue":{"name":"n"}} more`: "it does not decode: invalid character 'm' after top-level value",
	} {
		_, o := wire.Answer[answer](target.Call{Status: 200, Body: []byte(body)}, nil)
		if o.Class != target.Unanswered || o.Err != wire.Misformed(want) {
			t.Errorf("%s: %s, %v; want %s", body, o.Class, o.Err, want)
		}
	}
}
