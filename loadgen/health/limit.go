package health

import (
	"fmt"
	"time"
)

const (
	// mostLag is how late a generator in health is: figures of milliseconds mean
	// nothing beyond it.
	mostLag = 50 * time.Millisecond
	// usedUp is the share of all processors that leaves none to spare.
	usedUp = 0.9
	// mostOthers is the share that others may take while a target is loaded.
	mostOthers = 0.5
	// mostOwn is the share at which a generator may be what sets the figures.
	mostOwn = 0.85
)

// Signs tell a generator in health from one that sets the figures.
type Signs struct {
	// Lag is how long after they were due sends began, at p99; TimerLag how late
	// timers were that had nothing to do with the load.
	Lag, TimerLag time.Duration
	// WorkersBusy says that all workers were waiting for the target at some time,
	// so that sends were late for a reason of the target's.
	WorkersBusy bool
	Shares      Shares
}

// Limit says in which way the generator, not the target, set the figures; empty
// when it did not.
func (s Signs) Limit() string {
	lag := s.Lag.Round(time.Millisecond)
	used := s.Shares.Own + s.Shares.Target + s.Shares.Others
	switch {
	case s.TimerLag > mostLag:
		return fmt.Sprintf("the generator's timers were %s late at p99: the machine is too busy", s.TimerLag.Round(time.Millisecond))
	case s.Lag > mostLag && !s.WorkersBusy:
		return fmt.Sprintf("sends began %s after they were due at p99 although workers were free", lag)
	case s.Lag > mostLag && (used > usedUp || s.Shares.Others > mostOthers):
		return fmt.Sprintf("sends began %s after they were due at p99 with %.0f %% of this machine's processors used, %.0f %% by others",
			lag, used*100, s.Shares.Others*100)
	case s.Shares.Own > mostOwn:
		return fmt.Sprintf("the generator used %.0f %% of all processors", s.Shares.Own*100)
	default:
		return ""
	}
}
