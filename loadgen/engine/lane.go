package engine

import (
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/loadgen/flight"
	"github.com/leasecheck/leasecheck/loadgen/ledger"
)

// lane is one queue, the messages on their way through it and their account.
type lane struct {
	queue    target.Queue
	ledger   *ledger.Ledger
	flights  flight.Table
	producer uint32
	sequence atomic.Uint64
	// maybeHeldUntil is, in nanoseconds since the run's start, until when a receive
	// without an answer may hold a message.
	maybeHeldUntil atomic.Int64
	// quietSince is when the lane was last found to be quiet, after a drain; nil
	// when it was not.
	quietSince atomic.Pointer[time.Time]
}

// nextID gives an id that was never given before.
func (l *lane) nextID() history.ID {
	return history.ID{Producer: l.producer, Sequence: l.sequence.Add(1) - 1}
}

// mayHold notes that a receive without an answer may hold a message until a
// moment, in nanoseconds since the run's start.
func (l *lane) mayHold(until int64) {
	for now := l.maybeHeldUntil.Load(); until > now && !l.maybeHeldUntil.CompareAndSwap(now, until); now = l.maybeHeldUntil.Load() {
	}
}
