package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

func TestDryRunSendsNothingAndCountsRequests(t *testing.T) {
	file := referencetest.Path(t, specs.Basaltic)
	leasecheck(t, "test", "--target", file, "--dry-run").expect(t, reports.ExitOK, "lease-lapses", "requests")
}

// plansOf are the plans that a dry run prints as JSON.
func plansOf(t *testing.T, args ...string) []planView {
	t.Helper()
	e := leasecheck(t, append([]string{"test", "--dry-run", "--json"}, args...)...)
	e.expect(t, reports.ExitOK)
	var printed struct {
		Plans []planView `json:"plans"`
	}
	if err := json.Unmarshal([]byte(e.stdout), &printed); err != nil {
		t.Fatalf("%v: %s", err, e.stdout)
	}
	return printed.Plans
}

// A dry run lists what a run then runs: of twins the one that suits the target.
func TestDryRunListsTheCasesThatARunRuns(t *testing.T) {
	selection := []string{"--dialect", "ezgh", "--tier", "quick", "--focus", "EQ-ACK-13"} // twins: all positions, or a sample
	plans := plansOf(t, selection...)
	if len(plans) != 1 || plans[0].Dialect != specs.EZGH || plans[0].Tier != "quick" || plans[0].Requests < len(plans[0].Cases) {
		t.Fatalf("planned %+v", plans)
	}
	var listed, ran []string
	for _, c := range plans[0].Cases {
		listed = append(listed, c.Name)
	}
	dir := t.TempDir()
	leasecheck(t, append([]string{"test", "--quiet", "--report-dir", dir}, selection...)...).expect(t, reports.ExitOK)
	result, err := reports.Read(filepath.Join(dir, "ezgh"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range result.Requirements {
		for _, c := range r.Cases {
			if c.Status != reports.Skipped {
				ran = append(ran, c.Name)
			}
		}
	}
	if len(listed) < 2 || !slices.Equal(listed, ran) {
		t.Errorf("listed %v, ran %v", listed, ran)
	}
}

// Without addresses of its own a run takes the other twin, and so skips nothing.
func TestDryRunOfATargetThatOffersLittle(t *testing.T) {
	remote := []string{"--url", "http://127.0.0.1:1", "--dialect", "ezgh", "--token", "t", "--organization", "o", "--project", "p", "--focus", "EQ-ACK-13"}
	plans := plansOf(t, remote...)
	names := func(c plannedCase) bool { return c.Name == "altered-handles-sampled" }
	if len(plans) != 1 || !slices.ContainsFunc(plans[0].Cases, names) || len(plans[0].Skipped) > 0 {
		t.Errorf("planned %+v", plans)
	}
	leasecheck(t, "test", "--dry-run", "--url", "http://127.0.0.1:1").expect(t, reports.ExitUsage, "--dialect is")
}

func TestDryRunIsQuietWhenAsked(t *testing.T) {
	e := leasecheck(t, "test", "--dry-run", "--quiet", "--tier", "quick")
	e.expect(t, reports.ExitOK, "basaltic: ", "ezgh: ", " cases, about ")
	if lines := strings.Count(e.stdout, "\n"); lines != 2 {
		t.Errorf("it prints %d lines, due one a dialect: %s", lines, e.stdout)
	}
}
