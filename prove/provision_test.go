//go:build prove

package prove

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/specs"
)

// hook is one of the example provisioning commands.
const hook = "../examples/hooks/queues.py"

// hooked starts a reference server whose queues a hook provides, and gives the
// path of its target file. The hook reaches the server itself; the suite is to
// reach it at the URL that front gives.
func hooked(t *testing.T, d specs.Dialect, front func(*target.File) string) string {
	t.Helper()
	path := referencetest.Path(t, d)
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	command, err := filepath.Abs(hook)
	if err != nil {
		t.Fatal(err)
	}
	edit(t, path, `(?m)^url: .*`, "url: "+front(f))
	edit(t, path, `\z`, fmt.Sprintf("provisioning: {mode: command, command: [env, %q, %q, %q, %q, %q, %q]}\n",
		"QUEUES_DIALECT="+string(d), "QUEUES_URL="+f.URL.String(), "QUEUES_TOKEN="+f.Auth.Token.Reveal(),
		"QUEUES_ORGANIZATION="+f.Organization, "QUEUES_PROJECT="+f.Project, command))
	return path
}

// edit replaces what matches in a file.
func edit(t *testing.T, path, pattern, by string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(pattern).ReplaceAllLiteral(text, []byte(by))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestAHookProvidesForAWholeRun(t *testing.T) {
	t.Parallel()
	for _, d := range specs.Dialects() {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			path := hooked(t, d, func(f *target.File) string { return f.URL.String() })
			var y tally
			m := judge(t, "--target", path)
			y.add(t, m)
			say("%s, its queues provided by a command: %s, exit status %d", d, &y, m.exit)
		})
	}
}

// documented are the paths of the three operations that EZGH documents, and of
// the subscriptions that the control API says there are.
var documented = regexp.MustCompile(`/messages/receive$|^/v1/receipts/(ack|visibility)$|/subscription$`)

func TestATargetWithTheDocumentedOperationsAlone(t *testing.T) {
	t.Parallel()
	path := hooked(t, specs.EZGH, func(f *target.File) string {
		proxy := httputil.NewSingleHostReverseProxy(f.URL)
		proxy.ErrorLog = log.New(io.Discard, "", 0) // clients that leave are part of the run
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if documented.MatchString(r.URL.Path) {
				proxy.ServeHTTP(w, r)
				return
			}
			http.NotFound(w, r)
		}))
		t.Cleanup(s.Close)
		return s.URL
	})
	edit(t, path, `(?m)^client_addresses:\n.*\n`, "client_addresses: []\n") // the proxy has one
	var y tally
	m := judge(t, "--target", path)
	y.add(t, m)
	say("EZGH with its three documented operations alone, beside a provisioning command: %s, exit status %d", &y, m.exit)
}

// made makes queues at the target of a file, and names them there as made beforehand.
func made(t *testing.T, path string) {
	t.Helper()
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	client, err := wire.NewClient(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	s := dialects.Service(client.Session(wire.SessionOptions{}))
	make := func(name string, settings target.Settings) string {
		q, o := s.CreateQueue(t.Context(), name, settings)
		if q == nil {
			t.Fatal(target.Told(o))
		}
		return q.Ref()
	}
	var standard, fifo []string
	for i := range 8 {
		standard = append(standard, make(fmt.Sprint("standard", i), target.Settings{Kind: target.Standard}))
		fifo = append(fifo, make(fmt.Sprint("fifo", i), target.Settings{Kind: target.FIFO}))
	}
	dead := make("dead", target.Settings{Kind: target.Standard})
	source := make("source", target.Settings{Kind: target.Standard, DeadLetter: dead, MaxReceives: 2})
	edit(t, path, `\z`, fmt.Sprintf("provisioning: {mode: static, queues: {standard: [%s], fifo: [%s], dead_letter: {source: %s, target: %s, max_receives: 2}}}\n",
		strings.Join(standard, ", "), strings.Join(fifo, ", "), source, dead))
}

func TestQueuesMadeBeforehandServeAWholeRun(t *testing.T) {
	t.Parallel()
	for _, d := range specs.Dialects() {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			path := referencetest.Path(t, d)
			made(t, path)
			var y tally
			m := judge(t, "--target", path)
			y.add(t, m)
			say("%s, on 18 queues made beforehand: %s in %s, exit status %d", d, &y, m.took.Round(time.Second), m.exit)
		})
	}
}
