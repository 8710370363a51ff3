//go:build prove

package loadgen_test

import (
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/specs"
)

// Half an hour at a steady rate accuses a faultless server of nothing.
func TestProveFaultlessRun(t *testing.T) {
	for _, scenario := range []struct {
		name    string
		changes []string
	}{
		{"soak", []string{"rate=300", "duration=30m", "lease=30s"}},
		{"fifo", []string{"rate=100", "duration=30m", "groups=[50]", "workers=16"}},
	} {
		for _, d := range specs.Dialects() {
			t.Run(scenario.name+"/"+string(d), func(t *testing.T) {
				t.Parallel()
				r := load(t.Context(), t, referencetest.Target(t, d), scenario.name, scenario.changes...)
				if v := r.Invariants; r.Summary.Verdict == result.Broken || !v.Drained || v.Acknowledged != v.Sent || v.Unjudged > 0 {
					t.Fatalf("%s: %s; %+v", r.Summary.Verdict, r.Summary.Reason, v)
				}
				t.Logf("proved: %s on %s for 30 minutes: %d messages, none accused; %d MiB at most",
					scenario.name, d, r.Invariants.Sent, r.Generator.MemoryMaxBytes>>20)
			})
		}
	}
}

// The faults are caught at 2,000 messages a second within 30 s, the drain that
// tells what is lost included.
func TestProveFaultsAreCaughtInTime(t *testing.T) {
	for _, c := range []struct {
		fault, scenario string
		changes         []string
	}{
		{"lease-taken-twice", "latency", []string{"rate=2000", "duration=10s"}},
		{"send-lost", "latency", []string{"rate=2000", "duration=10s"}},
		{"group-taken-twice", "fifo", []string{"duration=10s", "groups=[20]"}},
		{"lease-early", "redelivery", []string{"messages=8000", "lease=4s", "duration=10s"}},
		{"lease-lapses-early-now-and-then", "redelivery", []string{"messages=8000", "lease=4s", "duration=10s"}},
	} {
		for _, d := range specs.Dialects() {
			began := time.Now()
			r := load(t.Context(), t, referencetest.Target(t, d, c.fault), c.scenario, c.changes...)
			took := time.Since(began)
			if r.Summary.Verdict != result.Broken || took > 30*time.Second {
				t.Errorf("%s on %s: %s after %s (%s)", c.fault, d, r.Summary.Verdict, took, r.Summary.Reason)
				continue
			}
			t.Logf("proved: %s on %s caught under load after %s: %s", c.fault, d, took.Round(time.Second), r.Summary.Reason)
		}
	}
}

// The promise of the latency scenario: nothing lost, and deliveries within 10 ms
// at 1,000 a second.
func TestProveLatencyOfTheReference(t *testing.T) {
	for _, d := range specs.Dialects() {
		r := load(t.Context(), t, referencetest.Target(t, d), "latency")
		delivery, _ := r.Find("delivery_from_schedule")
		if r.Summary.Verdict != result.Held || delivery.Latency.P99 > 0.010 {
			t.Errorf("%s: %s (%s), delivery p99 from schedule %.1f ms", d, r.Summary.Verdict, r.Summary.Reason, delivery.Latency.P99*1e3)
			continue
		}
		t.Logf("proved: %s at 1,000/s: delivery p99 %.2f ms from schedule, nothing lost", d, delivery.Latency.P99*1e3)
	}
}
