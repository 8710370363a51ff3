package cases

import (
	"slices"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// TestNoImpostorIsAHandle has handles that the texts tried in their place would
// equal: halves that are alike, and a number.
func TestNoImpostorIsAHandle(t *testing.T) {
	lease := func(handle string) judge.Lease {
		return judge.Lease{Delivery: target.Delivery{MessageID: "550e8400-e29b-41d4-a716-446655440000", Handle: handle}}
	}
	all := len(impostors(lease("a handle"), lease("another")))
	for _, handles := range [][]string{{"33", "other"}, {"other", "0"}} {
		texts := impostors(lease(handles[0]), lease(handles[1]))
		for _, h := range handles {
			if slices.Contains(texts, h) {
				t.Errorf("%q is sent as garbage, though it is a handle", h)
			}
		}
		if len(texts) != all-1 {
			t.Errorf("with the handles %q there are %d impostors, want %d", handles, len(texts), all-1)
		}
	}
}
