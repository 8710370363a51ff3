//go:build !race

package loadgen_test

import (
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/specs"
)

// longestAttempt bounds how long a fault is looked for: it must show within 30 s.
const longestAttempt = 16 * time.Second

// Broken servers are accused of what they do, under load and of nothing else. A
// machine that is busy with other tests sends little, so an attempt that finds
// nothing is repeated for twice as long.
func TestFaultsUnderLoad(t *testing.T) {
	for _, c := range []struct {
		fault, scenario string
		changes         []string
		accused         func(result.Invariants) int64
	}{
		{
			"lease-taken-twice", "latency", []string{"rate=2000", "warm_up=0s"},
			func(v result.Invariants) int64 { return v.Duplicated + v.Resurrected },
		},
		{
			"send-lost", "latency", []string{"rate=300", "warm_up=0s"},
			func(v result.Invariants) int64 { return v.Lost },
		},
		{
			"group-taken-twice", "fifo", []string{"groups=[20]"},
			func(v result.Invariants) int64 { return v.GroupHeldTwice + v.OutOfOrder },
		},
		{
			"order-swapped-now-and-then", "fifo", []string{"groups=[20]", "workers=4"},
			func(v result.Invariants) int64 { return v.OutOfOrder },
		},
		{
			"lease-early", "redelivery", []string{"messages=100", "lease=4s", "change_share=0"},
			func(v result.Invariants) int64 { return v.Duplicated },
		},
	} {
		for _, d := range specs.Dialects() {
			t.Run(c.fault+"/"+string(d), func(t *testing.T) {
				t.Parallel()
				f := referencetest.Target(t, d, c.fault)
				var r *result.Result
				for length := time.Second; length <= longestAttempt; length *= 2 {
					r = load(t.Context(), t, f, c.scenario, append(c.changes, "duration="+length.String())...)
					if c.accused(r.Invariants) > 0 {
						break
					}
				}
				accused, all := c.accused(r.Invariants), int64(0)
				for _, one := range r.Invariants.Violations() {
					all += one.Count
				}
				if r.Summary.Verdict != result.Broken || accused == 0 || accused != all || len(r.Invariants.Examples) == 0 {
					t.Errorf("%s: %s; %+v", r.Summary.Verdict, r.Summary.Reason, r.Invariants)
				}
			})
		}
	}
}
