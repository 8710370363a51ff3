package shard

import (
	"fmt"

	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// phases are those of the first shard, each as long as the longest.
func phases(shards []*result.Result) []result.Phase {
	all := append([]result.Phase(nil), shards[0].Phases...)
	for i := range all {
		for _, s := range shards {
			if i < len(s.Phases) {
				all[i].DurationSeconds = max(all[i].DurationSeconds, s.Phases[i].DurationSeconds)
			}
		}
	}
	return all
}

// steps adds up what each shard reached in a step; a step is held where all held it.
func steps(shards []*result.Result) []result.Step {
	var all []result.Step
	for _, s := range shards {
		for i, step := range s.Steps {
			if i == len(all) {
				all = append(all, result.Step{Name: step.Name, Held: true})
			}
			add(&all[i], step)
		}
	}
	for i := range all {
		for _, s := range shards {
			if i >= len(s.Steps) {
				add(&all[i], result.Step{Reason: fmt.Sprintf("shard %d did not come to it", s.Shard.Index)})
			}
		}
	}
	return all
}

// add adds a shard's step to the whole's.
func add(whole *result.Step, one result.Step) {
	whole.Rate += one.Rate
	whole.Reached += one.Reached
	whole.RequestRate += one.RequestRate
	whole.P99 = max(whole.P99, one.P99)
	whole.Held = whole.Held && one.Held
	if whole.Reason == "" {
		whole.Reason = one.Reason
	}
}

// generator is the health of the least healthy shard, but for the schedule lag,
// which is read off the merged histogram.
func generator(shards []*result.Result, whole *result.Result) result.Generator {
	var g result.Generator
	for _, s := range shards {
		one := s.Generator
		g.CPUShare = max(g.CPUShare, one.CPUShare)
		g.TargetCPUShare = max(g.TargetCPUShare, one.TargetCPUShare)
		g.OthersCPUShare = max(g.OthersCPUShare, one.OthersCPUShare)
		g.TimerLagP99 = max(g.TimerLagP99, one.TimerLagP99)
		g.MemoryMaxBytes = max(g.MemoryMaxBytes, one.MemoryMaxBytes)
		g.WorkersMax += one.WorkersMax
		g.Dropped += one.Dropped
		if one.Limited && !g.Limited {
			g.Limited, g.Reason = true, fmt.Sprintf("shard %d: %s", s.Shard.Index, one.Reason)
		}
	}
	if send, sent := whole.Find(string(measure.Send)); sent && send.ScheduleLag != nil {
		g.ScheduleLagP99, g.ScheduleLagMax = send.ScheduleLag.P99, send.ScheduleLag.Max
	}
	return g
}
