package loadgen

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/health"
	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// result puts together what a run came to, all but its verdict.
func (c Config) result(o engine.Outcome, timerLag float64) *result.Result {
	r := &result.Result{
		Schema: result.Schema, Tool: c.Tool,
		Target:   result.Target{Name: c.File.Name, Dialect: string(c.File.Dialect), URL: c.File.URL.String()},
		Scenario: result.Scenario{Name: c.Scenario.Name, Settings: settings(c.Settings)},
		Seed:     c.seed,
		Shard:    result.Shard{Index: c.Share.Index, Count: max(c.Share.Count, 1)},
		Phases:   o.Phases, Operations: o.Operations, Invariants: o.Invariants, Series: o.Series, Steps: o.Steps,
	}
	if len(o.Steps) == 0 {
		r.Drift = result.DriftOf(o.Series)
	}
	r.Generator = result.Generator{
		TimerLagP99: timerLag, WorkersMax: int(o.WorkersMax), Dropped: o.Dropped,
	}
	if o.Shares != nil {
		g := &r.Generator
		g.CPUShare, g.TargetCPUShare, g.OthersCPUShare = o.Shares.Own, o.Shares.Target, o.Shares.Others
	}
	for _, s := range o.Series {
		r.Generator.MemoryMaxBytes = max(r.Generator.MemoryMaxBytes, s.MemoryBytes)
	}
	if send, sent := r.Find(string(measure.Send)); sent && send.ScheduleLag != nil {
		r.Generator.ScheduleLagP99, r.Generator.ScheduleLagMax = send.ScheduleLag.P99, send.ScheduleLag.Max
	}
	r.Generator.Reason = c.limit(o, r.Generator)
	r.Generator.Limited = r.Generator.Reason != ""
	return r
}

// limit says in which way the generator set the figures; empty when it did not.
// A scenario that overloads on purpose finds out itself whether sends were late
// for the generator's sake.
func (c Config) limit(o engine.Outcome, g result.Generator) string {
	signs := health.Signs{
		Lag:         inSeconds(g.ScheduleLagP99),
		TimerLag:    inSeconds(g.TimerLagP99),
		WorkersBusy: c.Settings.Workers > 0 && g.WorkersMax >= c.Settings.Workers,
		Shares:      health.Shares{Own: g.CPUShare, Target: g.TargetCPUShare, Others: g.OthersCPUShare},
	}
	if c.Scenario.Overloads {
		signs.Lag = 0
	}
	return cmp.Or(o.Limit, signs.Limit())
}

func inSeconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// settings are the settings as a file would have them.
func settings(s any) map[string]any {
	text, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("settings are no JSON: %v", err))
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		panic(fmt.Sprintf("settings are no object: %v", err))
	}
	return all
}
