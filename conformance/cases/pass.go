package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
)

// passing lets time pass at the target, and gives by how much it did so beside
// the time that passed here.
type passing func(t *judge.T, d time.Duration) (moved time.Duration)

func byClock(t *judge.T, d time.Duration) time.Duration { return t.Advance(d).By }

func inTime(t *judge.T, d time.Duration) time.Duration {
	t.Pause(d)
	return 0
}

// byClockAndInTime makes two cases of one: where the target's clock can be
// moved it is, else time is waited for.
func byClockAndInTime(c judge.Case, waits time.Duration, run func(t *judge.T, pass passing)) []*judge.Case {
	moved, waited := c, c
	moved.Name += "-by-clock"
	moved.Needs = append([]judge.Need{judge.NeedClock}, c.Needs...)
	moved.Alone = true
	moved.Run = func(t *judge.T) { run(t, byClock) }
	waited.Name += "-in-time"
	waited.Unless = []judge.Need{judge.NeedClock}
	waited.Waits = waits
	waited.Run = func(t *judge.T) { run(t, inTime) }
	return []*judge.Case{&moved, &waited}
}
