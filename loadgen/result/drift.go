package result

import "slices"

// Drift is how the last third of the measured samples compares with the first:
// ratios of medians, 1 for no drift, 0 where there is nothing to compare.
type Drift struct {
	DeliveryP99  float64 `json:"delivery_p99"`
	Memory       float64 `json:"memory"`
	TargetMemory float64 `json:"target_memory"`
}

// fewestSamples is how many samples a drift is told for.
const fewestSamples = 12

// DriftOf compares the ends of a series at one rate; nil when it is too short.
func DriftOf(series []Sample) *Drift {
	if len(series) < fewestSamples {
		return nil
	}
	third := len(series) / 3
	first, last := series[:third], series[len(series)-third:]
	ratio := func(of func(Sample) float64) float64 {
		before, after := median(first, of), median(last, of)
		if before == 0 {
			return 0
		}
		return after / before
	}
	return &Drift{
		DeliveryP99:  ratio(func(s Sample) float64 { return s.FromScheduleP99 }),
		Memory:       ratio(func(s Sample) float64 { return float64(s.MemoryBytes) }),
		TargetMemory: ratio(func(s Sample) float64 { return float64(s.TargetMemoryBytes) }),
	}
}

func median(samples []Sample, of func(Sample) float64) float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
