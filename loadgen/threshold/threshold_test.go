package threshold_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/internal/sample"
	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/loadgen/threshold"
)

// judged is a result of 2,000 messages whose deliveries take some 10 ms, with 2
// errors, 3 lost, and twice the memory at its end.
func judged(t *testing.T) *result.Result {
	r := sample.Result(t, sample.Options{Latency: 10 * time.Millisecond, Rate: 1000, Windows: 20})
	r.Invariants.Lost = 3
	r.Drift = &result.Drift{DeliveryP99: 1, Memory: 2}
	return r
}

func TestConditions(t *testing.T) {
	r := judged(t)
	for condition, held := range map[string]bool{
		"delivery_from_schedule.p99 < 250ms":         true,
		"delivery_from_schedule.p99 < 5ms":           false,
		"delivery_from_schedule.p99.9 <= 13ms":       true,
		"send.from_schedule.p50>9ms":                 true,
		"send.schedule_lag.max < 1s":                 true,
		"send.rate >= 1000":                          true,
		"send.errors == 2":                           true,
		"send.error_share < 0.1%":                    true,
		"errors != 2":                                false,
		"error_share <= 1%":                          true,
		"lost == 0":                                  false,
		"duplicated_within_lease == 0":               true,
		"sent >= 2000":                               true,
		"drift.memory <= 1.5":                        false,
		"drift.delivery_p99 <= 1.5":                  true,
		"  delivery_from_schedule.mean   <   20ms  ": true,
	} {
		one, err := threshold.Parse(condition)
		if err != nil {
			t.Errorf("%s: %v", condition, err)
			continue
		}
		if v := one.Judge(r); v.Held != held || !v.Judged {
			t.Errorf("%s: %+v, want held %v", condition, v, held)
		}
	}
}

func TestWhatIsNoCondition(t *testing.T) {
	for condition, remedy := range map[string]string{
		"":                       "give a figure",
		"delivery.p99":           "give a figure",
		"delivery.p98 < 1s":      "p99",
		"delivery.p99 < 250":     "with its unit",
		"delivry.p99 < 250ms":    "error_share",
		"lost == none":           "no number",
		"lost = 0":               "==",
		"send.lag.p99 < 1s":      "no figure of send",
		"delivery.p99 < 1s or 2": "give a figure",
	} {
		if _, err := threshold.Parse(condition); err == nil || !strings.Contains(err.Error(), remedy) || !strings.Contains(err.Error(), condition) {
			t.Errorf("%q: %v, want a word of %q", condition, err, remedy)
		}
	}
}

func judge(t *testing.T, r *result.Result, condition string) result.Threshold {
	t.Helper()
	one, err := threshold.Parse(condition)
	if err != nil {
		t.Fatal(err)
	}
	return one.Judge(r)
}

// A figure that was not measured is no figure that held.
func TestWhatWasNotMeasured(t *testing.T) {
	for _, condition := range []string{"redelivery.p99 < 1s", "acknowledge.rate > 1", "delivery_from_schedule.from_schedule.p99 < 1s"} {
		if v := judge(t, judged(t), condition); v.Held || !v.Judged || v.Reason == "" {
			t.Errorf("%s: %+v", condition, v)
		}
	}
}

// Deliveries that came before their send was answered are fast ones, and what a
// histogram has no room for is slow.
func TestTimesOutsideTheHistogramCount(t *testing.T) {
	for _, tc := range []struct {
		negative, counted, beyond int
		condition                 string
		held                      bool
	}{
		{100, 0, 0, "delivery.p99 < 1ms", true},
		{100, 0, 0, "delivery.p99 > 1ms", false},
		{99, 1, 0, "delivery.p99 < 1ms", true},
		{98, 2, 0, "delivery.p99 < 1ms", false},
		{98, 2, 0, "delivery.p99 < 11ms", true},
		{0, 98, 2, "delivery.p99 < 1h", false},
		{0, 98, 2, "delivery.p95 < 11ms", true},
		{0, 98, 2, "delivery.max < 1h", false},
		{100, 0, 0, "delivery.mean < 1ms", false},
	} {
		h := measure.NewHistogram()
		for n, d := range map[int]time.Duration{tc.negative: -time.Millisecond, tc.counted: 10 * time.Millisecond, tc.beyond: time.Hour} {
			for range n {
				h.Record(d)
			}
		}
		l, err := h.Latency()
		if err != nil {
			t.Fatal(err)
		}
		r := judged(t)
		r.Operations = append(r.Operations, result.Operation{Name: "delivery", Latency: l})
		if v := judge(t, r, tc.condition); v.Held != tc.held || math.IsInf(v.Observed, 1) {
			t.Errorf("%d below zero, %d of 10 ms, %d of an hour: %+v", tc.negative, tc.counted, tc.beyond, v)
		}
	}
}

// A slow generator is no slow target; but what it found lost is lost.
func TestWhatAGeneratorLimits(t *testing.T) {
	r := judged(t)
	r.Generator = result.Generator{Limited: true, Reason: "too slow"}
	if v := judge(t, r, "delivery_from_schedule.p99 < 5ms"); v.Judged || !strings.Contains(v.Reason, "too slow") {
		t.Errorf("%+v", v)
	}
	if v := judge(t, r, "lost == 0"); !v.Judged || v.Held {
		t.Errorf("%+v", v)
	}
}
