//go:build prove

package main

import (
	"testing"
	"time"
)

const (
	// interruptTime is what an interrupted load may take to end, and to write what it has.
	interruptTime = 200 * time.Millisecond
	// interruptAttempts is how often a busy machine may take longer.
	interruptAttempts = 3
)

// An interrupt ends a load at once, its report included.
func TestProveInterruptEndsALoad(t *testing.T) {
	leasecheck := unraced(t)
	for range interruptAttempts {
		took := interrupted(t, leasecheck)
		if took <= interruptTime && !t.Failed() {
			t.Logf("proved: an interrupted load ended, its report written, %d ms after the interrupt", took.Milliseconds())
			return
		}
		t.Logf("it ended %s after the interrupt, at most %s is due", took, interruptTime)
	}
	t.Fail()
}
