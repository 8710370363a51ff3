package cases

import (
	"slices"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
)

func TestStatesThatAPeekMustNotChange(t *testing.T) {
	message := func(state, visibleAt string) []basaltic.Peeked {
		return []basaltic.Peeked{{ID: "m1", Visibility: state, VisibleAt: visibleAt, ReceiveCount: 1}}
	}
	const at, elsewhere, next = "2026-01-18T11:45:10.5Z", "2026-01-18T17:15:10.500+05:30", "2026-01-18T11:45:11.5Z"
	counted := message("available", at)
	counted[0].ReceiveCount++
	for _, tc := range []struct {
		name   string
		was    []basaltic.Peeked
		is     []basaltic.Peeked
		stayed bool
	}{
		{"a lease's end in another zone", message("in_flight", at), message("in_flight", elsewhere), true},
		{"a lease's end in no known form", message("in_flight", "soon"), message("in_flight", "soon"), true},
		{"a lease's end moved", message("in_flight", at), message("in_flight", next), false},
		{"a delay's end moved", message("delayed", at), message("delayed", next), false},
		{"a stamp of what is available", message("available", at), message("available", next), true},
		{"another state", message("available", at), message("in_flight", at), false},
		{"another count", message("available", at), counted, false},
	} {
		if stayed := slices.Equal(shownStates(tc.was), shownStates(tc.is)); stayed != tc.stayed {
			t.Errorf("%s: %q and %q are the same: %t", tc.name, shownStates(tc.was), shownStates(tc.is), stayed)
		}
	}
}
