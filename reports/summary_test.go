package reports_test

import (
	"slices"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

func TestOverview(t *testing.T) {
	o := sample.Result().Overview()
	if !slices.Equal(o.Failed, []string{"BQ-LEASE-04", "BQ-POLL-06"}) || !slices.Equal(o.Unjudged, []string{"BQ-POLL-02"}) {
		t.Errorf("failed %v, unjudged %v", o.Failed, o.Unjudged)
	}
	if o.Verdict != reports.NotConformant || o.Dialect != "basaltic" || o.Target != "acme-queues 2.1" {
		t.Errorf("%+v", o)
	}
}

func TestSkippedByReasonPutsTheLargestFirst(t *testing.T) {
	clock, kms := is(reports.Skipped, reports.Needs("clock")), is(reports.Skipped, reports.Needs("kms"))
	r := result(must("A", kms), must("B", clock), must("C", clock), must("D"))
	reports.Judge(r)
	groups := reports.SkippedByReason(r)
	if len(groups) != 3 || groups[0].Reason != "needs clock" || !slices.Equal(groups[0].IDs, []string{"B", "C"}) {
		t.Errorf("%+v", groups)
	}
}

func TestWhatFailsTheTargetComesBeforeWarnings(t *testing.T) {
	failed := is(reports.Failed, "")
	r := result(assumed("A", failed), must("B", failed), must("C", is(reports.Passed, "")))
	reports.Judge(r)
	if got := reports.FailedFirst(r); len(got) != 2 || got[0].ID != "B" || got[1].ID != "A" {
		t.Errorf("%v", got)
	}
}
