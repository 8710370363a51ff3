//go:build prove

package main

import (
	"testing"
	"time"
)

const (
	// interruptTime is what an interrupted load may take to end, and to write what it has.
	interruptTime = 200 * time.Millisecond
	// interrupts is how often it is interrupted.
	interrupts = 5
)

// An interrupt ends a load at once, its report included.
func TestProveInterruptEndsALoad(t *testing.T) {
	var slowest time.Duration
	for range interrupts {
		slowest = max(slowest, interrupted(t, unraced(t)))
	}
	if slowest > interruptTime {
		t.Fatalf("it ended %s after the interrupt, at most %s is due", slowest, interruptTime)
	}
	if !t.Failed() {
		t.Logf("proved: an interrupted load ends, its report written, within %d ms of the interrupt: the slowest of %d", slowest.Milliseconds(), interrupts)
	}
}
