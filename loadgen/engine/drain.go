package engine

import (
	"context"
	"sync"
	"time"
)

const (
	// drainWait is how long the receives of a drain wait: the shortest that dialects
	// know, which take whole seconds.
	drainWait = time.Second
	// emptyReceives is how many receives in a row must find nothing, after all that
	// may be held must be free, for a queue to be drained.
	emptyReceives = 3
)

// Drain consumes what is left on every queue until nothing is, or until it is
// certain that what is left will not come. It gives up after the drain time,
// and then what is lost is not known.
func (r *Run) Drain(ctx context.Context) error {
	return r.Phase(ctx, "drain", 0, func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, r.config.DrainTime)
		defer cancel()
		var group sync.WaitGroup
		for _, l := range r.lanes {
			group.Go(func() { r.drain(ctx, l) })
		}
		group.Wait()
	})
}

// drain empties one lane. Consumers that are still at work help.
func (r *Run) drain(ctx context.Context, l *lane) {
	how := r.config.Consumption
	how.Wait, how.Batch, how.Hold = drainWait, 10, 0
	how.Abandon, how.ChangeShare = false, 0
	one := &consumer{run: r, lane: l, how: how}
	for ctx.Err() == nil {
		since := time.Now()
		left, over := l.flights.Left()
		if left == 0 {
			l.quietSince.Store(&since)
			return
		}
		if free := r.freeBy(l, over); free.After(since) {
			one.cycle(ctx)
			continue
		}
		if one.findsNothing(ctx) {
			l.quietSince.Store(&since)
			return
		}
	}
}

// freeBy is when everything that a receive may hold is certainly free.
func (r *Run) freeBy(l *lane, over time.Time) time.Time {
	if maybe := r.start.Add(time.Duration(l.maybeHeldUntil.Load())); maybe.After(over) {
		over = maybe
	}
	return over.Add(r.config.Tolerance.Late)
}

// findsNothing reports whether several receives in a row brought nothing.
func (c *consumer) findsNothing(ctx context.Context) bool {
	for range emptyReceives {
		if c.cycle(ctx) != 0 {
			return false
		}
	}
	return ctx.Err() == nil
}
