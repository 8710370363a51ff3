package conformance_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"

	"github.com/leasecheck/leasecheck/conformance"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/specs"
)

// childVariable makes the test binary run childSuite: a process has one Ginkgo suite.
const childVariable = "LEASECHECK_CHILD_SUITE"

// childCases are one that passes, one that fails, and one that is skipped.
var childCases = []*judge.Case{
	child("passes", "BQ-LEASE-01", func(t *judge.T) { t.Queue().MustSend("a") }),
	child("fails", "BQ-LEASE-02", func(t *judge.T) {
		t.Expect(t.Queue().Acknowledge("no handle")).To(judge.Be(target.OK)) // the line that Ginkgo must show
	}),
	child("fails no MUST", "BQ-LEASE-10", func(t *judge.T) { t.Failf("broken") }),
	child("skips", "BQ-LEASE-03", func(t *judge.T) { t.Skipf("needs more") }),
}

func child(name, id string, body func(*judge.T)) *judge.Case {
	return &judge.Case{
		Name: name, Title: "a case", Queues: judge.Standard(), Run: body,
		Judges: judge.By{specs.Basaltic: {ID: id}},
	}
}

func TestGinkgoTellsEachCaseAtItsLine(t *testing.T) {
	out, err := childSuite("TestChildSuite", "1").CombinedOutput()
	if err == nil {
		t.Errorf("a suite with a failed MUST passed")
	}
	for _, want := range []string{
		"told passes: passed",
		"told fails: failed at suite_test.go:" + lineOf(t, "the line that Ginkgo must show"),
		"told fails no MUST: passed",
		"told skips: skipped",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("Ginkgo did not tell %q:\n%s", want, out)
		}
	}
}

// childSuite runs one test of this binary in a process of its own.
func childSuite(test, value string, environment ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run="+test+"$", "-test.v")
	cmd.Env = append(append(os.Environ(), childVariable+"="+value), environment...)
	return cmd
}

// lineOf finds the line of this file that holds the text.
func lineOf(t *testing.T, text string) string {
	t.Helper()
	source, err := os.ReadFile("suite_test.go")
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(source), text)
	return fmt.Sprint(strings.Count(before, "\n") + 1)
}

// TestChildSuite is what the child process runs.
func TestChildSuite(t *testing.T) {
	if os.Getenv(childVariable) != "1" {
		t.Skip("runs in a process of its own, started by the test above")
	}
	suite, err := conformance.New(run.Config{
		File: referencetest.Target(t, specs.Basaltic), Cases: childCases, Selection: run.Selection{Tier: judge.Quick},
	})
	if err != nil {
		t.Fatal(err)
	}
	suite.Describe(context.Background(), func() {})
	runTold(t)
}

// runTold runs Ginkgo's tree and prints what it says of each spec.
func runTold(t *testing.T) {
	ginkgo.ReportAfterSuite("tell", func(r ginkgo.Report) {
		for _, s := range r.SpecReports {
			if s.LeafNodeType == types.NodeTypeIt {
				fmt.Println("told", told(s))
			}
		}
	})
	ginkgo.RunSpecs(t, "child")
}

func told(s ginkgo.SpecReport) string {
	text := strings.TrimSuffix(s.LeafNodeText[strings.Index(s.LeafNodeText, "(")+1:], ")") + ": " + s.State.String()
	if s.State == types.SpecStateFailed {
		text += fmt.Sprintf(" at %s:%d", filepath.Base(s.Failure.Location.FileName), s.Failure.Location.LineNumber)
	}
	return text
}
