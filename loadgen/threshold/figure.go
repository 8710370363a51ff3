package threshold

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// figure is one number of a result.
type figure struct {
	// seconds says that it is a time.
	seconds bool
	// timed says that it depends on how fast the generator is.
	timed bool
	// of reads it; it is false when it was not measured.
	of func(*result.Result) (float64, bool)
}

// times are the figures of a distribution.
var times = map[string]func(result.Latency) float64{
	"min": func(l result.Latency) float64 { return l.Min }, "mean": func(l result.Latency) float64 { return l.Mean },
	"p50": func(l result.Latency) float64 { return l.P50 }, "p90": func(l result.Latency) float64 { return l.P90 },
	"p95": func(l result.Latency) float64 { return l.P95 }, "p99": func(l result.Latency) float64 { return l.P99 },
	"p99.9": func(l result.Latency) float64 { return l.P999 }, "max": func(l result.Latency) float64 { return l.Max },
}

// counts are the other figures of an operation.
var counts = map[string]func(result.Operation) float64{
	"count":       func(o result.Operation) float64 { return float64(o.Count) },
	"messages":    func(o result.Operation) float64 { return float64(o.Messages) },
	"rate":        func(o result.Operation) float64 { return o.RateReached },
	"errors":      func(o result.Operation) float64 { return float64(o.Failed()) },
	"error_share": func(o result.Operation) float64 { return share(o.Failed(), o.Messages) },
}

// tallies are the figures of the account, exact whatever the generator did.
var tallies = map[string]func(result.Invariants) int64{
	"sent": func(v result.Invariants) int64 { return v.Sent }, "delivered": func(v result.Invariants) int64 { return v.Delivered },
	"acknowledged": func(v result.Invariants) int64 { return v.Acknowledged }, "redelivered": func(v result.Invariants) int64 { return v.Redelivered },
	"lost": func(v result.Invariants) int64 { return v.Lost }, "duplicated_within_lease": func(v result.Invariants) int64 { return v.Duplicated },
	"early": func(v result.Invariants) int64 { return v.Early }, "out_of_order": func(v result.Invariants) int64 { return v.OutOfOrder },
	"group_held_twice":   func(v result.Invariants) int64 { return v.GroupHeldTwice },
	"stale_acknowledged": func(v result.Invariants) int64 { return v.StaleAcknowledged },
	"resurrected":        func(v result.Invariants) int64 { return v.Resurrected }, "unexpected": func(v result.Invariants) int64 { return v.Unexpected },
	"outstanding": func(v result.Invariants) int64 { return v.Outstanding }, "unanswered": func(v result.Invariants) int64 { return v.Unanswered },
}

// totals are over all operations.
var totals = map[string]func(*result.Result) float64{
	"errors":      func(r *result.Result) float64 { failed, _ := failures(r); return float64(failed) },
	"error_share": func(r *result.Result) float64 { failed, done := failures(r); return share(failed, done) },
}

// drifts are ratios over the length of the run.
var drifts = map[string]func(result.Drift) float64{
	"drift.delivery_p99":  func(d result.Drift) float64 { return d.DeliveryP99 },
	"drift.memory":        func(d result.Drift) float64 { return d.Memory },
	"drift.target_memory": func(d result.Drift) float64 { return d.TargetMemory },
}

// latencies are the distributions of an operation, by what stands between its
// name and the figure's.
var latencies = map[string]func(result.Operation) *result.Latency{
	"":              func(o result.Operation) *result.Latency { return &o.Latency },
	"from_schedule": func(o result.Operation) *result.Latency { return o.FromSchedule },
	"schedule_lag":  func(o result.Operation) *result.Latency { return o.ScheduleLag },
}

func parseFigure(name string) (figure, error) {
	if tally, ok := tallies[name]; ok {
		return figure{of: func(r *result.Result) (float64, bool) { return float64(tally(r.Invariants)), true }}, nil
	}
	if total, ok := totals[name]; ok {
		return figure{of: func(r *result.Result) (float64, bool) { return total(r), true }}, nil
	}
	if drift, ok := drifts[name]; ok {
		return figure{timed: true, of: func(r *result.Result) (float64, bool) {
			if r.Drift == nil {
				return 0, false
			}
			return drift(*r.Drift), true
		}}, nil
	}
	operation, rest, _ := strings.Cut(name, ".")
	if !slices.Contains(measure.Kinds(), measure.Kind(operation)) {
		return figure{}, fmt.Errorf("%q is no figure: it is %s, or an operation's such as delivery.p99", name,
			strings.Join(wholeFigures(), ", "))
	}
	return operationFigure(operation, rest)
}

func operationFigure(operation, rest string) (figure, error) {
	if count, ok := counts[rest]; ok {
		return figure{timed: rest == "rate", of: func(r *result.Result) (float64, bool) {
			o, found := r.Find(operation)
			return count(o), found
		}}, nil
	}
	distribution, statistic := "", rest
	for prefix := range latencies {
		if after, ok := strings.CutPrefix(rest, prefix+"."); ok && prefix != "" {
			distribution, statistic = prefix, after
		}
	}
	time, ok := times[statistic]
	if !ok {
		return figure{}, fmt.Errorf("%q is no figure of %s: it is one of %s", rest, operation,
			strings.Join(append(slices.Sorted(maps.Keys(times)), slices.Sorted(maps.Keys(counts))...), ", "))
	}
	return figure{seconds: true, timed: true, of: func(r *result.Result) (float64, bool) {
		o, found := r.Find(operation)
		if !found {
			return 0, false
		}
		l := latencies[distribution](o)
		if l == nil {
			return 0, false
		}
		if q, ok := quantiles[statistic]; ok && l.Negative+l.Unrecorded > 0 {
			return quantile(*l, q)
		}
		return time(*l), l.Count > 0
	}}, nil
}

// wholeFigures are the names of those that are no operation's.
func wholeFigures() []string {
	all := slices.Collect(maps.Keys(tallies))
	all = slices.AppendSeq(all, maps.Keys(totals))
	all = slices.AppendSeq(all, maps.Keys(drifts))
	slices.Sort(all)
	return all
}

// failures counts what failed and what was done, over all calls.
func failures(r *result.Result) (failed, done int64) {
	for _, o := range r.Operations {
		failed += o.Failed()
		if !strings.HasPrefix(o.Name, string(measure.Delivery)) && o.Name != string(measure.Redelivery) {
			done += max(o.Messages, o.Count)
		}
	}
	return failed, done
}

func share(failed, done int64) float64 {
	if failed == 0 {
		return 0
	}
	return float64(failed) / float64(failed+done)
}
