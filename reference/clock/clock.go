// Package clock is the one notion of time of a reference server: real time
// plus what the control API advanced it, or, in tests, a time that only moves
// when told to.
package clock

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Clock tells the time and runs timers. It never goes backwards: steps of the
// machine's wall clock after its start do not move it. All methods may be
// called from several goroutines.
type Clock struct {
	start time.Time
	// elapsed is the real time since start; nil on a manual clock.
	elapsed func() time.Duration
	// ahead is what Advance added, in nanoseconds. It changes with mu held.
	ahead atomic.Int64

	// running is held while calls of timers run: one at a time, in order.
	running sync.Mutex

	mu     sync.Mutex
	timers timerHeap
	// alarm is the one runtime timer; nil on a manual clock. armed is the time of
	// this clock for which it is set, or never.
	alarm *time.Timer
	armed int64
}

// never is later than every timer, in nanoseconds since a clock's start.
const never = math.MaxInt64

// New is real time plus what Advance added.
func New() *Clock {
	anchor := time.Now()
	c := &Clock{
		start:   anchor.UTC().Round(0),
		elapsed: func() time.Duration { return time.Since(anchor) },
		armed:   never,
	}
	c.alarm = time.AfterFunc(never, c.ring)
	return c
}

// NewManual stands still at start until Advance moves it.
func NewManual(start time.Time) *Clock {
	return &Clock{start: start.UTC().Round(0), armed: never}
}

// Now is the clock's time, in UTC.
func (c *Clock) Now() time.Time { return c.start.Add(time.Duration(c.now())) }

// Advance moves the clock forward by d at once, which is not negative, and
// returns the time to which it moved when every timer due by then has run, in
// the order of their due times; so have those that such calls set for a time
// that has come by then. It must not be called from a timer's call.
func (c *Clock) Advance(d time.Duration) time.Time {
	return c.start.Add(time.Duration(c.run(max(d, 0))))
}

// now is the time since start in nanoseconds.
func (c *Clock) now() int64 {
	ahead := c.ahead.Load()
	if c.elapsed == nil {
		return ahead
	}
	return int64(c.elapsed()) + ahead
}
