// Package compare sets two runs of a load side by side. Each run's windows give
// its figures a band of noise, and only a change that leaves both bands is real.
package compare

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Comparison is what changed from one run to another.
type Comparison struct {
	// Differing names the settings that are not the same, which may explain it all.
	Differing []string `json:"differing_settings"`
	// Limited says for which runs the generator set the figures: no change of them
	// is judged then.
	Limited []string `json:"generator_limited"`
	Figures []Figure `json:"figures"`
	// Broken are invariants and thresholds that only the second run broke.
	Broken []string `json:"newly_broken"`
}

// Figure is one number of both runs.
type Figure struct {
	// Phase is the measured phase that it is of.
	Phase string `json:"phase"`
	Name  string `json:"name"`
	// Unit is seconds, messages a second, or empty for a count.
	Unit   string `json:"unit"`
	Before Band   `json:"before"`
	After  Band   `json:"after"`
	// Change is relative to before; nil where that is 0.
	Change *float64 `json:"change"`
	// Verdict says whether the change is real, and which way.
	Verdict Verdict `json:"verdict"`
}

// Verdict on a figure.
type Verdict string

// The verdicts.
const (
	Same   Verdict = "within noise"
	Better Verdict = "better"
	Worse  Verdict = "worse"
	// Unknown has too few windows, or a generator that set the figures.
	Unknown Verdict = "unknown"
)

// Runs compares two results of one scenario.
func Runs(before, after *result.Result) (*Comparison, error) {
	if before.Scenario.Name != after.Scenario.Name {
		return nil, fmt.Errorf("the runs are of different scenarios, %s and %s", before.Scenario.Name, after.Scenario.Name)
	}
	c := &Comparison{
		Differing: differing(before.Scenario.Settings, after.Scenario.Settings),
		Limited:   []string{}, Figures: []Figure{}, Broken: newlyBroken(before, after),
	}
	for name, r := range map[string]*result.Result{"before": before, "after": after} {
		if r.Generator.Limited {
			c.Limited = append(c.Limited, name+": "+r.Generator.Reason)
		}
	}
	slices.Sort(c.Limited)
	for _, phase := range before.Phases {
		old, now := windows(before, phase.Name), windows(after, phase.Name)
		if !phase.Measured || len(old) == 0 || len(now) == 0 {
			continue
		}
		for _, kind := range kinds {
			if f, measured := kind.compare(phase.Name, old, now, len(c.Limited) > 0); measured {
				c.Figures = append(c.Figures, f)
			}
		}
	}
	return c, nil
}

// Regressed reports whether anything became worse for certain.
func (c *Comparison) Regressed() bool {
	return len(c.Broken) > 0 || slices.ContainsFunc(c.Figures, func(f Figure) bool { return f.Verdict == Worse })
}

// differing names the settings whose values differ.
func differing(a, b map[string]any) []string {
	names := []string{}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if !reflect.DeepEqual(a[name], b[name]) {
			names = append(names, name)
		}
	}
	return names
}

// newlyBroken names what held before and does not now.
func newlyBroken(before, after *result.Result) []string {
	broken := []string{}
	was := before.Invariants.Violations()
	for i, now := range after.Invariants.Violations() {
		if now.Count > 0 && was[i].Count == 0 {
			broken = append(broken, fmt.Sprintf("%s: %d", now.Name, now.Count))
		}
	}
	for _, t := range after.Thresholds {
		held := slices.ContainsFunc(before.Thresholds, func(o result.Threshold) bool { return o.Condition == t.Condition && o.Held })
		if t.Judged && !t.Held && held {
			broken = append(broken, t.Condition)
		}
	}
	return broken
}

// windows are the samples of a measured phase.
func windows(r *result.Result, phase string) []result.Sample {
	const slack = 0.01 // of a second: a phase's last sample ends with it
	var all []result.Sample
	for _, p := range r.Phases {
		if p.Name != phase || !p.Measured {
			continue
		}
		for _, s := range r.Series {
			if s.AtS > p.FromS && s.AtS <= p.FromS+p.DurationSeconds+slack {
				all = append(all, s)
			}
		}
	}
	return all
}
