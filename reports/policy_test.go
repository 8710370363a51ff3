package reports_test

import (
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

func TestPolicyBinds(t *testing.T) {
	for _, tc := range []struct {
		level              specs.Level
		from               specs.Provenance
		usual, whereStrict bool
	}{
		{specs.MUST, specs.Doc, true, true},
		{specs.SHOULD, specs.Doc, false, false},
		{specs.SHOULD, specs.Assumed, false, true},
		{specs.INFO, specs.Assumed, false, false},
	} {
		usual, strict := reports.Policy{}.Binds(tc.level, tc.from), reports.Policy{Strict: true}.Binds(tc.level, tc.from)
		if usual != tc.usual || strict != tc.whereStrict {
			t.Errorf("%s %s: %t, strictly %t", tc.level, tc.from, usual, strict)
		}
	}
}

func TestPolicyWaivesUntilTheLastDayEnds(t *testing.T) {
	p := reports.Policy{Waivers: []reports.Waiver{{ID: "A", Expires: "2026-12-01"}, {ID: "B"}}}
	lastMoment := time.Date(2026, 12, 1, 23, 59, 59, 0, time.UTC)
	for _, tc := range []struct {
		id    string
		began time.Time
		due   bool
	}{
		{"A", lastMoment, true},
		{"A", lastMoment.Add(time.Second), false},
		{"A", lastMoment.In(time.FixedZone("east", 7200)), true},
		{"B", lastMoment.AddDate(9, 0, 0), true},
		{"C", lastMoment, false},
	} {
		if got := p.Waives(tc.id, tc.began); got != tc.due {
			t.Errorf("%s at %s: %t", tc.id, tc.began, got)
		}
	}
}
