// Package shard puts the results of a load that several processes made back
// together: counts are added and histograms merged, so that the whole equals
// what one process would have recorded.
package shard

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/loadgen/threshold"
)

// Merge gives the result of the whole load, judged again. It refuses what are
// no shards of one load.
func Merge(shards []*result.Result) (*result.Result, error) {
	shards = slices.SortedFunc(slices.Values(shards), func(a, b *result.Result) int {
		return cmp.Compare(a.Shard.Index, b.Shard.Index)
	})
	if err := check(shards); err != nil {
		return nil, err
	}
	first := shards[0]
	whole := &result.Result{
		Schema: result.Schema, Tool: first.Tool, Target: first.Target, Scenario: first.Scenario, Seed: first.Seed,
		Shard: result.Shard{Count: 1}, StartedAt: first.StartedAt,
		Unfinished: missing(shards), Invariants: result.Invariants{Drained: true},
	}
	for _, s := range shards {
		if s.StartedAt.Before(whole.StartedAt) {
			whole.StartedAt = s.StartedAt
		}
		whole.DurationSeconds = max(whole.DurationSeconds, s.DurationSeconds)
		whole.Interrupted = whole.Interrupted || s.Interrupted
		whole.Unfinished = cmp.Or(whole.Unfinished, s.Unfinished)
		whole.Invariants.Add(s.Invariants)
	}
	whole.Phases = phases(shards)
	whole.Steps = steps(shards)
	var err error
	if whole.Operations, err = operations(shards); err != nil {
		return nil, err
	}
	if whole.Series, err = series(shards); err != nil {
		return nil, err
	}
	if len(whole.Steps) == 0 {
		whole.Drift = result.DriftOf(whole.Series)
	}
	whole.Generator = generator(shards, whole)
	if err := judge(whole, first.Thresholds); err != nil {
		return nil, err
	}
	return whole, nil
}

// check says in which way results are no shards of one load.
func check(shards []*result.Result) error {
	if len(shards) < 2 {
		return fmt.Errorf("there is nothing to merge: give the load.json of each shard")
	}
	first := shards[0]
	for i, s := range shards {
		switch {
		case s.Scenario.Name != first.Scenario.Name || !reflect.DeepEqual(s.Scenario.Settings, first.Scenario.Settings):
			return fmt.Errorf("shard %d ran another scenario, or other settings, than shard %d", s.Shard.Index, first.Shard.Index)
		case s.Target.Name != first.Target.Name || s.Target.Dialect != first.Target.Dialect:
			return fmt.Errorf("shard %d loaded %s, shard %d loaded %s", s.Shard.Index, s.Target.Name, first.Shard.Index, first.Target.Name)
		case s.Shard.Count != first.Shard.Count:
			return fmt.Errorf("shard %d is of %d, shard %d is of %d", s.Shard.Index, s.Shard.Count, first.Shard.Index, first.Shard.Count)
		case i > 0 && s.Shard.Index == shards[i-1].Shard.Index:
			return fmt.Errorf("shard %d is given twice", s.Shard.Index)
		}
	}
	return nil
}

// missing says which shards are not there; empty when all are.
func missing(shards []*result.Result) string {
	if n := shards[0].Shard.Count - len(shards); n > 0 {
		return fmt.Sprintf("%d of %d shards are missing", n, shards[0].Shard.Count)
	}
	return ""
}

// judge judges the whole by the thresholds of its shards.
func judge(whole *result.Result, by []result.Threshold) error {
	for _, one := range by {
		t, err := threshold.Parse(one.Condition)
		if err != nil {
			return err
		}
		whole.Thresholds = append(whole.Thresholds, t.Judge(whole))
	}
	whole.Judge()
	return nil
}
