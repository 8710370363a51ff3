package shard_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/internal/sample"
	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/loadgen/shard"
	"github.com/leasecheck/leasecheck/specs"
)

func part(t *testing.T, index, count int) *result.Result {
	return sample.Result(t, sample.Options{
		Latency: time.Duration(index+1) * 10 * time.Millisecond, Rate: 500, Windows: 15,
		Shard: result.Shard{Index: index, Count: count}, Seed: uint64(index),
	})
}

// The merged histograms are, bit for bit, what one process would have recorded.
func TestMergeEqualsOneProcess(t *testing.T) {
	parts := []*result.Result{part(t, 1, 3), part(t, 0, 3), part(t, 2, 3)}
	whole, err := shard.Merge(parts)
	if err != nil {
		t.Fatal(err)
	}
	want := oneProcess(t, parts)
	delivery, _ := whole.Find("delivery_from_schedule")
	if delivery.Latency != want {
		t.Errorf("merged %+v, one process %+v", delivery.Latency, want)
	}
	send, _ := whole.Find("send")
	if send.RateAsked != 1500 || send.Messages != 4500 || send.Errors["429 BUSY"] != 6 || *send.FromSchedule != want {
		t.Errorf("send %+v", send)
	}
	if v := whole.Invariants; v.Sent != 4500 || !v.Drained {
		t.Errorf("account %+v", v)
	}
	if first := whole.Series[0]; first.Deliveries != 300 || first.SendAsked != 1500 || first.DeliveryMax < 0.024 {
		t.Errorf("first sample %+v", first)
	}
	if whole.Summary.Verdict != result.Held || len(whole.Thresholds) != 1 || whole.Shard != (result.Shard{Count: 1}) {
		t.Errorf("%+v, thresholds %+v, shard %+v", whole.Summary, whole.Thresholds, whole.Shard)
	}
	text, err := whole.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := specs.ValidateLoad(text); err != nil {
		t.Errorf("it breaks the schema: %v", err)
	}
}

// oneProcess records in one histogram what the parts recorded of deliveries.
func oneProcess(t *testing.T, parts []*result.Result) result.Latency {
	t.Helper()
	one := measure.NewHistogram()
	for _, p := range parts {
		counts, err := measure.Counts(p.Operations[1].Latency)
		if err != nil {
			t.Fatal(err)
		}
		for _, bar := range counts.Distribution() {
			for range bar.Count {
				one.Record(time.Duration(bar.From) * time.Microsecond)
			}
		}
	}
	l, err := one.Latency()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestWhatIsWrongInOneShardIsWrongInTheWhole(t *testing.T) {
	for name, c := range map[string]struct {
		spoil   func(*result.Result)
		verdict result.Verdict
	}{
		"lost":        {func(r *result.Result) { r.Invariants.Lost = 1 }, result.Broken},
		"not drained": {func(r *result.Result) { r.Invariants.Drained = false }, result.Incomplete},
		"interrupted": {func(r *result.Result) { r.Interrupted = true }, result.Incomplete},
		"limited":     {func(r *result.Result) { r.Generator = result.Generator{Limited: true, Reason: "slow"} }, result.GeneratorLimited},
	} {
		parts := []*result.Result{part(t, 0, 2), part(t, 1, 2)}
		c.spoil(parts[1])
		whole, err := shard.Merge(parts)
		if err != nil || whole.Summary.Verdict != c.verdict {
			t.Errorf("%s: %+v (%v), want %s", name, whole.Summary, err, c.verdict)
		}
	}
}

func TestStepsAddUp(t *testing.T) {
	parts := []*result.Result{part(t, 0, 2), part(t, 1, 2)}
	parts[0].Steps = []result.Step{
		{Name: "batches of 1", Rate: 100, Reached: 90, RequestRate: 200, P99: 0.01, Held: true},
	}
	parts[1].Steps = []result.Step{
		{Name: "batches of 1", Rate: 100, Reached: 80, RequestRate: 180, P99: 0.03, Held: true},
		{Name: "batches of 5", Rate: 100, Reached: 70, RequestRate: 50, P99: 0.02, Held: true},
	}
	whole, err := shard.Merge(parts)
	if err != nil {
		t.Fatal(err)
	}
	want := []result.Step{
		{Name: "batches of 1", Rate: 200, Reached: 170, RequestRate: 380, P99: 0.03, Held: true},
		{Name: "batches of 5", Rate: 100, Reached: 70, RequestRate: 50, P99: 0.02, Reason: "shard 0 did not come to it"},
	}
	if !slices.Equal(whole.Steps, want) {
		t.Errorf("steps %+v, want %+v", whole.Steps, want)
	}
}

func TestMissingShard(t *testing.T) {
	whole, err := shard.Merge([]*result.Result{part(t, 0, 3), part(t, 2, 3)})
	if err != nil || whole.Summary.Verdict != result.Incomplete || !strings.Contains(whole.Summary.Reason, "1 of 3") {
		t.Errorf("%+v (%v)", whole.Summary, err)
	}
}

func TestWhatAreNoShards(t *testing.T) {
	other := part(t, 1, 2)
	other.Scenario.Settings = map[string]any{"rate": 1.0}
	elsewhere := part(t, 1, 2)
	elsewhere.Target.Name = "other"
	for name, parts := range map[string][]*result.Result{
		"one alone":      {part(t, 0, 2)},
		"twice the same": {part(t, 0, 2), part(t, 0, 2)},
		"other counts":   {part(t, 0, 2), part(t, 1, 3)},
		"other settings": {part(t, 0, 2), other},
		"other targets":  {part(t, 0, 2), elsewhere},
	} {
		if _, err := shard.Merge(parts); err == nil {
			t.Errorf("%s: they were merged", name)
		}
	}
}
