package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/internal/hostile"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// behind gives the path of a target file that reaches a reference server
// through what front puts in front of it.
func behind(t *testing.T, front func(testing.TB, *url.URL) *url.URL) string {
	t.Helper()
	path := referencetest.Path(t, specs.EZGH)
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`(?m)^url: .*`).ReplaceAll(text, []byte("url: "+front(t, f.URL).String()))
	text = regexp.MustCompile(`(?m)^client_addresses:\n.*\n`).ReplaceAll(text, []byte("client_addresses: []\n"))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// judgeBehind runs a few cases against a target that misbehaves, and fails the
// test unless the run ends so and says so.
func judgeBehind(t *testing.T, path string, status int, says ...string) *reports.Result {
	t.Helper()
	dir := t.TempDir()
	e := leasecheck(t, "test", "--target", path, "--tier", "quick", "--focus", "EQ-ACK-0*,EQ-RECV-0*", "--report-dir", dir)
	e.expect(t, status, says...)
	r, err := reports.Read(filepath.Join(dir, reports.FileName))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reports.Verify(dir); err != nil {
		t.Error(err)
	}
	return r
}

func TestAnswersThatNoServerShouldGive(t *testing.T) {
	t.Parallel()
	for name, due := range map[string]struct {
		status int
		says   string
	}{
		"a body that never ends":          {reports.ExitInconclusive, "the answer's body is larger than"},
		"a body of 1 GB":                  {reports.ExitInconclusive, "the answer's body is larger than"},
		"a compressed bomb":               {reports.ExitInconclusive, "the answer's decompressed body is larger than"},
		"a header that never ends":        {reports.ExitInconclusive, "headers exceeded"},
		"random bytes":                    {reports.ExitNotConformant, "does not decode"},
		"deeply nested JSON":              {reports.ExitNotConformant, "does not decode"},
		"JSON of another shape":           {reports.ExitNotConformant, "is not as documented"},
		"a page of HTML":                  {reports.ExitNotConformant, "text/html"},
		"a redirect to itself":            {reports.ExitNotConformant, "307"},
		"a reset in the middle":           {reports.ExitInconclusive, "connection reset by peer"},
		"a close without an answer":       {reports.ExitInconclusive, "the connection was closed without an answer"},
		"an encoding that nobody knows":   {reports.ExitInconclusive, `Content-Encoding "br, aes128gcm" is unknown`},
		"fewer bytes than were announced": {reports.ExitInconclusive, "the answer breaks off"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := behind(t, func(t testing.TB, base *url.URL) *url.URL {
				return hostile.InFront(t, base, hostile.Every(4), hostile.Behaviours[name])
			})
			judgeBehind(t, path, due.status, due.says)
		})
	}
}

func TestATargetThatNobodyVouchesFor(t *testing.T) {
	t.Parallel()
	judgeBehind(t, behind(t, hostile.UnknownCA), reports.ExitInconclusive, "certificate signed by unknown authority", "tls.ca_file")
}

func TestATargetThatSpeaksAnotherProtocol(t *testing.T) {
	t.Parallel()
	path := behind(t, func(t testing.TB, _ *url.URL) *url.URL { return hostile.OtherProtocol(t) })
	judgeBehind(t, path, reports.ExitInconclusive, "what the target sent is no HTTP")
}

func TestATargetThatSpeaksHTTP10(t *testing.T) {
	t.Parallel()
	r := judgeBehind(t, behind(t, hostile.OldHTTP), reports.ExitOK, "partial: ")
	if n := r.Summary.Must[reports.Inconclusive]; n > 0 {
		t.Errorf("%d MUST could not be judged", n)
	}
}

func TestATargetThatGoesAway(t *testing.T) {
	t.Parallel()
	path := behind(t, func(t testing.TB, base *url.URL) *url.URL { return hostile.GoesAway(t, base, 100) })
	began := time.Now()
	r := judgeBehind(t, path, reports.ExitInconclusive, "inconclusive: the target stopped answering: ", "connection refused")
	if took := time.Since(began); took > 40*time.Second {
		t.Errorf("it took %s to end", took)
	}
	if r.Summary.Must[reports.Passed] == 0 {
		t.Error("what was judged before is lost")
	}
}

// blamed is what a case says that a limit, or the pace that follows, kept from its end.
var blamed = regexp.MustCompile("put the suite off|the suite slowed down|the case's time was up")

// It limits a few requests by their number, so that it does whatever the machine's
// pace is.
func TestATargetThatLimitsTheSuite(t *testing.T) {
	t.Parallel()
	path := behind(t, func(t testing.TB, base *url.URL) *url.URL {
		var seen atomic.Int64
		limited := func(*http.Request) bool {
			n := seen.Add(1)
			return n >= 100 && n < 103
		}
		return hostile.InFront(t, base, limited, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		})
	})
	dir := t.TempDir()
	e := leasecheck(t, "test", "--target", path, "--tier", "quick", "--focus", "EQ-ACK-0*,EQ-RECV-0*", "--report-dir", dir)
	r, err := reports.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Summary.Must[reports.Failed]; n > 0 {
		t.Errorf("%d MUST failed since the suite was limited:\n%s", n, e.stdout)
	}
	again := 0
	for _, q := range r.Requirements {
		for _, c := range q.Cases {
			if c.Attempt == 2 {
				again++
			}
			if c.Status == reports.Inconclusive && !blamed.MatchString(c.Message) {
				t.Errorf("%s: %s", c.Name, c.Message)
			}
		}
	}
	if again == 0 {
		t.Error("no case ran again: the limit was never met")
	}
}
