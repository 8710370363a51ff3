package basaltic

import (
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/kms"
)

// dataKey seals messages of a queue. Unwrapping it takes the key that wraps it;
// once unwrapped it is kept for the queue's reuse period, and works that long
// whatever becomes of that key.
type dataKey struct {
	queue    *queue
	wrapping *kms.Key // nil is the platform's, which always works
	keys     *kms.Store
	clock    *clock.Clock
	faults   *fault.Set
	// unwrapped is when it was last unwrapped, in Unix nanoseconds; 0 is never.
	unwrapped atomic.Int64
	// found is whether its next unwrapping is its last, which only faults ask.
	found atomic.Bool
}

func (c *call) newDataKey(q *queue, wrapping *kms.Key) *dataKey {
	return &dataKey{queue: q, wrapping: wrapping, keys: c.KMS, clock: c.Clock, faults: c.Faults}
}

// usable tells whether messages can be sealed and opened now, and unwraps the
// key where it has to.
func (k *dataKey) usable() bool {
	if k.wrapping == nil {
		return true
	}
	now := k.clock.Now()
	if unwrapped := k.unwrapped.Load(); unwrapped != 0 && now.Sub(time.Unix(0, unwrapped)) < k.faultyReuse() {
		return true
	}
	if !k.keys.Enabled(k.wrapping.CRN) {
		return k.faultyLost()
	}
	k.unwrapped.Store(now.UnixNano())
	return true
}

func (k *dataKey) reuse() time.Duration { return k.queue.settings.Load().seconds(dataKeyReuse) }

func sameKey(a, b *kms.Key) bool { return a == b || a != nil && b != nil && *a == *b }
