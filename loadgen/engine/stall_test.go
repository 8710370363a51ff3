package engine_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/internal/loadtest"
	"github.com/leasecheck/leasecheck/loadgen/internal/toy"
	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/loadgen/transport"
	"github.com/leasecheck/leasecheck/specs"
)

func TestMain(m *testing.M) { os.Exit(loadtest.Overlap(m)) }

// newRun prepares a run over one queue of a server.
func newRun(t *testing.T, server *toy.Server, c engine.Config) (*engine.Run, *wire.Client) {
	t.Helper()
	client, err := wire.NewClient(loadtest.Serve(t, server), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	c.Dialect, c.Messages = specs.Basaltic, engine.Messages{Size: engine.Fixed(100)}
	c.Queues = []target.Queue{dialects.Service(client.Direct(transport.New(nil))).Open("11111111-1111-4111-8111-111111111111", "q", target.Standard)}
	c.SendBatch, c.Interval, c.GiveUp = 1, time.Second, time.Minute
	return engine.New(c), client
}

// stalling is a load on a server that stalls for a second once in a while, for
// the first time after a second.
type stalling struct {
	rate          float64
	every, length time.Duration
}

const (
	// stallAttempts is how often it is tried while the machine pauses.
	stallAttempts = 5
	// stallPause is how long a pause may be to make no difference to the figures.
	stallPause = 15 * time.Millisecond
)

// A server that stalls for a second delays whatever is due meanwhile, and the
// figure from schedule says so however few workers there are.
func TestFiguresOfAServerThatStalls(t *testing.T) {
	stalling{rate: 100, every: 4 * time.Second, length: 4 * time.Second}.test(t)
}

// test reports whether the machine let the figures be right for every number of
// workers.
func (s stalling) test(t *testing.T) (right bool) {
	var rightFor atomic.Int64
	caps := []int{10, 64, 0}
	t.Run("figures", func(t *testing.T) { // ends after all that overlap within
		for _, workers := range caps {
			t.Run(fmt.Sprintf("%d workers", workers), func(t *testing.T) {
				t.Parallel()
				for range stallAttempts {
					off, paused := s.attempt(t, workers)
					if len(off) == 0 {
						rightFor.Add(1)
						return
					}
					if paused < stallPause {
						t.Fatal(strings.Join(off, ", "))
					}
					t.Logf("%s, but the machine paused for %s", strings.Join(off, ", "), paused)
				}
				t.Skip("the machine is too busy to tell")
			})
		}
	})
	return rightFor.Load() == int64(len(caps))
}

// attempt says which figures are off by more than 5 %, and for how long the
// machine paused meanwhile.
func (s stalling) attempt(t *testing.T, workers int) (off []string, paused time.Duration) {
	server, began := toy.New(), time.Now()
	run, client := newRun(t, server, engine.Config{Workers: workers})
	var stalls toy.Stalls
	err := run.Measure(t.Context(), "measured", s.length, func(ctx context.Context) {
		stalls = toy.Stalls{Start: time.Now().Add(time.Second), Every: s.every, For: time.Second}
		server.Stalls.Store(&stalls)
		run.Send(ctx, pace.Constant(s.rate), s.length)
	})
	if err != nil {
		t.Fatal(err)
	}
	o, err := run.Finish()
	if err != nil {
		t.Fatal(err)
	}
	send := o.Operations[0]
	if want := int64(s.rate * s.length.Seconds()); send.FromSchedule.Count != want {
		t.Fatalf("%d sends measured, want %d", send.FromSchedule.Count, want)
	}
	truth := s.truth(stalls)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"p90", send.FromSchedule.P90, quantile(truth, .9)},
		{"p99", send.FromSchedule.P99, quantile(truth, .99)},
	} {
		if math.Abs(c.got-c.want) > 0.05*c.want {
			off = append(off, fmt.Sprintf("%s from schedule is %.3f s, in truth %.3f s", c.name, c.got, c.want))
		}
	}
	return off, client.LagSince(began)
}

// truth is what a client with workers without number would see of a server that
// answers at once but for its stalls.
func (s stalling) truth(stalls toy.Stalls) []float64 {
	var all []float64
	start := stalls.Start.Add(-time.Second)
	schedule := pace.Even(pace.Constant(s.rate), s.length, pace.Share{})
	for at, more := schedule.Next(); more; at, more = schedule.Next() {
		due := start.Add(at)
		all = append(all, stalls.Until(due).Sub(due).Seconds())
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
		run, _ := newRun(t, toy.New(), engine.Config{Workers: 64})
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
