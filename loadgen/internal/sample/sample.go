// Package sample makes load results for tests of what reads them.
package sample

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Options of a result.
type Options struct {
	// Latency is what deliveries take, give or take a fifth.
	Latency time.Duration
	// Rate is messages a second, give or take a fiftieth.
	Rate float64
	// Windows is how many samples there are, of a second each.
	Windows int
	Shard   result.Shard
	Seed    uint64
}

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// Result makes a result that held.
func Result(t testing.TB, o Options) *result.Result {
	t.Helper()
	r := &result.Result{
		Schema: result.Schema, Tool: result.Tool{Version: "1.0", Commit: "abc"},
		Target:   result.Target{Name: "acme", Dialect: "basaltic", URL: "http://127.0.0.1:8080"},
		Scenario: result.Scenario{Name: "latency", Settings: map[string]any{"rate": o.Rate, "require": []any{"lost == 0"}}},
		Seed:     7, Shard: result.Shard{Index: o.Shard.Index, Count: max(o.Shard.Count, 1)}, StartedAt: start,
		DurationSeconds: float64(o.Windows + 1),
		Phases: []result.Phase{
			{Name: "warm-up", DurationSeconds: 1},
			{Name: "measured", FromS: 1, DurationSeconds: float64(o.Windows), Measured: true},
		},
		Thresholds: []result.Threshold{{Condition: "lost == 0", Held: true, Judged: true}},
	}
	l := fill(t, r, o)
	r.Operations = []result.Operation{
		{
			Name: "send", Count: l.Count, Messages: l.Count, Errors: map[string]int64{"429 BUSY": 2},
			RateAsked: o.Rate, RateReached: o.Rate, Latency: l, FromSchedule: &l, ScheduleLag: &l,
		},
		{Name: "delivery_from_schedule", Count: l.Count, Messages: l.Count, Errors: map[string]int64{}, RateReached: o.Rate, Latency: l},
	}
	r.Invariants = result.Invariants{Sent: l.Count, Delivered: l.Count, Acknowledged: l.Count, Drained: true}
	r.Judge()
	return r
}

// fill gives the result its samples, and the latencies of them all.
func fill(t testing.TB, r *result.Result, o Options) result.Latency {
	random := rand.New(rand.NewPCG(o.Seed, 1))
	around := func(v, share float64) float64 { return v * (1 + share*(2*random.Float64()-1)) }
	all := measure.NewHistogram()
	for i := range o.Windows {
		window := measure.NewHistogram()
		for range 100 {
			d := time.Duration(around(float64(o.Latency), 0.2))
			window.Record(d)
			all.Record(d)
		}
		l, rate := figures(t, window), around(o.Rate, 0.02)
		r.Series = append(r.Series, result.Sample{
			AtS: float64(i + 2), DurationSeconds: 1, SendAsked: o.Rate, SendReached: rate, ReceiveReached: rate, AckReached: rate,
			Backlog: int64(i % 3), DeliveryP50: l.P50, DeliveryP99: l.P99, DeliveryMax: l.Max, Deliveries: l.Count,
			DeliveryHistogram: l.Histogram, FromScheduleP99: l.P99, FromScheduleHistogram: l.Histogram,
			ScheduleLag: 0.001, MemoryBytes: 30 << 20,
		})
	}
	return figures(t, all)
}

func figures(t testing.TB, h *measure.Histogram) result.Latency {
	t.Helper()
	l, err := h.Latency()
	if err != nil {
		t.Fatal(err)
	}
	return l
}
