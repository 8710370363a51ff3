package lease

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// proving asks the tests whose worth grows with time to take it.
var proving = os.Getenv("LEASECHECK_PROVE") != ""

func TestMain(m *testing.M) {
	checks := 800
	if proving {
		checks = 20_000
	}
	for name, value := range map[string]string{"rapid.checks": fmt.Sprint(checks), "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
