package engine_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/internal/loadtest"
	"github.com/leasecheck/leasecheck/loadgen/internal/toy"
	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/specs"
)

func TestMain(m *testing.M) { os.Exit(loadtest.Overlap(m)) }

// newRun prepares a run over one queue of a server.
func newRun(t *testing.T, server *toy.Server, c engine.Config) *engine.Run {
	t.Helper()
	client, err := wire.NewClient(loadtest.Serve(t, server), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	c.Dialect, c.Messages = specs.Basaltic, engine.Messages{Size: engine.Fixed(100)}
	c.Queues = []target.Queue{dialects.Service(client.Direct(nil)).Open("11111111-1111-4111-8111-111111111111", "q", target.Standard)}
	c.SendBatch, c.Interval, c.GiveUp = 1, time.Second, time.Minute
	return engine.New(c)
}

// A server that stalls for a second delays whatever is due meanwhile, and the
// figure from schedule says so however few workers there are.
func TestFiguresOfAServerThatStalls(t *testing.T) {
	const rate, length = 400, 4 * time.Second
	for _, workers := range []int{10, 64, 0} {
		t.Run(fmt.Sprintf("%d workers", workers), func(t *testing.T) {
			t.Parallel()
			server := toy.New()
			run := newRun(t, server, engine.Config{Workers: workers})
			var stalls toy.Stalls
			err := run.Measure(t.Context(), "measured", length, func(ctx context.Context) {
				stalls = toy.Stalls{Start: time.Now().Add(time.Second), Every: length, For: time.Second}
				server.Stalls.Store(&stalls)
				run.Send(ctx, pace.Constant(rate), length)
			})
			if err != nil {
				t.Fatal(err)
			}
			o, err := run.Finish()
			if err != nil {
				t.Fatal(err)
			}
			truth := truth(stalls, rate, length)
			send := o.Operations[0]
			if send.FromSchedule.Count != rate*4 {
				t.Fatalf("%d sends measured, want %d", send.FromSchedule.Count, rate*4)
			}
			for name, c := range map[string]struct{ got, want float64 }{
				"p90": {send.FromSchedule.P90, quantile(truth, .9)},
				"p99": {send.FromSchedule.P99, quantile(truth, .99)},
			} {
				if math.Abs(c.got-c.want) > 0.05*c.want {
					t.Errorf("%s from schedule is %.3f s, in truth %.3f s", name, c.got, c.want)
				}
			}
			if workers == 10 && send.Latency.P90 > 0.5*send.FromSchedule.P90 {
				t.Errorf("p90 of the service time is %.3f s: the stall did not hold workers back", send.Latency.P90)
			}
		})
	}
}

// truth is what a client with workers without number would see of a server that
// answers at once but for its stalls.
func truth(s toy.Stalls, rate float64, length time.Duration) []float64 {
	var all []float64
	start := s.Start.Add(-time.Second)
	schedule := pace.Even(pace.Constant(rate), length, pace.Share{})
	for at, more := schedule.Next(); more; at, more = schedule.Next() {
		due := start.Add(at)
		all = append(all, s.Until(due).Sub(due).Seconds())
	}
	slices.Sort(all)
	return all
}

func quantile(sorted []float64, q float64) float64 {
	return sorted[int(math.Ceil(q*float64(len(sorted))))-1]
}

// What is asked is what is sent, to a hundredth.
func TestRateReached(t *testing.T) {
	for _, shape := range []pace.Shape{
		pace.Constant(1500),
		pace.Ramp{From: 100, To: 1000, Over: time.Second},
		pace.Sine{Mean: 500, Amplitude: 400, Period: 500 * time.Millisecond},
	} {
		run := newRun(t, toy.New(), engine.Config{Workers: 64})
		err := run.Measure(t.Context(), "measured", time.Second, func(ctx context.Context) { run.Send(ctx, shape, time.Second) })
		if err != nil {
			t.Fatal(err)
		}
		o, err := run.Finish()
		if err != nil {
			t.Fatal(err)
		}
		if sent, want := float64(o.Operations[0].Messages), shape.Due(time.Second); math.Abs(sent-want) > 0.01*want {
			t.Errorf("%#v: %g sent, %g were due", shape, sent, want)
		}
	}
}
