package loadgen_test

import (
	"context"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/loadgen"
	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/loadgen/scenario"
	"github.com/leasecheck/leasecheck/loadgen/threshold"
	"github.com/leasecheck/leasecheck/specs"
)

// load runs a scenario with changes against a target.
func load(ctx context.Context, t testing.TB, f *target.File, name string, changes ...string) *result.Result {
	t.Helper()
	return observed(ctx, t, nil, f, name, changes...)
}

// observed is load with an observer.
func observed(ctx context.Context, t testing.TB, o engine.Observer, f *target.File, name string, changes ...string) *result.Result {
	t.Helper()
	s, settings, err := scenario.Load(name, changes...)
	if err != nil {
		t.Fatal(err)
	}
	thresholds, err := threshold.ParseAll(settings.Require)
	if err != nil {
		t.Fatal(err)
	}
	r, err := loadgen.Run(ctx, loadgen.Config{File: f, Scenario: s, Settings: settings, Thresholds: thresholds, Observer: o})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// small has each scenario do little.
var small = map[string][]string{
	"latency":    {"rate=400", "duration=500ms", "warm_up=100ms", "consumers=8", "queues=2", "arrivals=poisson", "size=10-400"},
	"throughput": {"duration=1s", "warm_up=100ms", "workers=2", "consumers=2"},
	"ack":        {"messages=305", "batches=[1, 10]", "workers=4", "consumers=4"},
	"search":     {"search={from: 100, to: 200, p99: 1s, error_share: 0.01, window: 200ms, within: 0.1}", "interval=200ms", "consumers=8"},
	"backlog":    {"messages=503", "workers=4", "consumers=4", "wait=1s"},
	"redelivery": {"messages=50", "duration=1500ms", "lease=1s", "change_to=2s", "wait=1s", "consumers=4"},
	"fifo":       {"groups=[1, 20]", "duration=800ms", "wait=1s", "consumers=8"},
	"soak":       {"rate=200", "duration=2600ms", "warm_up=0s", "interval=200ms", "consumers=8"},
}

// measured are the operations that each scenario must have measured.
var measured = map[string][]string{
	"latency":    {"send", "receive", "acknowledge", "delivery", "delivery_from_send", "delivery_from_schedule"},
	"throughput": {"send", "receive", "acknowledge", "delivery_from_send"},
	"ack":        {"receive", "acknowledge"},
	"search":     {"send", "acknowledge", "delivery_from_schedule"},
	"backlog":    {"receive", "acknowledge"},
	"redelivery": {"receive", "change_visibility", "redelivery"},
	"fifo":       {"send", "receive", "acknowledge"},
	"soak":       {"send", "acknowledge", "delivery_from_schedule"},
}

// sent is how many messages a scenario must have sent, where that is certain:
// no more and no fewer than were asked for, also where batches do not divide them.
var sent = map[string]int64{"ack": 2 * 305, "backlog": 503, "redelivery": 50, "soak": 520}

// Every scenario leaves the faultless servers of both dialects unaccused, with
// every message accounted for and a result that is well formed.
func TestScenariosOnTheReference(t *testing.T) {
	for _, s := range scenario.All() {
		for _, d := range specs.Dialects() {
			t.Run(s.Name+"/"+string(d), func(t *testing.T) {
				t.Parallel()
				r := load(t.Context(), t, referencetest.Target(t, d), s.Name, small[s.Name]...)
				v := r.Invariants
				if r.Summary.Verdict == result.Broken || !v.Drained || v.Sent == 0 || v.Acknowledged != v.Sent || v.Unjudged != 0 {
					t.Errorf("%s: %s; %+v", r.Summary.Verdict, r.Summary.Reason, v)
				}
				if want, certain := sent[s.Name]; certain && v.Sent != want {
					t.Errorf("%d messages were sent, %d were asked for", v.Sent, want)
				}
				if v.Redelivered > 0 && s.Name != "redelivery" {
					t.Errorf("%d were delivered again", v.Redelivered)
				}
				for _, operation := range measured[s.Name] {
					if o, found := r.Find(operation); !found || o.Count == 0 {
						t.Errorf("it measured no %s", operation)
					}
				}
				text, err := r.Encode()
				if err != nil {
					t.Fatal(err)
				}
				if err := specs.ValidateLoad(text); err != nil {
					t.Errorf("its result breaks the schema: %v", err)
				}
			})
		}
	}
}

func TestEveryMessageIsInTheFigures(t *testing.T) {
	r := load(t.Context(), t, referencetest.Target(t, specs.Basaltic), "latency", "rate=500", "duration=1s", "warm_up=200ms", "consumers=8")
	send, _ := r.Find("send")
	if send.Messages != 500 || send.FromSchedule.Count != 500 {
		t.Errorf("%d sends measured, want 500", send.Messages)
	}
	for _, name := range []string{"delivery", "delivery_from_send", "delivery_from_schedule"} {
		d, _ := r.Find(name)
		if d.Count != 500 || d.Latency.Count+d.Latency.Negative != 500 {
			t.Errorf("%s: %d measured, %d in figures, %d negative; want 500", name, d.Count, d.Latency.Count, d.Latency.Negative)
		}
	}
	if r.Invariants.Sent != 600 {
		t.Errorf("%d in the account, want the warm-up's 100 too", r.Invariants.Sent)
	}
}

// Receives come no faster than they are asked to, and no consumer receives
// again before it has held its messages.
func TestPacedConsumers(t *testing.T) {
	f := referencetest.Target(t, specs.Basaltic)
	for name, changes := range map[string][]string{
		"receive_rate": {"receive_rate=10", "consumers=8"},
		"hold":         {"hold=100ms", "consumers=1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := load(t.Context(), t, f, "throughput", append(changes, "rate=60", "duration=1s", "warm_up=0s", "send_batch=1", "receive_batch=1", "wait=1s")...)
			receive, _ := r.Find("receive")
			if receive.Count == 0 || receive.RateReached > 12 || r.Invariants.Acknowledged != 60 {
				t.Errorf("%.1f receives a second, at most 11 in the first one are due; %+v", receive.RateReached, r.Invariants)
			}
		})
	}
}

// interrupter interrupts a run at its second sample.
type interrupter struct {
	samples   int
	interrupt context.CancelFunc
	at        time.Time
}

func (*interrupter) Phase(string, time.Duration) {}

func (i *interrupter) Sampled(result.Sample) {
	if i.samples++; i.samples == 2 {
		i.at = time.Now()
		i.interrupt()
	}
}

// An interrupt ends a run long before its time, with what was measured until then.
func TestInterrupt(t *testing.T) {
	f := referencetest.Target(t, specs.Basaltic)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	i := &interrupter{interrupt: cancel}
	r := observed(ctx, t, i, f, "latency", "rate=100", "duration=2m", "warm_up=0s", "interval=100ms")
	if took := time.Since(i.at); i.samples < 2 || took > 40*time.Second {
		t.Errorf("it ended %s after the interrupt, at sample %d", took, i.samples)
	}
	if !r.Interrupted || r.Summary.Verdict != result.Incomplete || r.Invariants.Sent == 0 || len(r.Series) == 0 {
		t.Errorf("interrupted %v, %s, %d sent, %d samples", r.Interrupted, r.Summary.Verdict, r.Invariants.Sent, len(r.Series))
	}
}
