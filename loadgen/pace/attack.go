package pace

import (
	"context"
	"math"
	"net/http"
	"sync/atomic"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// Options of an attack.
type Options struct {
	// Workers is how many sends are under way at most; 0 is no bound.
	Workers int
	// DropAfter gives up moments that are so long past before a worker could take
	// them, and counts them; 0 catches up instead, which after a stall sends
	// faster than asked.
	DropAfter time.Duration
}

// Stats of an attack that has ended.
type Stats struct {
	// Start is the moment that its schedule counts from.
	Start time.Time
	// Begun counts the moments that were kept, Dropped those that were given up.
	Begun, Dropped int64
	// WorkersMax is the most that were under way at once.
	WorkersMax int64
}

// Do is what is started at a moment. It is told when it was due: a worker may
// take it up later.
type Do func(ctx context.Context, due time.Time)

// Attack calls do at each moment of a schedule that starts at start, and
// returns when all calls have. When ctx ends it starts no more.
func Attack(ctx context.Context, s *Schedule, start time.Time, o Options, do Do) Stats {
	a := &attack{ctx: ctx, schedule: s, start: start, options: o, do: do, alarm: newAlarm(ctx)}
	defer a.alarm.close()
	workers := uint64(math.MaxUint64)
	if o.Workers > 0 {
		workers = uint64(o.Workers)
	}
	// A tick that was paced waits in dues until its worker takes it: one for each
	// worker that is about to, and one in the pacer's hand.
	a.dues = make(chan time.Time, min(workers, 1<<16)+2)
	attacker := vegeta.NewAttacker(
		vegeta.Workers(min(workers, startWorkers)), vegeta.MaxWorkers(workers), vegeta.MaxBody(0),
		vegeta.Client(&http.Client{Transport: a}),
	)
	stop := context.AfterFunc(ctx, func() { attacker.Stop() })
	defer stop()
	tick := vegeta.NewStaticTargeter(vegeta.Target{Method: http.MethodPost, URL: "http://tick"})
	for range attacker.Attack(tick, a, 0, "") { // results are the caller's own business
	}
	return Stats{Start: start, Begun: a.begun.Load(), Dropped: a.dropped, WorkersMax: a.mostUnderWay.Load()}
}

// startWorkers is how many workers an attack begins with.
const startWorkers = 10

// attack has vegeta pace calls: it is the pacer, which keeps the schedule's
// moments in mind, and the transport, in which a worker makes its call.
type attack struct {
	ctx      context.Context
	schedule *Schedule
	start    time.Time
	options  Options
	do       Do
	dues     chan time.Time
	alarm    *alarm

	dropped                       int64 // of the pacer's goroutine alone
	begun, underWay, mostUnderWay atomic.Int64
}

var (
	_ vegeta.Pacer      = (*attack)(nil)
	_ http.RoundTripper = (*attack)(nil)
)

// Pace waits for the next moment itself, so that the end of the context cuts the
// wait short.
func (a *attack) Pace(time.Duration, uint64) (time.Duration, bool) {
	due, more := a.next()
	if !more || !a.alarm.until(a.ctx, due) {
		return 0, true
	}
	a.dues <- due
	return 0, false
}

// next is the next moment that is not given up.
func (a *attack) next() (time.Time, bool) {
	for {
		at, more := a.schedule.Next()
		if !more {
			return time.Time{}, false
		}
		due := a.start.Add(at)
		if a.options.DropAfter == 0 || time.Since(due) < a.options.DropAfter {
			return due, true
		}
		a.dropped++
	}
}

// Rate is what vegeta shows of a pacer; nothing of ours asks for it.
func (a *attack) Rate(elapsed time.Duration) float64 { return a.schedule.shape.Rate(elapsed) }

// RoundTrip makes the call of one tick. The answer is empty: what came of the
// call is the caller's own business.
func (a *attack) RoundTrip(*http.Request) (*http.Response, error) {
	due := <-a.dues
	a.begun.Add(1)
	raise(&a.mostUnderWay, a.underWay.Add(1))
	a.do(a.ctx, due)
	a.underWay.Add(-1)
	return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody}, nil
}

func raise(most *atomic.Int64, to int64) {
	for now := most.Load(); to > now && !most.CompareAndSwap(now, to); now = most.Load() {
	}
}
