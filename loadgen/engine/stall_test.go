package engine_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/internal/loadtest"
	"github.com/leasecheck/leasecheck/loadgen/internal/toy"
	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/loadgen/transport"
	"github.com/leasecheck/leasecheck/specs"
)

func TestMain(m *testing.M) { os.Exit(loadtest.Overlap(m)) }

// configure says how to load a queue.
func configure(q target.Queue, c engine.Config) engine.Config {
	c.Dialect, c.Messages, c.Queues = specs.Basaltic, engine.Messages{Size: engine.Fixed(100)}, []target.Queue{q}
	c.SendBatch, c.Interval, c.GiveUp = 1, time.Second, time.Minute
	return c
}

// newRun prepares a run over one queue of a server.
func newRun(t *testing.T, server *toy.Server, c engine.Config) (*engine.Run, *wire.Client) {
	t.Helper()
	client, err := wire.NewClient(loadtest.Serve(t, server), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	service := dialects.Service(client.Direct(transport.New(nil)))
	return engine.New(configure(service.Open("11111111-1111-4111-8111-111111111111", "q", target.Standard), c)), client
}

// A target that stalls for a second delays whatever is due meanwhile, and the
// figure from schedule says so however few workers there are.
func TestFiguresOfATargetThatStalls(t *testing.T) {
	const rate, seconds = 100, 4
	const length = seconds * time.Second
	for _, workers := range []int{10, 64, 0} {
		t.Run(fmt.Sprintf("%d workers", workers), func(t *testing.T) {
			t.Parallel()
			queue := &stallingQueue{answered: map[uint64]time.Time{}, stalls: toy.Stalls{Start: time.Now().Add(time.Second), Every: time.Minute, For: time.Second}}
			run := engine.New(configure(queue, engine.Config{Workers: workers}))
			var stats pace.Stats
			err := run.Measure(t.Context(), "measured", length, func(ctx context.Context) {
				stats = run.Send(ctx, pace.Constant(rate), length)
			})
			if err != nil {
				t.Fatal(err)
			}
			sent, dues := finish(t, run, rate*seconds), moments(stats.Start, rate, length)
			truth := make([]float64, 0, len(dues))
			for nth, answered := range queue.answered {
				truth = append(truth, answered.Sub(dues[nth]).Seconds())
			}
			for _, off := range []string{miss(sent.P95, truth, .95), miss(sent.P99, truth, .99)} {
				if off != "" {
					t.Error(off)
				}
			}
		})
	}
}

// stallingQueue is a target that answers at once, but for its stalls. It notes
// when it answered each message, which is what the load is told. Messages are
// counted as the load does: in the order in which their sends are begun, which
// is that in which they are due.
type stallingQueue struct {
	target.Queue
	stalls   toy.Stalls
	mu       sync.Mutex
	answered map[uint64]time.Time
}

func (*stallingQueue) Kind() target.Kind { return target.Standard }
func (*stallingQueue) Name() string      { return "stalling" }

func (q *stallingQueue) Send(_ context.Context, m target.Message) target.Sent {
	begun := time.Now()
	time.Sleep(time.Until(q.stalls.Until(begun)))
	answered := time.Now()
	text, _, _ := strings.Cut(m.Body, " ")
	id, _ := history.ParseID(text)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.answered[id.Sequence] = answered
	return target.Sent{Outcome: target.Outcome{Call: target.Call{Sent: begun, Answered: answered}, Class: target.OK}}
}

// moments are those at which the sends of a constant rate are due.
func moments(start time.Time, rate float64, length time.Duration) []time.Time {
	var all []time.Time
	schedule := pace.Even(pace.Constant(rate), length, pace.Share{})
	for at, more := schedule.Next(); more; at, more = schedule.Next() {
		all = append(all, start.Add(at))
	}
	return all
}

// finish ends a run, and gives what was measured of its sends from schedule.
func finish(t *testing.T, run *engine.Run, sends int) *result.Latency {
	t.Helper()
	o, err := run.Finish()
	if err != nil {
		t.Fatal(err)
	}
	sent := o.Operations[0].FromSchedule
	if sent.Count != int64(sends) {
		t.Fatalf("%d sends measured, want %d", sent.Count, sends)
	}
	return sent
}

// miss says how a quantile of what was measured is off by more than 5 %; it is
// empty when it is not.
func miss(got float64, truth []float64, quantile float64) string {
	slices.Sort(truth)
	want := truth[int(math.Ceil(quantile*float64(len(truth))))-1]
	if math.Abs(got-want) <= 0.05*want {
		return ""
	}
	return fmt.Sprintf("p%g from schedule is %.3f s, in truth %.3f s", quantile*100, got, want)
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
