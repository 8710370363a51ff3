package bundle_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports/bundle"
	"github.com/leasecheck/leasecheck/specs"
)

// judged judges a requirement in the quick tier and gives the folder of a case's bundle.
func judged(t *testing.T, file *target.File, id, name string) string {
	t.Helper()
	r, err := run.New(run.Config{
		File: file, Cases: cases.All(), Selection: run.Selection{Tier: judge.Quick, Focus: []string{id}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Start(t.Context())
	r.Wait()
	dir := t.TempDir()
	write(t, dir, r.Result(false))
	return filepath.Join(dir, bundle.Folder, id+"-"+name)
}

// shown is an exchange as a script shows it: the recorded answer and the new one.
type shown struct{ recorded, now string }

var shownExchange = regexp.MustCompile(`(?m)^(\d+)  .*\n   recorded: (.*)\n   now:      (.*)$`)

// shownOn runs a bundle's script against a target and gives what it shows, by
// the exchange's number.
func shownOn(t *testing.T, file *target.File, folder string) map[string]shown {
	t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	cmd := shell(t, folder)
	cmd.Env = append(os.Environ(), "URL="+file.URL.String(), "TOKEN="+file.Auth.Token.Reveal())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	exchanges := map[string]shown{}
	for _, m := range shownExchange.FindAllStringSubmatch(string(out), -1) {
		exchanges[m[1]] = shown{m[2], m[3]}
	}
	return exchanges
}

// A script shows the broken answer again on the target that gave it, and what
// is due on one that keeps the rules.
func TestReplayShowsTheBrokenAnswerAgain(t *testing.T) {
	for name, tc := range map[string]struct {
		dialect             specs.Dialect
		fault, id, testCase string
		// broken is in the answer that the fault spoils, and due in a right one.
		broken, due string
	}{
		"a handle after its lease": {specs.Basaltic, "lapsed-handle-deletes", "BQ-LEASE-04", "lapsed-handle-acknowledges", "204", "409"},
		"a second acknowledge":     {specs.EZGH, "gone-is-acknowledged", "EQ-ACK-06", "second-ack", `"ok":true`, "receipt_handle_stale"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			broken := referencetest.Target(t, tc.dialect, tc.fault)
			folder := judged(t, broken, tc.id, tc.testCase)
			again, right := shownOn(t, broken, folder), shownOn(t, referencetest.Target(t, tc.dialect), folder)
			for seq, x := range again {
				if strings.Contains(x.recorded, tc.broken) && strings.Contains(right[seq].now, tc.due) {
					if !strings.Contains(x.now, tc.broken) {
						t.Errorf("exchange %s was answered %q, and now %q", seq, x.recorded, x.now)
					}
					return
				}
			}
			t.Errorf("no answer was %q and should have been %q:\n%v\n%v", tc.broken, tc.due, again, right)
		})
	}
}
