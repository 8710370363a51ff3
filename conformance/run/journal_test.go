package run

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// journalIn reads the lines of the journal in a report directory.
func journalIn(t *testing.T, dir string) []journalLine {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, JournalName))
	if err != nil {
		t.Fatal(err)
	}
	var lines []journalLine
	for line := range strings.Lines(string(text)) {
		var l journalLine
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		lines = append(lines, l)
	}
	return lines
}

func TestJournalHoldsEachOutcomeAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	j := NewJournal(dir, specs.Basaltic)
	j.Planned(2)
	if got := journalIn(t, dir); len(got) != 0 {
		t.Fatalf("before any case: %+v", got)
	}
	j.Ended(fake("one", "BQ-LEASE-01", 0), judge.Outcome{Status: reports.Passed, Duration: 1500 * time.Millisecond})
	if got := journalIn(t, dir); len(got) != 1 || got[0] != (journalLine{ID: "BQ-LEASE-01", Case: "one", Status: reports.Passed, DurationSeconds: 1.5}) {
		t.Fatalf("after a case, with the file still open: %+v", got)
	}
	j.Ended(fake("two", "BQ-LEASE-02", 0), judge.Outcome{Status: reports.Failed, Message: "expected 1\nobserved 2", Location: "a.go:7"})
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if got := journalIn(t, dir); len(got) != 2 || got[1].Message != "expected 1\nobserved 2" || got[1].Location != "a.go:7" {
		t.Errorf("%+v", got)
	}
	again := NewJournal(dir, specs.Basaltic)
	again.Planned(0)
	if got := journalIn(t, dir); len(got) != 0 {
		t.Errorf("a new run keeps lines of an earlier one: %+v", got)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestJournalOfOverlappingCases(t *testing.T) {
	dir := t.TempDir()
	j := NewJournal(dir, specs.Basaltic)
	j.Planned(50)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			j.Ended(fake("a", "BQ-LEASE-01", 0), judge.Outcome{Message: strings.Repeat("long ", 2000)})
		})
	}
	wg.Wait()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if got := journalIn(t, dir); len(got) != 50 {
		t.Errorf("%d lines, due 50", len(got))
	}
}

func TestJournalSaysWhatItCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	j := NewJournal(filepath.Join(file, "report"), specs.Basaltic)
	j.Planned(1)
	j.Ended(fake("a", "BQ-LEASE-01", 0), judge.Outcome{})
	if err := j.Close(); err == nil || !strings.Contains(err.Error(), "journal of the cases") {
		t.Errorf("%v", err)
	}
}

// counted counts what an observer is told.
type counted struct{ planned, started, ended int }

func (c *counted) Planned(n int)                    { c.planned += n }
func (c *counted) Started(*judge.Case)              { c.started++ }
func (c *counted) Ended(*judge.Case, judge.Outcome) { c.ended++ }

func TestObserversSeeTheSame(t *testing.T) {
	var a, b counted
	o := Observers(&a, nil, &b)
	o.Planned(3)
	o.Started(nil)
	o.Ended(nil, judge.Outcome{})
	if due := (counted{3, 1, 1}); a != due || b != due {
		t.Errorf("%+v and %+v", a, b)
	}
}

func TestTheEndIsSeenOfWhatCouldNotRun(t *testing.T) {
	var seen counted
	r, err := New(Config{
		File:     &target.File{Dialect: specs.Basaltic, URL: &url.URL{Scheme: "http", Host: "127.0.0.1:1"}},
		Cases:    []*judge.Case{fake("a", "BQ-LEASE-01", 0), fake("b", "BQ-LEASE-02", 0)},
		Observer: &seen, Selection: Selection{Tier: judge.Quick},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Start(t.Context())
	r.Wait()
	if due := (counted{planned: 2, ended: 2}); seen != due {
		t.Errorf("%+v, due %+v", seen, due)
	}
}
