// Package clock is the one notion of time of a reference server: real time
// plus what the control API advanced it, or, in tests, a time that only moves
// when told to.
package clock

import "time"

// Clock stub: replaced.
type Clock struct{}

// New is real time plus what Advance added.
func New() *Clock { panic("stub") }

// NewManual stands still at start until Advance moves it.
func NewManual(start time.Time) *Clock { panic("stub") }

// Now is the clock's time.
func (c *Clock) Now() time.Time { panic("stub") }

// Advance moves the clock forward by d and returns when every timer due by
// then has run, in the order of their due times.
func (c *Clock) Advance(d time.Duration) time.Time { panic("stub") }

// Timer is a pending call.
type Timer struct{}

// Stop reports whether the call was prevented.
func (t *Timer) Stop() bool { panic("stub") }

// At runs f once the clock reaches when, on a goroutine of the clock's: f must not block.
func (c *Clock) At(when time.Time, f func()) *Timer { panic("stub") }
