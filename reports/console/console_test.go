package console_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/console"
	"github.com/leasecheck/leasecheck/reports/internal/golden"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

func write(t *testing.T, r *reports.Result, o console.Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := console.Write(&out, r, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	file := "leasecheck-report/result.json"
	folder := "leasecheck-report/failures"
	golden.Check(t, "plain.txt", write(t, sample.Result(), console.Options{ResultFile: file, BundleFolder: folder}))
	golden.Check(t, "colour.txt", write(t, sample.Result(), console.Options{ResultFile: file, Colour: true}))
	golden.Check(t, "conformant.txt", write(t, sample.Conformant(), console.Options{}))
}

func TestVerdictIsTheLastLine(t *testing.T) {
	for _, r := range []*reports.Result{sample.Result(), sample.Conformant()} {
		text := strings.TrimRight(write(t, r, console.Options{}), "\n")
		if last := text[strings.LastIndexByte(text, '\n')+1:]; last != reports.Headline(r) {
			t.Errorf("the last line is %q, due %q", last, reports.Headline(r))
		}
	}
}

// Without colour nothing reaches the terminal that it would obey, whatever the
// target answered.
func TestNothingATerminalObeys(t *testing.T) {
	r := sample.Result()
	r.Target.Name, r.Requirements[0].Title = "\x1b]0;owned\x07", "\x9b31m"
	r.SuiteFaults = []string{"panic: \x1b[2J"}
	text := write(t, r, console.Options{})
	if i := strings.IndexFunc(text, func(c rune) bool { return c != '\n' && (c < ' ' || c >= 0x7f && c < 0xa0) }); i >= 0 {
		t.Errorf("%q", text[max(0, i-40):min(len(text), i+40)])
	}
}

func TestManyFailuresStayReadable(t *testing.T) {
	r := sample.Result()
	failing := r.Requirements[1]
	for range 40 {
		failing.Cases[0].Exchanges = append(failing.Cases[0].Exchanges, failing.Cases[0].Exchanges[1])
	}
	for range 100 {
		r.Requirements = append(r.Requirements, failing)
	}
	reports.Judge(r)
	text := write(t, r, console.Options{})
	if lines := strings.Count(text, "\n"); lines > 1500 {
		t.Errorf("%d lines", lines)
	}
	if !strings.Contains(text, "more exchanges in the result file") {
		t.Error("it does not say that exchanges were left out")
	}
}

// What keeps all from being judged, such as a closed port, is said once.
func TestAReasonOfManyIsSaidOnce(t *testing.T) {
	r := sample.Result()
	for i := range 30 {
		q := r.Requirements[1]
		q.ID, q.Title, q.Status, q.Reason, q.Cases = fmt.Sprintf("BQ-MANY-%02d", i), "many", reports.Inconclusive, "nothing answers", nil
		r.Requirements = append(r.Requirements, q)
	}
	text := write(t, r, console.Options{})
	if strings.Count(text, "nothing answers") != 1 || !strings.Contains(text, "? 30 requirements\n") || !strings.Contains(text, "BQ-MANY-00") || !strings.Contains(text, "and 22 more") {
		t.Errorf("%s", text)
	}
}

func TestNoColourIntoAFile(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if console.Colour(f) || console.Colour(&bytes.Buffer{}) {
		t.Error("it would colour a log")
	}
}
