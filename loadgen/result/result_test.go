package result_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// held is a small run without fault.
func held() *result.Result {
	r := &result.Result{
		Target: result.Target{Dialect: "basaltic"}, Scenario: result.Scenario{Name: "latency", Settings: map[string]any{}},
		Shard:      result.Shard{Count: 1},
		Invariants: result.Invariants{Sent: 10, Delivered: 10, Acknowledged: 10, Drained: true},
		Thresholds: []result.Threshold{{Condition: "lost == 0", Held: true, Judged: true}},
	}
	r.Judge()
	return r
}

func TestVerdicts(t *testing.T) {
	limited := result.Generator{Limited: true, Reason: "it was slow"}
	missed := result.Threshold{Condition: "delivery.p99 < 1ms", Observed: 0.5, Judged: true}
	for name, c := range map[string]struct {
		spoil   func(*result.Result)
		verdict result.Verdict
		reason  string
		exit    int
	}{
		"nothing":         {func(*result.Result) {}, result.Held, "all 10 messages", reports.ExitOK},
		"a lost message":  {func(r *result.Result) { r.Invariants.Lost = 1 }, result.Broken, "lost: 1", reports.ExitNotConformant},
		"a double":        {func(r *result.Result) { r.Invariants.Duplicated = 2 }, result.Broken, "duplicated within lease: 2", reports.ExitNotConformant},
		"a redelivery":    {func(r *result.Result) { r.Invariants.Redelivered = 2 }, result.Held, "all 10", reports.ExitOK},
		"a threshold":     {func(r *result.Result) { r.Thresholds = append(r.Thresholds, missed) }, result.Missed, "delivery.p99 < 1ms: it was 0.5", reports.ExitNotConformant},
		"an unjudged one": {func(r *result.Result) { r.Thresholds[0] = result.Threshold{Condition: "x"} }, result.Held, "", reports.ExitOK},
		"the generator":   {func(r *result.Result) { r.Generator = limited }, result.GeneratorLimited, "it was slow", reports.ExitInconclusive},
		"lost, limited":   {func(r *result.Result) { r.Generator = limited; r.Invariants.Lost = 1 }, result.Broken, "lost", reports.ExitNotConformant},
		"no drain":        {func(r *result.Result) { r.Invariants.Drained = false }, result.Incomplete, "not drained", reports.ExitInconclusive},
		"no message":      {func(r *result.Result) { r.Invariants.Sent = 0 }, result.Incomplete, "no message", reports.ExitInconclusive},
		"target gone":     {func(r *result.Result) { r.Unfinished = "it is gone" }, result.Incomplete, "it is gone", reports.ExitInconclusive},
		"gone, and a threshold": {func(r *result.Result) {
			r.Unfinished = "it is gone"
			r.Thresholds = []result.Threshold{missed}
		}, result.Missed, "it was 0.5; it is gone", reports.ExitNotConformant},
		"a search": {func(r *result.Result) {
			r.Steps = []result.Step{{Rate: 200, Reason: "slow"}, {Rate: 100, Held: true}}
		}, result.Held, "highest rate held was 100", reports.ExitOK},
		"a search in vain": {func(r *result.Result) {
			r.Steps = []result.Step{{Rate: 200, Reason: "slow"}, {Rate: 12.5, Reason: "slower"}, {Rate: 50, Reason: "slow"}}
		}, result.Missed, "down to 12.5 a second: slower", reports.ExitNotConformant},
		"a search, limited": {func(r *result.Result) {
			r.Generator, r.Steps = limited, []result.Step{{Rate: 200, Reason: "slow"}}
		}, result.GeneratorLimited, "it was slow", reports.ExitInconclusive},
		"an interrupt":        {func(r *result.Result) { r.Interrupted = true }, result.Incomplete, "interrupted", reports.ExitInterrupted},
		"interrupted, missed": {func(r *result.Result) { r.Interrupted = true; r.Thresholds = []result.Threshold{missed} }, result.Incomplete, "interrupted", reports.ExitInterrupted},
		"late events":         {func(r *result.Result) { r.Invariants.Unjudged = 1 }, result.Incomplete, "fault of leasecheck", reports.ExitFault},
	} {
		r := held()
		c.spoil(r)
		r.Judge()
		if r.Summary.Verdict != c.verdict || !strings.Contains(r.Summary.Reason, c.reason) || reports.WorstExit(r.ExitStatuses()...) != c.exit {
			t.Errorf("%s: %+v, exit statuses %v; want %s, %q and %d", name, r.Summary, r.ExitStatuses(), c.verdict, c.reason, c.exit)
		}
	}
}

func TestWrittenAndReadAgain(t *testing.T) {
	dir := t.TempDir()
	r := held()
	if err := r.Write(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, result.FileName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := specs.ValidateLoad(text); err != nil {
		t.Errorf("it breaks the schema: %v", err)
	}
	again, err := result.Read(path)
	if err != nil || again.Summary != r.Summary || !slices.Equal(again.Thresholds, r.Thresholds) {
		t.Errorf("read again: %+v (%v)", again, err)
	}
	for name, content := range map[string]string{"no JSON": "{", "another schema": `{"schema": "leasecheck/result/v1"}`} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := result.Read(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDrift(t *testing.T) {
	var series []result.Sample
	for i := range 30 {
		series = append(series, result.Sample{FromScheduleP99: float64(1 + i/20), MemoryBytes: 100})
	}
	if d := result.DriftOf(series); d == nil || d.DeliveryP99 != 2 || d.Memory != 1 || d.TargetMemory != 0 {
		t.Errorf("%+v", d)
	}
	if d := result.DriftOf(series[:5]); d != nil {
		t.Errorf("of 5 samples: %+v", d)
	}
}
