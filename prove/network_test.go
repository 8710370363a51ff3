//go:build prove

package prove

import (
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/internal/hostile"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// far is the path to a target on another continent.
var far = hostile.Path{Delay: 100 * time.Millisecond, Jitter: 30 * time.Millisecond}

// farInconclusive is the share of cases that may be inconclusive at the end of it.
const farInconclusive = 0.1

// away starts a reference server that shows the faults, and gives the path of a
// target file that reaches it, and its control API, through the path far.
func away(t *testing.T, d specs.Dialect, faults ...string) string {
	t.Helper()
	slow := func(u *url.URL) *url.URL { return hostile.Slow(t, u, far) }
	path := behind(t, d, slow, faults...)
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	edit(t, path, `(?m)^control: .*`, "control: "+slow(f.Control).String())
	return path
}

func TestASlowNetworkIsAccusedOfNothing(t *testing.T) {
	for _, d := range specs.Dialects() {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			var y tally
			m := judge(t, "--target", away(t, d))
			y.add(t, m)
			if float64(y.inconclusive) > farInconclusive*float64(y.cases) {
				t.Errorf("%s; want at most %.0f %% inconclusive", &y, 100*farInconclusive)
			}
			for _, c := range casesOf(m, reports.Inconclusive) {
				if !strings.ContainsFunc(c.Message, unicode.IsDigit) {
					t.Errorf("%s is inconclusive without numbers: %s", c.Name, c.Message)
				}
			}
			say("%s through a network of %s ± %s each way: %s in %.0f s, exit status %d", d, far.Delay, far.Jitter, &y, m.took.Seconds(), m.exit)
		})
	}
}

// gross are faults of all areas that no network may hide, and the requirement
// whose quick cases tell each.
var gross = map[string]string{
	"lapsed-handle-deletes":  "BQ-LEASE-04",
	"handle-reused":          "EQ-LEASE-02",
	"send-unnoticed":         "EQ-POLL-02",
	"group-not-exclusive":    "BQ-FIFO-04",
	"deduplication-missing":  "BQ-FIFO-09",
	"max-off-by-one":         "EQ-RECV-05",
	"any-token-accepted":     "BQ-AUTH-02",
	"redrive-missing":        "BQ-DLQ-01",
	"receipt-garbage-is-ok":  "EQ-ACK-13",
	"batch-stops-at-failure": "BQ-BATCH-04",
}

func TestASlowNetworkHidesNoGrossFault(t *testing.T) {
	for fault, id := range gross {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			m := judge(t, "--tier", "quick", "--target", away(t, dialectOf(id), fault))
			if s := statusOf(m, id); m.exit != reports.ExitNotConformant || s != reports.Failed {
				t.Errorf("exit status %d and %s %s; want %d and failed", m.exit, id, s, reports.ExitNotConformant)
			}
			say("the fault %s through the same network: exit status %d, %s %s in %.0f s", fault, m.exit, id, statusOf(m, id), m.took.Seconds())
		})
	}
}

// dialectOf is the dialect that a requirement is of.
func dialectOf(id string) specs.Dialect {
	if strings.HasPrefix(id, "EQ-") {
		return specs.EZGH
	}
	return specs.Basaltic
}
