package cases

import (
	"fmt"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// schema holds the case about all exchanges of the run. Itself it adds some of
// each operation, so that it judges them also when no other case ran.
var schema = []*judge.Case{answersMatchTheDocument}

var answersMatchTheDocument = &judge.Case{
	Name:  "answers-match-the-document",
	Title: "every answer of the run, of each operation, matches the OpenAPI document in status, content type, required fields and formats",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-03"},
		specs.EZGH:     {ID: "EQ-RECV-03"},
	},
	Requests:       50,
	InvalidHandles: 1,
	Last:           true,
	Run: func(t *judge.T) {
		tours[t.Dialect()](t)
		client := t.Session().Client()
		if mistakes := client.InvalidRequests(); len(mistakes) > 0 {
			t.Faultf("requests that the suite did not mean to be wrong break the document: %s", evidence(t, mistakes))
		}
		if broken := client.Violations(); len(broken) > 0 {
			t.Failf("expected every answer to match the document, observed answers of %d operations that do not: %s",
				len(broken), evidence(t, broken))
		}
	},
}

// evidence tells each operation's first violation, and adds its exchange.
func evidence(t *judge.T, violations []wire.Violation) string {
	told := make([]string, len(violations))
	for i, v := range violations {
		told[i] = fmt.Sprintf("%s, %d times, first in case %s, exchange %d: %s",
			v.Operation, v.Count, v.Case, t.Evidence(v.Exchange), v.Reason)
	}
	return strings.Join(told, "; ")
}
