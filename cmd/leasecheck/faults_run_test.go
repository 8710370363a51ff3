package main

import (
	"testing"

	"github.com/leasecheck/leasecheck/reports"
)

// sampled are twenty faults over all areas that quick cases catch.
var sampled = []string{
	"lapsed-handle-deletes", "old-handle-deletes", "handle-reused", "receive-count-from-zero",
	"send-unnoticed", "waiters-all-woken", "group-not-exclusive", "deduplication-ends-with-message",
	"receive-count-stuck", "attributes-lost-on-redelivery", "max-off-by-one", "purge-spares-in-flight",
	"peek-leases", "batch-stops-at-failure", "handle-tail-ignored", "any-token-accepted",
	"receipt-errors-first", "origin-missing-on-post", "pull-any-key-accepted", "extend-range-clamped",
}

func TestASampleOfFaultsIsCaught(t *testing.T) {
	args := []string{"faults", "run", "--quiet", "--tier", "quick", "--jobs", "6"}
	for _, name := range sampled {
		args = append(args, "--only", name)
	}
	leasecheck(t, args...).expect(t, reports.ExitOK, "every fault is caught")
}

func TestFaultsRunRefusesWhatItCannotRun(t *testing.T) {
	for flag, want := range map[string]string{
		"--jobs=0":      "--jobs takes a number from 1 on",
		"--tier=hasty":  `--tier "hasty": it is quick, standard or slow`,
		"--only=no-one": "no fault matches --only no-one",
	} {
		leasecheck(t, "faults", "run", flag).expect(t, reports.ExitUsage, want)
	}
}
