package loadgen

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

const (
	// mostLag is how late a generator in health is: figures of milliseconds mean
	// nothing beyond it.
	mostLag = 50 * time.Millisecond
	// usedUp is the share of all processors that leaves none to spare.
	usedUp = 0.95
	// mostOwn is the share at which a generator may be what sets the figures.
	mostOwn = 0.85
)

// limit says in which way the generator, not the target, set the figures; empty
// when it did not.
func (c Config) limit(g result.Generator) string {
	lag := time.Duration(g.ScheduleLagP99 * float64(time.Second))
	timers := time.Duration(g.TimerLagP99 * float64(time.Second))
	waiting := c.Settings.Workers > 0 && g.WorkersMax >= c.Settings.Workers
	busy := g.CPUShare + g.TargetCPUShare + g.OthersCPUShare
	switch {
	case timers > mostLag:
		return fmt.Sprintf("its own timers were %s late at p99: the machine is too busy for these figures", timers.Round(time.Millisecond))
	case lag > mostLag && !waiting:
		return fmt.Sprintf("sends began %s after they were due at p99, although workers were free", lag.Round(time.Millisecond))
	case lag > mostLag && busy > usedUp:
		return fmt.Sprintf("sends began %s after they were due at p99, with all processors used up (%.0f %% by others)",
			lag.Round(time.Millisecond), g.OthersCPUShare*100)
	case g.CPUShare > mostOwn:
		return fmt.Sprintf("it used %.0f %% of all processors itself", g.CPUShare*100)
	default:
		return ""
	}
}
