package shard

import (
	"fmt"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// operations merges each kind of call.
func operations(shards []*result.Result) ([]result.Operation, error) {
	var all []result.Operation
	for _, kind := range measure.Kinds() {
		var parts []result.Operation
		for _, s := range shards {
			if o, found := s.Find(string(kind)); found {
				parts = append(parts, o)
			}
		}
		if len(parts) == 0 {
			continue
		}
		o, err := operation(parts)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		all = append(all, o)
	}
	return all, nil
}

func operation(parts []result.Operation) (result.Operation, error) {
	whole := result.Operation{Name: parts[0].Name, Errors: map[string]int64{}}
	var latency, fromSchedule, lag []result.Latency
	for _, p := range parts {
		whole.Count += p.Count
		whole.Messages += p.Messages
		whole.RateAsked += p.RateAsked
		whole.RateReached += p.RateReached
		for kind, n := range p.Errors {
			whole.Errors[kind] += n
		}
		latency = append(latency, p.Latency)
		if p.FromSchedule != nil {
			fromSchedule = append(fromSchedule, *p.FromSchedule)
		}
		if p.ScheduleLag != nil {
			lag = append(lag, *p.ScheduleLag)
		}
	}
	for _, one := range []struct {
		parts []result.Latency
		into  **result.Latency
	}{{fromSchedule, &whole.FromSchedule}, {lag, &whole.ScheduleLag}} {
		if len(one.parts) == 0 {
			continue
		}
		l, err := merged(one.parts)
		if err != nil {
			return whole, err
		}
		*one.into = &l
	}
	var err error
	whole.Latency, err = merged(latency)
	return whole, err
}

// merged gives the figures of several distributions together.
func merged(parts []result.Latency) (result.Latency, error) {
	var counts *hdrhistogram.Histogram
	var unrecorded, negative int64
	for _, p := range parts {
		more, err := measure.Counts(p)
		if err != nil {
			return result.Latency{}, err
		}
		unrecorded, negative = unrecorded+p.Unrecorded, negative+p.Negative
		if counts == nil {
			counts = more
		} else if dropped := counts.Merge(more); dropped > 0 {
			return result.Latency{}, fmt.Errorf("%d values fit into no merged histogram", dropped)
		}
	}
	l, err := measure.Figures(counts)
	l.Unrecorded, l.Negative = unrecorded, negative
	return l, err
}

// series merges the samples of the same interval.
func series(shards []*result.Result) ([]result.Sample, error) {
	longest := 0
	for _, s := range shards {
		longest = max(longest, len(s.Series))
	}
	var all []result.Sample
	for i := range longest {
		var parts []result.Sample
		for _, s := range shards {
			if i < len(s.Series) {
				parts = append(parts, s.Series[i])
			}
		}
		one, err := sample(parts)
		if err != nil {
			return nil, fmt.Errorf("sample %d: %w", i, err)
		}
		all = append(all, one)
	}
	return all, nil
}

func sample(parts []result.Sample) (result.Sample, error) {
	whole := result.Sample{AtS: parts[0].AtS, DurationSeconds: parts[0].DurationSeconds}
	var delivery, fromSchedule []result.Latency
	for _, p := range parts {
		whole.SendAsked += p.SendAsked
		whole.SendReached += p.SendReached
		whole.ReceiveReached += p.ReceiveReached
		whole.AckReached += p.AckReached
		whole.Backlog += p.Backlog
		whole.Errors += p.Errors
		whole.ScheduleLag = max(whole.ScheduleLag, p.ScheduleLag)
		whole.MemoryBytes += p.MemoryBytes
		whole.TargetMemoryBytes = max(whole.TargetMemoryBytes, p.TargetMemoryBytes)
		delivery = append(delivery, result.Latency{Histogram: p.DeliveryHistogram})
		fromSchedule = append(fromSchedule, result.Latency{Histogram: p.FromScheduleHistogram})
	}
	d, err := merged(delivery)
	if err != nil {
		return whole, err
	}
	s, err := merged(fromSchedule)
	whole.DeliveryP50, whole.DeliveryP99, whole.DeliveryMax = d.P50, d.P99, d.Max
	whole.Deliveries, whole.DeliveryHistogram = d.Count, d.Histogram
	whole.FromScheduleP99, whole.FromScheduleHistogram = s.P99, s.Histogram
	return whole, err
}
