//go:build prove

package prove

import (
	"io"
	"log"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/internal/hostile"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// The promises of a run against a target that does not behave.
const (
	hostileMemory = 300 << 20
	// overtime is what the teardown of a case may take beyond the case's limit.
	overtime = 11 * time.Second
)

// behind starts a reference server that shows the faults, and gives the path of
// a target file that reaches it through what front puts in front of it.
func behind(t *testing.T, d specs.Dialect, front func(*url.URL) *url.URL, faults ...string) string {
	t.Helper()
	path := referencetest.Path(t, d, faults...)
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	edit(t, path, `(?m)^url: .*`, "url: "+front(f.URL).String())
	edit(t, path, `(?m)^client_addresses:\n.*\n`, "client_addresses: []\n")
	return path
}

// hostileTime is what a run may take, by its tier.
var hostileTime = map[string]time.Duration{"quick": 130 * time.Second, "standard": 200 * time.Second}

// survive judges the target and fails the test unless the run keeps its bounds
// and comes to no verdict that clears the target. Its 429s may slow the suite
// down to pace, in requests a second.
func survive(t *testing.T, path, tier string, pace float64) measured {
	t.Helper()
	m := judge(t, "--target", path, "--tier", tier)
	if m.took > hostileTime[tier] || m.memory > hostileMemory {
		t.Errorf("it took %s and %d MB; want at most %s and %d MB", m.took, m.memory>>20, hostileTime[tier], hostileMemory>>20)
	}
	if m.exit != reports.ExitInconclusive && m.exit != reports.ExitNotConformant {
		t.Errorf("exit status %d", m.exit)
	}
	if len(m.results) == 1 {
		inTime(t, m.results[0], pace)
	}
	return m
}

// inTime fails the test when a case outlived its deadline.
func inTime(t *testing.T, r *reports.Result, pace float64) {
	t.Helper()
	roundTrip := time.Duration(r.Conditions.RTTP50 * float64(time.Second))
	most := map[string]time.Duration{}
	for _, c := range cases.All() {
		most[c.Name] = c.TimeLimit(roundTrip, pace) + overtime
	}
	for _, q := range r.Requirements {
		for _, c := range q.Cases {
			if took := time.Duration(c.DurationSeconds * float64(time.Second)); took > most[c.Name] {
				t.Errorf("%s took %s; want at most %s", c.Name, took, most[c.Name])
			}
		}
	}
}

// told tells how a run against a hostile target ended, and to the test's log
// what failed there.
func told(t *testing.T, name string, m measured) {
	t.Helper()
	headline := ""
	if len(m.results) == 1 {
		headline = reports.Headline(m.results[0])
	}
	for _, c := range casesOf(m, reports.Failed) {
		t.Logf("%s: %s", c.Name, c.Message)
	}
	say("%s: exit status %d after %.0f s in %d MB: %s", name, m.exit, m.took.Seconds(), m.memory>>20, headline)
}

func TestHostileAnswers(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(hostile.Behaviours)) {
		for when, hostileWhen := range map[string]func() func(*http.Request) bool{
			"from the 60th request on": func() func(*http.Request) bool { return hostile.After(60) },
			"at each fifth request":    func() func(*http.Request) bool { return hostile.Every(5) },
			"at each receive":          func() func(*http.Request) bool { return hostile.Operation("/messages/receive", 5) },
		} {
			t.Run(name+" "+when, func(t *testing.T) {
				t.Parallel()
				path := behind(t, specs.EZGH, func(base *url.URL) *url.URL {
					return hostile.InFront(t, base, hostileWhen(), hostile.Behaviours[name])
				})
				told(t, name+" "+when, survive(t, path, "quick", math.Inf(1)))
			})
		}
	}
}

func TestHostileNetworks(t *testing.T) {
	for name, network := range map[string]struct {
		front func(testing.TB, *url.URL) *url.URL
		// pace is how slow it makes the suite at most.
		pace float64
	}{
		"a certificate of an unknown CA": {hostile.UnknownCA, math.Inf(1)},
		"another protocol":               {func(t testing.TB, _ *url.URL) *url.URL { return hostile.OtherProtocol(t) }, math.Inf(1)},
		"gone after 300 requests":        {func(t testing.TB, u *url.URL) *url.URL { return hostile.GoesAway(t, u, 300) }, math.Inf(1)},
		"429 to all but 5 requests a minute": {func(t testing.TB, u *url.URL) *url.URL {
			return hostile.Limits(t, u, 5, time.Minute)
		}, wire.LeastPace},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := behind(t, specs.EZGH, func(u *url.URL) *url.URL { return network.front(t, u) })
			m := survive(t, path, "quick", network.pace)
			told(t, name, m)
			for _, r := range m.results {
				if n := r.Summary.Must[reports.Failed]; n > 0 {
					t.Errorf("%d MUST failed", n)
				}
			}
		})
	}
}

// putOff is the share of requests that a limited target may answer 429 to a
// suite that obeys: those of its first burst.
const putOff = 0.05

func TestALimitedSuiteSlowsDownAndJudges(t *testing.T) {
	t.Parallel()
	for _, d := range specs.Dialects() {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			var n answers
			path := behind(t, d, func(u *url.URL) *url.URL { return n.count(t, hostile.Limits(t, u, 100, time.Second)) })
			var y tally
			m := judge(t, "--tier", "quick", "--target", path)
			y.add(t, m)
			if float64(n.limited.Load()) > putOff*float64(n.all.Load()) {
				t.Errorf("%d of %d answers were 429; want at most %.0f %%", n.limited.Load(), n.all.Load(), 100*putOff)
			}
			say("%s, which answers 429 to all but 100 requests a second: %d of %d answers were 429, %s in %.0f s, exit status %d",
				d, n.limited.Load(), n.all.Load(), &y, m.took.Seconds(), m.exit)
		})
	}
}

// answers counts a server's answers, and those among them that are 429.
type answers struct{ all, limited atomic.Int64 }

// count passes requests on to the server at base.
func (n *answers) count(t *testing.T, base *url.URL) *url.URL {
	t.Helper()
	proxy := httputil.NewSingleHostReverseProxy(base)
	proxy.ErrorLog = log.New(io.Discard, "", 0) // clients that leave are part of the run
	proxy.ModifyResponse = func(r *http.Response) error {
		n.all.Add(1)
		if r.StatusCode == http.StatusTooManyRequests {
			n.limited.Add(1)
		}
		return nil
	}
	s := httptest.NewServer(proxy)
	t.Cleanup(s.Close)
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestHTTP10IsEnough(t *testing.T) {
	t.Parallel()
	var y tally
	m := judge(t, "--target", behind(t, specs.EZGH, func(u *url.URL) *url.URL { return hostile.OldHTTP(t, u) }))
	y.add(t, m)
	say("EZGH over HTTP/1.0: %s, exit status %d", &y, m.exit)
}

func TestAHangingStandardRunEnds(t *testing.T) {
	for name, when := range map[string]func(*http.Request) bool{
		"all operations, from the 1,000th request on": hostile.After(1000),
		"receives": hostile.Operation("/messages/receive", 5),
		"acks":     hostile.Operation("/receipts/ack", 5),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := behind(t, specs.EZGH, func(u *url.URL) *url.URL { return hostile.InFront(t, u, when, hostile.Hang) })
			told(t, "a standard run against a server that hangs, "+name, survive(t, path, "standard", math.Inf(1)))
		})
	}
}
