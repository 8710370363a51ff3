package conformance_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/bundle"
	"github.com/leasecheck/leasecheck/specs"
)

// dirVariable is the report directory of an embedded suite.
const dirVariable = "LEASECHECK_CHILD_REPORT_DIR"

// embedded are the suites of other projects, by name, each of a server that
// acknowledges what is gone, or of a faultless one.
var embedded = map[string]struct {
	faults  []string
	options []conformance.Option
}{
	"faultless": {nil, []conformance.Option{conformance.Focus("EQ-ACK-06", "EQ-LEASE-0*", "EQ-VIS-0*")}},
	"broken":    {[]string{"gone-is-acknowledged"}, []conformance.Option{conformance.Focus("EQ-ACK-06")}},
	"waived": {[]string{"gone-is-acknowledged"}, []conformance.Option{
		conformance.Focus("EQ-ACK-06"),
		conformance.Policy(reports.Policy{Waivers: []reports.Waiver{{ID: "EQ-ACK-06", Reason: "known", Expires: "9999-12-31"}}}),
	}},
	"expired": {[]string{"gone-is-acknowledged"}, []conformance.Option{
		conformance.Focus("EQ-ACK-06"),
		conformance.Policy(reports.Policy{Waivers: []reports.Waiver{{ID: "EQ-ACK-06", Reason: "known", Expires: "2000-01-01"}}}),
	}},
	"needless": {nil, []conformance.Option{
		conformance.Focus("EQ-ACK-06"),
		conformance.Policy(reports.Policy{Waivers: []reports.Waiver{{ID: "EQ-ACK-06", Reason: "known", Expires: "9999-12-31"}}}),
	}},
	"unknown":   {nil, []conformance.Option{conformance.Skip("XX-*")}},
	"nothing":   {nil, []conformance.Option{conformance.Focus("BQ-*")}},
	"interrupt": {nil, []conformance.Option{conformance.Focus("EQ-LEASE-*")}},
}

// TestChildDescribe is what a child process runs.
func TestChildDescribe(t *testing.T) {
	e, isChild := embedded[os.Getenv(childVariable)]
	if !isChild {
		t.Skip("runs in a process of its own, started by the tests below")
	}
	file := referencetest.Target(t, specs.EZGH, e.faults...)
	options := append(e.options, conformance.Tier(judge.Quick), conformance.ReportDir(os.Getenv(dirVariable)))
	if !conformance.Describe(file, options...) {
		t.Error("Describe is false")
	}
	runTold(t)
}

// embeddedSuite is the process of an embedded suite, and its report directory.
func embeddedSuite(t *testing.T, name string) (*exec.Cmd, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "report")
	return childSuite("TestChildDescribe", name, dirVariable+"="+dir), dir
}

func TestDescribeEndsAsTheVerdictDoes(t *testing.T) {
	for name, tc := range map[string]struct {
		passes  bool
		verdict reports.Verdict
		say     []string
	}{
		"faultless": {true, reports.Partial, []string{"told second-ack: passed", "partial: a selection was run"}},
		"broken": {false, reports.NotConformant, []string{
			"told second-ack: failed at receipt.go:", "not conformant: 1 of", "POST /v1/receipts/ack: 200 in",
		}},
		"waived":   {true, reports.Partial, []string{"told second-ack: passed", "1 waived"}},
		"expired":  {false, reports.NotConformant, []string{"told second-ack: failed at receipt.go:", "the waiver of EQ-ACK-06 expired"}},
		"needless": {false, reports.Partial, []string{"EQ-ACK-06 is waived but passes: remove its waiver"}},
		"unknown":  {false, "", []string{`no requirement is called "XX-*"`}},
		"nothing":  {false, "", []string{"nothing is selected"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd, dir := embeddedSuite(t, name)
			out, err := cmd.CombinedOutput()
			if passes := err == nil; passes != tc.passes {
				t.Errorf("passes: %t, due %t", passes, tc.passes)
			}
			for _, due := range tc.say {
				if !bytes.Contains(out, []byte(due)) {
					t.Errorf("it does not say %q", due)
				}
			}
			if tc.verdict != "" {
				checkReports(t, dir, tc.verdict)
			}
			if t.Failed() {
				t.Logf("%s", out)
			}
		})
	}
}

// checkReports looks at what an embedded suite wrote.
func checkReports(t *testing.T, dir string, verdict reports.Verdict) {
	t.Helper()
	r, err := reports.Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.Summary.Verdict != verdict {
		t.Errorf("the verdict is %s, due %s", r.Summary.Verdict, verdict)
	}
	lines, err := os.ReadFile(filepath.Join(dir, run.JournalName))
	if err != nil || !strings.Contains(string(lines), `"case":"second-ack"`) {
		t.Errorf("the journal is %q, %v", lines, err)
	}
	if _, err := os.Stat(filepath.Join(dir, bundle.Folder)); os.IsNotExist(err) == bundle.Holds(r) {
		t.Errorf("bundles: %v", err)
	}
}

func TestDescribedCasesOverlap(t *testing.T) {
	t.Parallel()
	cmd, dir := embeddedSuite(t, "faultless")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r, err := reports.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.CaseSeconds() < 2*r.DurationSeconds {
		t.Errorf("cases of %.1f s took %.1f s", r.CaseSeconds(), r.DurationSeconds)
	}
}

func TestAnInterruptedSuiteWritesWhatItHas(t *testing.T) {
	t.Parallel()
	cmd, dir := embeddedSuite(t, "interrupt")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, run.JournalName)); err == nil {
			break
		}
		if time.Now().After(deadline) {
			cmd.Process.Kill()
			t.Fatal("the suite did not begin")
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("an interrupted suite passes")
	}
	r, err := reports.Read(dir)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.Bytes())
	}
	if !r.Interrupted {
		t.Errorf("the result does not say that it was interrupted: %s\n%s", reports.Headline(r), out.Bytes())
	}
}
