package judge

import (
	"context"
	"slices"

	"github.com/leasecheck/leasecheck/conformance/wire/control"
)

// Cleanup has f called when the case has ended, however it ended, before its
// queues are removed. What was added last is called first. Like all teardown it
// has little time and decides nothing.
func (t *T) Cleanup(f func(ctx context.Context)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cleanups = append(t.cleanups, f)
}

// tearDown undoes what the case did, also when the run was interrupted.
func (t *T) tearDown(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), teardownTime)
	defer cancel()
	t.mu.Lock()
	cleanups := t.cleanups
	t.mu.Unlock()
	for _, f := range slices.Backward(cleanups) {
		f(ctx)
	}
	t.removeQueues(ctx)
}

// ClearLimits lifts all rate limits and forgets what was counted, now and when
// the case ends, where the control API can.
func (t *T) ClearLimits() {
	if !t.env.Granted[NeedRate] {
		return
	}
	clear := func(ctx context.Context) { _, _ = t.Control().ClearLimits(ctx) }
	t.Cleanup(clear)
	clear(t.ctx)
}

// Limit sets a rate limit, which is lifted when the case ends.
func (t *T) Limit(l control.Limit) {
	t.Cleanup(func(ctx context.Context) { _, _ = t.Control().ClearLimits(ctx) })
	t.MustControl(t.Control().SetLimit(t.ctx, l))
}
