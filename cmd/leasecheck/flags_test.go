package main

import (
	"testing"

	"github.com/leasecheck/leasecheck/reports"
)

func TestAFlagWithoutItsValueIsNeverLeftToADefault(t *testing.T) {
	for _, args := range [][]string{
		{"test", "--target", ""}, {"test", "--url", ""}, {"test", "--token="}, {"test", "--fault", ""}, {"test", "--waivers", ""},
		{"test", "--focus", ""}, {"test", "--focus", "BQ-LEASE-04,"}, {"test", "--rerun", ""}, {"test", "--report-dir", ""},
		{"check", "--target", ""}, {"serve", "--dialect", ""}, {"report", "--format", "", "result.json"},
	} {
		leasecheck(t, args...).expect(t, reports.ExitUsage, args[1][:3], "is empty: give it a value, or leave it out")
	}
}

func TestWhatIsForAnotherTargetIsNotIgnored(t *testing.T) {
	for _, args := range [][]string{
		{"--token", "t"}, {"--organization", "o"}, {"--project", "p"}, {"--target", "x.yaml", "--project", "p"},
		{"--url", "http://127.0.0.1:1", "--fault", "lapsed-handle-deletes"},
	} {
		for _, more := range [][]string{nil, {"--dry-run"}} {
			leasecheck(t, append(append([]string{"test"}, args...), more...)...).expect(t, reports.ExitUsage, args[len(args)-2])
		}
	}
}

func TestAFaultChoosesTheDialectsThatHaveIt(t *testing.T) {
	leasecheck(t, "test", "--dry-run", "--fault", "lapsed-handle-deletes", "--focus", "*-LEASE-*").
		expect(t, reports.ExitOK, "basaltic: ")
	leasecheck(t, "test", "--dialect", "ezgh", "--fault", "lapsed-handle-deletes").
		expect(t, reports.ExitUsage, "--fault lapsed-handle-deletes", "basaltic")
	leasecheck(t, "test", "--dry-run", "--fault", "none-such").expect(t, reports.ExitUsage, `"none-such"`, "leasecheck faults list")
}
