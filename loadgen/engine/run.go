package engine

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/health"
	"github.com/leasecheck/leasecheck/loadgen/ledger"
	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Run is a load under way. A scenario has it send, consume and measure in
// phases; Finish then tells what came of it.
type Run struct {
	config Config
	start  time.Time
	lanes  []*lane
	meter  *measure.Meter
	series *measure.Series
	usage  *health.Meter
	alive  alive
	asked  asked
	writer atomic.Pointer[writer]
	turn   atomic.Uint64
	// measuring says that the phase is a measured one.
	measuring atomic.Bool

	mu         sync.Mutex
	phases     []result.Phase
	steps      []result.Step
	measured   time.Duration
	workersMax int64
	dropped    int64
	limit      string
	failure    error // of the measuring itself
}

// New prepares a run. Nothing is sent yet.
func New(c Config) *Run {
	r := &Run{config: c, start: time.Now(), meter: measure.NewMeter(), usage: health.NewMeter(c.TargetPid)}
	r.alive.giveUp = c.GiveUp
	r.series = measure.NewSeries(r.meter, r.start, r.asked.by, r.usage.TargetMemory)
	r.Write(c.Messages)
	for i, q := range c.Queues {
		r.lanes = append(r.lanes, &lane{
			queue: q, producer: uint32(i),
			ledger: ledger.New(ledger.Rules(c.Dialect, c.Tolerance, r.start, c.Consumption.Wait)),
		})
	}
	return r
}

// Config is what the run is made of.
func (r *Run) Config() Config { return r.config }

// Meter holds what is measured, also while the run goes on.
func (r *Run) Meter() *measure.Meter { return r.meter }

// Write changes what the messages are like from now on.
func (r *Run) Write(m Messages) { r.writer.Store(newWriter(m, r.config.Seed)) }

// Watch ends the context that it gives when the target answers nothing any
// more; its cause then is ErrTargetGone.
func (r *Run) Watch(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go r.alive.watch(ctx, cancel)
	return ctx, func() { cancel(context.Canceled) }
}

// LimitedBy notes that the generator, not the target, set the figures.
func (r *Run) LimitedBy(reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.limit = reason
}

// LimitOf says in which way the generator set the figures of the measured phase
// before, whose sends began so late; empty when it did not.
func (r *Run) LimitOf(sends pace.Stats, lag time.Duration) string {
	workers := int64(r.config.Workers)
	return health.Signs{Lag: lag, WorkersBusy: workers > 0 && sends.WorkersMax >= workers, Shares: r.usage.Last()}.Limit()
}

// since is a moment in nanoseconds from the run's start.
func (r *Run) since(t time.Time) int64 { return int64(t.Sub(r.start)) }
