package compare_test

import (
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/compare"
	"github.com/leasecheck/leasecheck/loadgen/internal/sample"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

func run(t *testing.T, latency time.Duration, rate float64, seed uint64) *result.Result {
	return sample.Result(t, sample.Options{Latency: latency, Rate: rate, Windows: 20, Seed: seed})
}

func verdicts(t *testing.T, before, after *result.Result) (map[string]compare.Verdict, *compare.Comparison) {
	t.Helper()
	c, err := compare.Runs(before, after)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]compare.Verdict{}
	for _, f := range c.Figures {
		all[f.Name] = f.Verdict
	}
	return all, c
}

func TestWhichChangesAreReal(t *testing.T) {
	base := run(t, 10*time.Millisecond, 1000, 1)
	for _, c := range []struct {
		name          string
		after         *result.Result
		latency, rate compare.Verdict
		regressed     bool
	}{
		{"the same again", run(t, 10*time.Millisecond, 1000, 2), compare.Same, compare.Same, false},
		{"slower", run(t, 20*time.Millisecond, 1000, 3), compare.Worse, compare.Same, true},
		{"faster", run(t, 5*time.Millisecond, 1000, 4), compare.Better, compare.Same, false},
		{"less", run(t, 10*time.Millisecond, 700, 5), compare.Same, compare.Worse, true},
		{"more", run(t, 10*time.Millisecond, 1300, 6), compare.Same, compare.Better, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, comparison := verdicts(t, base, c.after)
			if all["delivery p99"] != c.latency || all["acknowledged"] != c.rate {
				t.Errorf("delivery p99 %q and acknowledged %q, want %q and %q", all["delivery p99"], all["acknowledged"], c.latency, c.rate)
			}
			if comparison.Regressed() != c.regressed {
				t.Errorf("regressed: %v", comparison.Regressed())
			}
		})
	}
}

func TestWhatCannotBeTold(t *testing.T) {
	base, slower := run(t, 10*time.Millisecond, 1000, 1), run(t, 20*time.Millisecond, 1000, 2)
	t.Run("too few windows", func(t *testing.T) {
		few := *slower
		few.Series = slower.Series[:3]
		if all, _ := verdicts(t, base, &few); all["delivery p99"] != compare.Unknown {
			t.Errorf("of 3 windows it says %q", all["delivery p99"])
		}
	})
	t.Run("the generator was the limit", func(t *testing.T) {
		limited := *slower
		limited.Generator = result.Generator{Limited: true, Reason: "it was slow"}
		all, c := verdicts(t, base, &limited)
		if all["delivery p99"] != compare.Unknown || c.Regressed() || len(c.Limited) != 1 {
			t.Errorf("it says %q, limited %q", all["delivery p99"], c.Limited)
		}
	})
	t.Run("another scenario", func(t *testing.T) {
		other := *slower
		other.Scenario.Name = "ack"
		if _, err := compare.Runs(base, &other); err == nil {
			t.Error("it was compared")
		}
	})
}

func TestWhatBrokeIsARegression(t *testing.T) {
	before, after := run(t, 10*time.Millisecond, 1000, 1), run(t, 10*time.Millisecond, 1000, 1)
	after.Invariants.Lost = 3
	after.Thresholds = []result.Threshold{{Condition: "lost == 0", Observed: 3, Judged: true}}
	after.Scenario.Settings = map[string]any{"rate": 1000.0, "require": []any{}}
	_, c := verdicts(t, before, after)
	if !c.Regressed() || strings.Join(c.Broken, "; ") != "lost: 3; lost == 0" {
		t.Errorf("broken %q", c.Broken)
	}
	var text strings.Builder
	if err := c.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"settings differ in require", "broken only after: lost: 3", "delivery p99", "within noise"} {
		if !strings.Contains(text.String(), part) {
			t.Errorf("it does not say %q:\n%s", part, text.String())
		}
	}
}
