package console_test

import (
	"testing"

	"github.com/leasecheck/leasecheck/reports/console"
)

func TestPlaceSaysTheDialectOnce(t *testing.T) {
	for name, want := range map[string]string{
		"acme-queues 2.1":                    "acme-queues 2.1, ezgh at http://h",
		"leasecheck reference server, ezgh":  "leasecheck reference server, ezgh at http://h",
		"EZGH staging":                       "EZGH staging at http://h",
		"ezghost":                            "ezghost, ezgh at http://h",
		"leasecheck reference server, other": "leasecheck reference server, other, ezgh at http://h",
	} {
		if got := console.Place(name, "ezgh", "http://h"); got != want {
			t.Errorf("%q is called %q, due %q", name, got, want)
		}
	}
}
