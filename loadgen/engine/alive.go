package engine

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// ErrTargetGone ends a run whose target answers nothing any more.
var ErrTargetGone = errors.New("the target answers nothing any more")

// goneFailures is how many calls must have failed before a target counts as gone.
const goneFailures = 10

// alive notes whether answers come at all.
type alive struct {
	// firstFailure is the first of the failures since the last answer, in
	// nanoseconds of the Unix epoch; 0 when there was none since.
	firstFailure, failures atomic.Int64
	// giveUp is how long nothing but failures may come before the target counts as gone.
	giveUp time.Duration
}

// saw notes what a call came to.
func (a *alive) saw(o target.Outcome) {
	if o.Class != target.Unanswered {
		if a.failures.Load() > 0 {
			a.failures.Store(0)
			a.firstFailure.Store(0)
		}
		return
	}
	a.firstFailure.CompareAndSwap(0, time.Now().UnixNano())
	a.failures.Add(1)
}

// gone reports whether nothing was answered for long.
func (a *alive) gone() bool {
	first := a.firstFailure.Load()
	return first != 0 && a.failures.Load() >= goneFailures && time.Since(time.Unix(0, first)) >= a.giveUp
}

// watch cancels a run whose target is gone.
func (a *alive) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(a.giveUp / 20)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if a.gone() {
				cancel(ErrTargetGone)
				return
			}
		}
	}
}
