package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
)

const (
	// maxHold bounds how long a case waits for its turn when the target put the
	// suite off.
	maxHold = 65 * time.Second
	// retryTime bounds all second runs together, and shortRetryTime where more than
	// one in retryShare cases ended for want of an answer or blocked by another:
	// then no chance was at work.
	retryTime      = 2 * time.Minute
	shortRetryTime = 30 * time.Second
	retryShare     = 4
	// mostSilent is how many cases in a row, one by one, may end for want of an
	// answer before no more are run so.
	mostSilent = 3
)

// schedule runs items: most overlap, then come those that must be alone, then the
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
	// stop ends the run early; its cause says why. putOff does so but for cases
	// that spend apart.
	stop, putOff context.CancelCauseFunc
	// failed holds the ids of the requirements that failed.
	failed sync.Map
}

// inconclusive is an item to be run once more, and what it came to at first.
type inconclusive struct {
	item    Item
	outcome judge.Outcome
}

// run returns why the run ended early by itself; nil when it did not.
func (s *schedule) run(ctx context.Context) error {
	ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	common, putOff := context.WithCancelCause(ctx)
	defer putOff(nil)
	s.putOff = putOff
	go s.watch(ctx)
	again := s.overlap(common, s.pick(overlaps))
	s.awaitReturn(ctx)
	again = append(again, s.each(ctx, s.pick(s.apart))...)
	again = append(again, s.each(common, s.pick(s.alone))...)
	s.retry(common, again)
	for _, item := range s.pick(last) {
		s.final(item, s.execute(common, item), 1)
	}
	var early *stopped
	if errors.As(context.Cause(common), &early) {
		return early
	}
	return nil
}

// retry runs the inconclusive items once more, one by one, as far as time goes:
// those last whose requests had no answer, since those may take long again, and
// not those that are blocked by what failed.
func (s *schedule) retry(ctx context.Context, again []inconclusive) {
	slices.SortStableFunc(again, func(a, b inconclusive) int { return rank(a.outcome) - rank(b.outcome) })
	deadline := time.Now().Add(s.retryTime(again))
	silent := 0
	for _, i := range again {
		_, blocked := s.failed.Load(i.outcome.BlockedBy)
		if blocked || ctx.Err() != nil || time.Now().After(deadline) || silent == mostSilent {
			s.final(i.item, i.outcome, 1)
			continue
		}
		o := s.execute(ctx, i.item)
		silent = inARow(silent, o)
		s.final(i.item, o, 2)
	}
}

// retryTime is how long items may be run again.
func (s *schedule) retryTime(again []inconclusive) time.Duration {
	systemic := 0
	for _, i := range again {
		if i.outcome.Unanswered || i.outcome.BlockedBy != "" {
			systemic++
		}
	}
	if systemic > retryShare && systemic > len(s.items)/retryShare {
		return shortRetryTime
	}
	return retryTime
}

func rank(o judge.Outcome) int {
	if o.Unanswered {
		return 1
	}
	return 0
}

// inARow counts the cases in a row that ended for want of an answer.
func inARow(before int, o judge.Outcome) int {
	if o.Unanswered {
		return before + 1
	}
	return 0
}

func overlaps(c *judge.Case) bool { return !c.Alone && !c.Last }
func last(c *judge.Case) bool     { return c.Last }

// apart cases spend invalid handles from a source address of their own. What
// the target holds against the run's address is nothing to them, and may be
// just what they judge: they neither wait for it nor end with it.
func (s *schedule) apart(c *judge.Case) bool {
	return c.Alone && !c.Last && c.InvalidHandles > 0 && s.env.Granted[judge.NeedAddresses]
}

func (s *schedule) alone(c *judge.Case) bool { return c.Alone && !c.Last && !s.apart(c) }

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

// overlap runs items at once, as many as may overlap, and returns those to be
// run again.
func (s *schedule) overlap(ctx context.Context, items []Item) []inconclusive {
	var (
		mu      sync.Mutex
		room    = sync.NewCond(&mu)
		running int
		again   []inconclusive
		wg      sync.WaitGroup
	)
	for _, item := range items {
		mu.Lock()
		for running >= s.most() {
			room.Wait()
		}
		running++
		mu.Unlock()
		wg.Go(func() {
			o, unsettled := s.first(ctx, item)
			mu.Lock()
			defer mu.Unlock()
			running--
			room.Signal()
			if unsettled {
				again = append(again, inconclusive{item, o})
			}
		})
	}
	wg.Wait()
	return again
}

// slowAnswer is a median round trip from which on no more than slowParallel cases
// overlap: by then the cases themselves are what keeps the target or this machine
// busy, or the way is so long that each takes minutes anyway: more of them at once
// would run out of their time and end no sooner.
const (
	slowAnswer   = 500 * time.Millisecond
	slowParallel = 32
)

// most is how many cases may overlap now: fewer where the suite keeps a pace,
// which may have become slower on the way, and where answers take long.
func (s *schedule) most() int {
	return overlapping(s.parallel, s.env.Client.Pace(), s.env.Client.RoundTrip())
}

// overlapping is how many of parallel cases may overlap at a pace, in requests a
// second, and a median round trip.
func overlapping(parallel int, pace float64, roundTrip time.Duration) int {
	if roundTrip > slowAnswer {
		parallel = min(parallel, slowParallel)
	}
	return max(1, int(min(float64(parallel), pace/judge.CasePace)))
}

// each runs items one by one and returns those to be run again.
func (s *schedule) each(ctx context.Context, items []Item) []inconclusive {
	var again []inconclusive
	silent := 0
	for _, item := range items {
		if silent == mostSilent && ctx.Err() == nil {
			again = append(again, inconclusive{item, judge.Outcome{
				Status: reports.Inconclusive, Unanswered: true, Started: time.Now(),
				Message: fmt.Sprintf("not run: the %d cases before it had requests without an answer", mostSilent),
			}})
			continue
		}
		o, unsettled := s.first(ctx, item)
		silent = inARow(silent, o)
		if unsettled {
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
		s.stop(o.Unusable)
	}
	if o.Status == reports.Inconclusive && o.Fault == "" && o.Unusable == nil && ctx.Err() == nil {
		return o, true
	}
	s.final(item, o, 1)
	return o, false
}

// execute runs an item, not before the target allows the run's requests.
func (s *schedule) execute(ctx context.Context, item Item) judge.Outcome {
	if !s.apart(item.Case) {
		s.waitOut(ctx)
	}
	s.observer.Started(item.Case)
	o := s.env.Execute(ctx, item.Case, s.raise(item.Case))
	if why := context.Cause(ctx); o.Status == reports.Inconclusive && why != nil && !errors.Is(why, context.Canceled) {
		o.Message = why.Error()
	}
	return o
}

func (s *schedule) final(item Item, o judge.Outcome, attempt int) {
	s.observer.Ended(item.Case, o)
	s.settle(item, o, attempt)
	if o.Status != reports.Failed {
		return
	}
	s.failed.Store(item.ID, true)
	if s.failFast {
		s.stop(errFirstFailure)
	}
}

// waitOut obeys a target that put the suite off: a case that began now would
// wait for its first request alone.
func (s *schedule) waitOut(ctx context.Context) {
	ahead := time.Until(s.env.Client.HeldUntil())
	if ahead <= 0 {
		return
	}
	select {
	case <-time.After(min(ahead, maxHold)):
	case <-ctx.Done():
	}
}
