package run

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
)

const (
	// maxRetryAfter bounds how long a retry waits for a target that put the suite off.
	maxRetryAfter = 65 * time.Second
	// retryTime bounds all second runs together: a target that answers nothing
	// would make every case wait for its deadline again.
	retryTime = 2 * time.Minute
)

// schedule runs items: most overlap, then those that must be alone, then the
// inconclusive ones once more, then those that look at all exchanges.
type schedule struct {
	env      *judge.Environment
	items    []Item
	parallel int
	failFast bool
	observer Observer
	raise    func(*judge.Case) judge.Raise
	// settle is told each final outcome.
	settle func(Item, judge.Outcome, int)
	stop   context.CancelFunc
}

func (s *schedule) run(ctx context.Context) {
	ctx, s.stop = context.WithCancel(ctx)
	defer s.stop()
	again := s.overlap(ctx, s.pick(overlaps))
	again = append(again, s.each(ctx, s.pick(alone))...)
	s.retry(ctx, again)
	for _, item := range s.pick(last) {
		s.final(item, s.execute(ctx, item), 1)
	}
}

// retry runs the inconclusive items once more, one by one, as far as time goes.
func (s *schedule) retry(ctx context.Context, again []inconclusive) {
	deadline := time.Now().Add(retryTime)
	for _, i := range again {
		if ctx.Err() != nil || time.Now().After(deadline) {
			s.final(i.item, i.outcome, 1)
			continue
		}
		s.final(i.item, s.execute(ctx, i.item), 2)
	}
}

func overlaps(c *judge.Case) bool { return !c.Alone && !c.Last }
func alone(c *judge.Case) bool    { return c.Alone && !c.Last }
func last(c *judge.Case) bool     { return c.Last }

// pick gives the items of a phase, the longest first so that they overlap best.
func (s *schedule) pick(phase func(*judge.Case) bool) []Item {
	var picked []Item
	for _, i := range s.items {
		if phase(i.Case) {
			picked = append(picked, i)
		}
	}
	slices.SortStableFunc(picked, func(a, b Item) int { return int(b.Case.Waits - a.Case.Waits) })
	return picked
}

// overlap runs items at once, at most parallel of them, and returns those to
// be run again.
func (s *schedule) overlap(ctx context.Context, items []Item) []inconclusive {
	slots := make(chan struct{}, s.parallel)
	var (
		mu    sync.Mutex
		again []inconclusive
		wg    sync.WaitGroup
	)
	for _, item := range items {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			if o, unsettled := s.first(ctx, item); unsettled {
				mu.Lock()
				defer mu.Unlock()
				again = append(again, inconclusive{item, o})
			}
		})
	}
	wg.Wait()
	return again
}

// each runs items one by one and returns those to be run again.
func (s *schedule) each(ctx context.Context, items []Item) []inconclusive {
	var again []inconclusive
	for _, item := range items {
		if o, unsettled := s.first(ctx, item); unsettled {
			again = append(again, inconclusive{item, o})
		}
	}
	return again
}

// first runs an item for the first time. It is unsettled, to be run again, when
// it was inconclusive; never when it failed.
func (s *schedule) first(ctx context.Context, item Item) (o judge.Outcome, unsettled bool) {
	o = s.execute(ctx, item)
	if o.Unusable != nil {
		s.stop()
	}
	if o.Status == reports.Inconclusive && o.Fault == "" && o.Unusable == nil && ctx.Err() == nil {
		s.waitOut(ctx, o.RetryAfter)
		return o, true
	}
	s.final(item, o, 1)
	return o, false
}

func (s *schedule) execute(ctx context.Context, item Item) judge.Outcome {
	s.observer.Started(item.Case)
	return s.env.Execute(ctx, item.Case, s.raise(item.Case))
}

func (s *schedule) final(item Item, o judge.Outcome, attempt int) {
	s.observer.Ended(item.Case, o)
	s.settle(item, o, attempt)
	if s.failFast && o.Status == reports.Failed {
		s.stop()
	}
}

// waitOut obeys a target that put the suite off.
func (s *schedule) waitOut(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-time.After(min(d, maxRetryAfter)):
	case <-ctx.Done():
	}
}
