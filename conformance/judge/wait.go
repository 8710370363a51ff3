package judge

import "time"

// WaitUntil returns at the moment, or ends the case when its time is up before.
func (t *T) WaitUntil(at time.Time) { t.Pause(time.Until(at)) }

// Pause returns after d, or ends the case when its time is up before.
func (t *T) Pause(d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.ctx.Done():
		t.Inconclusivef("the case's time was up in a wait")
	}
}

// retry calls try until it is true. It gives up once patience is over, but not
// before it tried times times.
func (t *T) retry(times int, patience time.Duration, try func() bool) bool {
	deadline := time.Now().Add(patience)
	pause := 5 * time.Millisecond
	for n := 1; ; n++ {
		if try() {
			return true
		}
		if n >= times && time.Now().After(deadline) {
			return false
		}
		t.Pause(pause)
		pause = min(2*pause, 200*time.Millisecond)
	}
}
