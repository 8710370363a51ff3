package threshold

import (
	"math"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// quantiles are the figures of a distribution that are one, by their share.
var quantiles = map[string]float64{"p50": .5, "p90": .9, "p95": .95, "p99": .99, "p99.9": .999, "max": 1}

// longest is the longest time that a histogram holds, in seconds.
var longest = (time.Duration(measure.Highest) * time.Microsecond).Seconds()

// quantile is one of all times of a distribution, in seconds, also of those that
// are in no histogram: one below zero is less than every bound, and reads as 0; one
// beyond the histogram reads as without end. It is false when the histogram cannot be read.
func quantile(l result.Latency, share float64) (float64, bool) {
	rank := int64(math.Ceil(share * float64(l.Negative+l.Count+l.Unrecorded)))
	switch {
	case rank <= l.Negative:
		return 0, true
	case rank > l.Negative+l.Count:
		return math.Inf(1), true
	}
	counts, err := measure.Counts(l)
	if err != nil {
		return 0, false
	}
	micros := counts.ValueAtPercentile(100 * float64(rank-l.Negative) / float64(l.Count))
	return (time.Duration(micros) * time.Microsecond).Seconds(), true
}
