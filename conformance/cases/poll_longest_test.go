package cases

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

func TestMessagesThatComeAfterTheLongestWaitsShowNothing(t *testing.T) {
	begun := time.Now()
	for after, want := range map[time.Duration]reports.Status{
		17 * time.Second: reports.Passed,
		19 * time.Second: reports.Passed,
		20 * time.Second: reports.Inconclusive,
		36 * time.Second: reports.Inconclusive,
	} {
		got := environment(t, refusing).Execute(context.Background(), &judge.Case{
			Name: "fake", Judges: judge.By{specs.Basaltic: {ID: "BQ-POLL-12"}},
			Run: func(t *judge.T) { mustComeInTime(t, begun, begun.Add(after)) },
		}, nil)
		if got.Status != want || want == reports.Inconclusive && !strings.Contains(got.Message, after.String()) {
			t.Errorf("after %s: got %s %q, want %s", after, got.Status, got.Message, want)
		}
	}
}
