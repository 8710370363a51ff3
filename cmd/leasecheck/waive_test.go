package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/reports"
)

const (
	// waived is what the fault brokenBy breaks, and skippedInQuick what no case of
	// the quick tier judges.
	waived         = "EQ-ACK-06"
	brokenBy       = "gone-is-acknowledged"
	skippedInQuick = "EQ-ACK-12"
)

// judging runs leasecheck test on a few requirements of a reference server, and
// gives what ended and the report directory.
func judging(t *testing.T, args ...string) (ended, string) {
	t.Helper()
	dir := t.TempDir()
	e := leasecheck(t, append([]string{
		"test", "--dialect", "ezgh", "--tier", "quick", "--quiet", "--report-dir", dir,
		"--focus", waived, "--focus", "EQ-ACK-10", "--focus", skippedInQuick,
	}, args...)...)
	return e, filepath.Join(dir, "ezgh")
}

// waiversFile writes a waivers file.
func waiversFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "waivers.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func (e ended) expect(t *testing.T, status int, texts ...string) {
	t.Helper()
	if e.status != status {
		t.Errorf("exit status %d, due %d", e.status, status)
	}
	for _, text := range texts {
		if !strings.Contains(e.stdout+e.stderr, text) {
			t.Errorf("it does not say %q", text)
		}
	}
	if t.Failed() {
		t.Fatalf("%s%s", e.stdout, e.stderr)
	}
}

// statusOf is what a requirement came to in a report directory.
func statusOf(t *testing.T, dir, id string) reports.Status {
	t.Helper()
	r, err := reports.Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range r.Requirements {
		if q.ID == id {
			return q.Status
		}
	}
	t.Fatalf("%s is not in the result", id)
	return ""
}

// A failure is waived for a while, and the waiver then fails the run: when it
// expired, when what it waives passes, and when it does nothing.
func TestAFailureIsWaived(t *testing.T) {
	e, dir := judging(t, "--fault", brokenBy)
	e.expect(t, reports.ExitNotConformant, "not conformant: 1 of", waived)

	path := filepath.Join(t.TempDir(), "waivers.yaml")
	leasecheck(t, "waive", dir, "--out", path, "--days", "30").expect(t, reports.ExitOK, "waivers until ", path+": 1")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	until := time.Now().UTC().AddDate(0, 0, 30).Format(time.DateOnly)
	if !strings.Contains(string(text), waived) || !strings.Contains(string(text), until) {
		t.Fatalf("due a waiver of %s until %s:\n%s", waived, until, text)
	}

	t.Run("while it holds", func(t *testing.T) {
		t.Parallel()
		e, dir := judging(t, "--fault", brokenBy, "--waivers", path)
		e.expect(t, reports.ExitOK, "partial", "1 waived")
		if s := statusOf(t, dir, waived); s != reports.Waived {
			t.Errorf("%s is %s", waived, s)
		}
		leasecheck(t, "report", dir, "--verify").expect(t, reports.ExitOK, "is as its run wrote it")
		edit(t, dir, `"expires": "`+until+`"`, `"expires": "9999-12-31"`)
		leasecheck(t, "report", dir, "--verify").expect(t, reports.ExitNotConformant, "was changed after the run")
	})
	t.Run("when it expired", func(t *testing.T) {
		t.Parallel()
		expired := waiversFile(t, strings.Replace(string(text), until, "2020-01-31", 1))
		e, dir := judging(t, "--fault", brokenBy, "--waivers", expired)
		e.expect(t, reports.ExitNotConformant, "the waiver of "+waived+" expired on 2020-01-31 and "+waived+" still fails")
		if s := statusOf(t, dir, waived); s != reports.Failed {
			t.Errorf("%s is %s", waived, s)
		}
	})
	t.Run("when what it waives passes", func(t *testing.T) {
		t.Parallel()
		e, dir := judging(t, "--waivers", path)
		e.expect(t, reports.ExitNotConformant, "partial", waived+" is waived but passes: remove its waiver")
		if s := statusOf(t, dir, waived); s != reports.Passed {
			t.Errorf("%s is %s", waived, s)
		}
		leasecheck(t, "report", dir, "--verify").expect(t, reports.ExitOK)
	})
	t.Run("when it does nothing", func(t *testing.T) {
		t.Parallel()
		unused := waiversFile(t, strings.Replace(string(text), waived, skippedInQuick, 1))
		e, _ := judging(t, "--waivers", unused)
		e.expect(t, reports.ExitNotConformant, "the waiver of "+skippedInQuick+" is unused (skipped: needs tier")
	})
	t.Run("when it is of another dialect", func(t *testing.T) {
		t.Parallel()
		foreign := waiversFile(t, strings.Replace(string(text), waived, "BQ-LEASE-04", 1))
		e, _ := judging(t, "--waivers", foreign)
		e.expect(t, reports.ExitOK, "partial")
	})
}

// edit changes a result file without its digest.
func edit(t *testing.T, dir, from, to string) {
	t.Helper()
	path := filepath.Join(dir, reports.FileName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(text), from, to, 1)
	if edited == string(text) {
		t.Fatalf("%s is not in %s", from, path)
	}
	if err := os.WriteFile(path, []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWaiversAsJSONAreAWaiversFile(t *testing.T) {
	out, errs, status := runCommand(newWaiveCommand(), resultDir(t, "ezgh", reports.Failed), "--json")
	if status != reports.ExitOK || !json.Valid([]byte(out)) {
		t.Fatalf("exit status %d: %s%s", status, out, errs)
	}
	waivers, err := reports.ReadWaivers(waiversFile(t, out))
	if err != nil || len(waivers) != 1 {
		t.Errorf("read as %+v, %v", waivers, err)
	}
}

func TestWaiveRefusesWrongUsage(t *testing.T) {
	failed, passed := resultDir(t, "ezgh", reports.Failed), resultDir(t, "ezgh", reports.Passed)
	there := waiversFile(t, "mine")
	for name, tc := range map[string]struct {
		args []string
		due  string
	}{
		"no result":       {nil, "takes one result file"},
		"a missing file":  {[]string{"missing.json"}, "missing.json"},
		"nothing failed":  {[]string{passed}, "nothing failed there"},
		"no days":         {[]string{failed, "--days", "0"}, "--days takes a number from 1 to"},
		"a file is there": {[]string{failed, "--out", there}, "the file is there already"},
	} {
		t.Run(name, func(t *testing.T) {
			_, errs, status := runCommand(newWaiveCommand(), tc.args...)
			if status != reports.ExitUsage || !strings.Contains(errs, tc.due) {
				t.Errorf("exit status %d: %s", status, errs)
			}
		})
	}
	if text, err := os.ReadFile(there); err != nil || string(text) != "mine" {
		t.Errorf("the file there is now %q, %v", text, err)
	}
}

func TestWaiversFileThatIsWrongIsWrongUsage(t *testing.T) {
	path := waiversFile(t, "waivers:\n  - {id: EQ-NONE-01, reason: r, expires: 2030-01-01}\n")
	e, dir := judging(t, "--waivers", path)
	e.expect(t, reports.ExitUsage, path+":2: ", `no requirement is called "EQ-NONE-01"`)
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("reports were written: %v", err)
	}
}

// A run leaves its outcomes line by line, and they are those of its result.
func TestTheJournalAgreesWithTheResult(t *testing.T) {
	e, dir := judging(t, "--fault", brokenBy)
	e.expect(t, reports.ExitNotConformant)
	r, err := reports.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	due := map[string]reports.Status{}
	for _, q := range r.Requirements {
		for _, c := range q.Cases {
			if !strings.HasPrefix(c.Message, "needs tier") {
				due[q.ID+" "+c.Name] = c.Status
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, run.JournalName))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var got struct {
			ID, Case string
			Status   reports.Status
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		key := got.ID + " " + got.Case
		if status, is := due[key]; !is || status != got.Status {
			t.Errorf("%s is %s in the journal and %q in the result", key, got.Status, status)
		}
		delete(due, key)
	}
	if len(due) > 0 {
		t.Errorf("the journal does not have %v", due)
	}
}
