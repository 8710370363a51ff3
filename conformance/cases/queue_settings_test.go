package cases

import (
	"testing"

	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
)

func TestAKeyMayBeShownWithoutItsName(t *testing.T) {
	for _, tc := range []struct {
		name  string
		shown *basaltic.Reference
		want  bool
	}{
		{"by its name", &basaltic.Reference{ID: "1", CRN: "crn:1", Name: "mine"}, true},
		{"by its id", &basaltic.Reference{ID: "mine", CRN: "crn:1", Name: "other"}, true},
		{"by its CRN", &basaltic.Reference{ID: "1", CRN: "mine", Name: "other"}, true},
		{"without a name", &basaltic.Reference{ID: "1", CRN: "crn:1"}, true},
		{"another", &basaltic.Reference{ID: "1", CRN: "crn:1", Name: "other"}, false},
		{"without an id", &basaltic.Reference{Name: "mine"}, false},
		{"not at all", nil, false},
	} {
		if got := mayBeKey(tc.shown, "mine"); got != tc.want {
			t.Errorf("%s: got %t", tc.name, got)
		}
	}
}
