package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// provisioned adds a provisioning section to a target file.
func provisioned(t *testing.T, path, section string) string {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("provisioning: " + section + "\n"); err != nil {
		t.Fatal(err)
	}
	return path
}

// judged runs the quick tier of a target with a focus and reads its result.
func judged(t *testing.T, path string, focus ...string) (ended, *reports.Result) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"test", "--target", path, "--tier", "quick", "--report-dir", dir}
	for _, f := range focus {
		args = append(args, "--focus", f)
	}
	e := leasecheck(t, args...)
	r, err := reports.Read(dir)
	if err != nil {
		t.Fatalf("%v\n%s%s", err, e.stdout, e.stderr)
	}
	return e, r
}

// mustPass fails the test unless these requirements passed and nothing else
// failed or was inconclusive.
func mustPass(t *testing.T, e ended, r *reports.Result, ids ...string) {
	t.Helper()
	e.expect(t, reports.ExitOK, "partial: ")
	for _, q := range r.Requirements {
		switch {
		case q.Status == reports.Failed, q.Status == reports.Inconclusive,
			q.Status != reports.Passed && slices.Contains(ids, q.ID):
			t.Errorf("%s is %s: %s", q.ID, q.Status, q.Reason)
		}
	}
}

func TestExampleHooksProvideForTheSuite(t *testing.T) {
	for _, hook := range []struct{ file, needs string }{{"queues.py", "python3"}, {"queues.sh", "curl"}} {
		command, err := filepath.Abs(filepath.Join("../../examples/hooks", hook.file))
		if err != nil {
			t.Fatal(err)
		}
		for d, ids := range map[specs.Dialect][]string{
			specs.Basaltic: {"BQ-LEASE-04", "BQ-FIFO-04", "BQ-DLQ-03", "BQ-SEND-03", "BQ-RECV-12", "BQ-FIFO-21", "BQ-FIFO-18"},
			specs.EZGH:     {"EQ-FIFO-05", "EQ-DLQ-01", "EQ-RECV-14", "EQ-ACK-09", "EQ-ACK-10"},
		} {
			t.Run(hook.file+" "+string(d), func(t *testing.T) {
				if _, err := exec.LookPath(hook.needs); err != nil {
					t.Skipf("no %s here", hook.needs)
				}
				path := referencetest.Path(t, d)
				f, err := target.Load(path)
				if err != nil {
					t.Fatal(err)
				}
				t.Setenv("QUEUES_DIALECT", string(d))
				t.Setenv("QUEUES_URL", f.URL.String())
				t.Setenv("QUEUES_TOKEN", f.Auth.Token.Reveal())
				t.Setenv("QUEUES_ORGANIZATION", f.Organization)
				t.Setenv("QUEUES_PROJECT", f.Project)
				e, r := judged(t, provisioned(t, path, fmt.Sprintf("{mode: command, command: [%q]}", command)), ids...)
				mustPass(t, e, r, ids...)
				if strings.Contains(e.stdout+e.stderr, f.Auth.Token.Reveal()) {
					t.Error("the token is printed")
				}
				if left := left(t, f); len(left) > 0 {
					t.Errorf("it left %v", left)
				}
			})
		}
	}
}

// service speaks to a target.
func service(t *testing.T, f *target.File) target.Service {
	t.Helper()
	client, err := wire.NewClient(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return dialects.Service(client.Session(wire.SessionOptions{}))
}

// left names the queues that a run has left behind.
func left(t *testing.T, f *target.File) []string {
	t.Helper()
	queues, o := service(t, f).ListQueues(t.Context(), target.NamePrefix)
	if o.Class != target.OK {
		t.Fatal(target.Told(o))
	}
	names := make([]string, len(queues))
	for i, q := range queues {
		names[i] = q.Name()
	}
	return names
}

// answering is a shell script that answers every request with this error.
func answering(code, message string) string {
	return fmt.Sprintf(`while read -r line; do
	id=${line#*:}
	echo '{"id":'"${id%%%%,*}"',"error":{"code":"%s","message":"%s"}}'
done
`, code, message)
}

func TestAHookThatDoesNotWorkIsShownWithItsStderr(t *testing.T) {
	for name, tc := range map[string]struct{ script, text string }{
		"fails":  {"echo 'no disk left' >&2\n" + answering("failed", "no room"), "no room (its stderr: no disk left)"},
		"ends":   {`echo 'no such host' >&2; exit 1`, "the command ended (its stderr: no such host)"},
		"raves":  {`echo 'debugging' >&2; echo hello; cat >/dev/null`, `the command wrote a line that is no answer: "hello" (its stderr: debugging)`},
		"absent": {"", "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			path := referencetest.Path(t, specs.EZGH)
			hook := filepath.Join(filepath.Dir(path), "hook.sh")
			if tc.script != "" {
				if err := os.WriteFile(hook, []byte("#!/bin/sh\n"+tc.script+"\n"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			e, _ := judged(t, provisioned(t, path, "{mode: command, command: [./hook.sh]}"), "EQ-ACK-01")
			e.expect(t, reports.ExitInconclusive, tc.text)
		})
	}
}

func TestWhatAHookDoesNotSupportIsSkipped(t *testing.T) {
	path := referencetest.Path(t, specs.EZGH)
	hook := filepath.Join(filepath.Dir(path), "hook.sh")
	if err := os.WriteFile(hook, []byte("#!/bin/sh\n"+answering("unsupported", "no queues today")), 0o700); err != nil {
		t.Fatal(err)
	}
	e, r := judged(t, provisioned(t, path, "{mode: command, command: [./hook.sh]}"), "EQ-ACK-01", "EQ-ACK-05")
	e.expect(t, reports.ExitOK, "needs create: no queues today")
	for _, q := range r.Requirements {
		if q.ID == "EQ-ACK-01" && q.Status != reports.Skipped {
			t.Errorf("%s is %s: %s", q.ID, q.Status, q.Reason)
		}
	}
}
