package diff_test

import (
	"bytes"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/diff"
	"github.com/leasecheck/leasecheck/reports/internal/golden"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

func TestGolden(t *testing.T) {
	d, err := diff.Compare(sample.Result(), sample.Fixed())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := diff.WriteText(&out, d); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "diff.txt", out.String())
	if d.ExitStatus() != reports.ExitNotConformant {
		t.Errorf("exit status %d although something broke", d.ExitStatus())
	}
}

func TestNothingChangesAgainstItself(t *testing.T) {
	d, err := diff.Compare(sample.Result(), sample.Result())
	if err != nil || len(d.Changes) != 0 || d.ExitStatus() != 0 || d.Unchanged != len(sample.Result().Requirements) {
		t.Errorf("%+v %v", d.Changes, err)
	}
}

func TestTwoDialectsCannotBeCompared(t *testing.T) {
	b := sample.Result()
	b.Target.Dialect = "ezgh"
	if _, err := diff.Compare(sample.Result(), b); err == nil {
		t.Error("it compared them")
	}
}

func TestKinds(t *testing.T) {
	const none = reports.Status("")
	for _, tc := range []struct {
		before, after reports.Status
		level         string
		want          diff.Kind
		exit          int
	}{
		{reports.Passed, reports.Failed, "MUST", diff.Broke, 1},
		{reports.Passed, reports.Failed, "SHOULD", diff.Broke, 1},
		{reports.Skipped, reports.Failed, "MUST", diff.Broke, 1},
		{reports.Inconclusive, reports.Failed, "MUST", diff.Broke, 1},
		{none, reports.Failed, "MUST", diff.Broke, 1},
		{reports.Waived, reports.Failed, "MUST", "", 0},
		{reports.Failed, reports.Failed, "MUST", "", 0},
		{reports.Failed, reports.Waived, "MUST", "", 0},
		{reports.Failed, reports.Passed, "MUST", diff.Fixed, 0},
		{reports.Waived, reports.Passed, "MUST", diff.Fixed, 0},
		{reports.Passed, reports.Inconclusive, "MUST", diff.Lost, 0},
		{reports.Failed, reports.Skipped, "MUST", diff.Lost, 0},
		{reports.Passed, none, "MUST", diff.Lost, 0},
		{reports.Recorded, reports.Skipped, "INFO", diff.Lost, 0},
		{reports.Skipped, reports.Passed, "MUST", diff.Gained, 0},
		{none, reports.Passed, "MUST", diff.Gained, 0},
		{reports.Skipped, reports.Inconclusive, "MUST", "", 0},
		{reports.Recorded, reports.Recorded, "INFO", diff.Seen, 0},
	} {
		side := func(s reports.Status, reason string) *reports.Result {
			r := &reports.Result{}
			if s != none {
				r.Requirements = []reports.Requirement{{ID: "X", Level: tc.level, Status: s, Reason: reason}}
			}
			return r
		}
		d, err := diff.Compare(side(tc.before, "before"), side(tc.after, "after"))
		if err != nil {
			t.Fatal(err)
		}
		got := diff.Kind("")
		if len(d.Changes) > 0 {
			got = d.Changes[0].Kind
		}
		if got != tc.want || d.ExitStatus() != tc.exit {
			t.Errorf("%q to %q: %q with exit status %d, due %q with %d", tc.before, tc.after, got, d.ExitStatus(), tc.want, tc.exit)
		}
	}
}
