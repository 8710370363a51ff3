package html

import (
	"fmt"
	"math"

	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// spectrumTicks is how many points a line has each time that the share halves.
const spectrumTicks = 5

// spectrumOf draws latency against the share of calls that took longer: each
// step to the right is ten times rarer.
func spectrumOf(r *result.Result) (chart, error) {
	var curves []curve
	lowest, highest, rarest := math.Inf(1), 0.0, 10.0
	for _, one := range distributions(r) {
		c := curve{name: one.name, dashed: one.dashed}
		counts, err := measure.Counts(one.latency)
		if err != nil {
			return chart{}, fmt.Errorf("%s: %w", one.name, err)
		}
		for _, b := range counts.CumulativeDistributionWithTicks(spectrumTicks) {
			if b.Count == 0 || b.Quantile >= 100 {
				continue
			}
			x, y := 1/(1-b.Quantile/100), float64(b.ValueAt)/1e6
			c.points = append(c.points, point{x, y, fmt.Sprintf("%s at %.5g %%", seconds(y), b.Quantile)})
			rarest = max(rarest, x)
			if y > 0 {
				lowest, highest = min(lowest, y), max(highest, y)
			}
		}
		curves = append(curves, c)
	}
	x := axis{low: 1, high: rarest, logarithmic: true, label: "percentile", text: percentile}
	return draw("Percentile spectrum", "how long the slowest took: each step to the right is ten times rarer",
		x, logarithmic(lowest, highest, seconds), curves), nil
}

type distribution struct {
	name    string
	latency result.Latency
	dashed  bool
}

// distributions are those worth comparing.
func distributions(r *result.Result) []distribution {
	var all []distribution
	for _, o := range r.Operations {
		switch measure.Kind(o.Name) {
		case measure.DeliveryFromSchedule, measure.DeliveryFromSend, measure.Redelivery, measure.Acknowledge:
			all = append(all, distribution{labels[o.Name], o.Latency, false})
		case measure.Send:
			all = append(all, distribution{"send, service time", o.Latency, true})
			if o.FromSchedule != nil {
				all = append(all, distribution{"send, from schedule", *o.FromSchedule, true})
			}
		}
	}
	kept := all[:0]
	for _, d := range all {
		if d.latency.Count > 0 {
			kept = append(kept, d)
		}
	}
	return kept
}

var labels = map[string]string{
	string(measure.DeliveryFromSchedule): "delivery, from schedule",
	string(measure.DeliveryFromSend):     "delivery, from send",
	string(measure.Redelivery):           "redelivery, from when it was due",
	string(measure.Acknowledge):          "acknowledge, service time",
}

// percentile writes 1/(1-q) as q in percent.
func percentile(x float64) string {
	if x <= 1 {
		return "0 %"
	}
	digits := max(int(math.Round(math.Log10(x)))-2, 0)
	return fmt.Sprintf("%.*f %%", digits, 100*(1-1/x))
}
