package clock

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var start = time.Date(2026, 1, 18, 11, 45, 0, 0, time.UTC)

func TestAManualClockOnlyMovesWhenTold(t *testing.T) {
	c := NewManual(start)
	if !c.Now().Equal(start) {
		t.Errorf("starts at %v", c.Now())
	}
	if got, want := c.Advance(90*time.Second), start.Add(90*time.Second); !got.Equal(want) || !c.Now().Equal(want) {
		t.Errorf("advanced to %v, and then tells %v", got, c.Now())
	}
	if got := c.Advance(-time.Hour); !got.Equal(start.Add(90 * time.Second)) {
		t.Errorf("went back to %v", got)
	}
}

func TestTimersRunInTheOrderOfTheirTimes(t *testing.T) {
	c := NewManual(start)
	var ran []int
	for _, second := range []int{3, 1, 9, 2} {
		c.At(start.Add(time.Duration(second)*time.Second), func() { ran = append(ran, second) })
	}
	c.Advance(5 * time.Second)
	if want := []int{1, 2, 3}; !slices.Equal(ran, want) {
		t.Errorf("by 5 s ran %v, not %v", ran, want)
	}
	c.Advance(4 * time.Second)
	if want := []int{1, 2, 3, 9}; !slices.Equal(ran, want) {
		t.Errorf("by 9 s ran %v, not %v", ran, want)
	}
}

func TestAdvanceRunsWhatCallsSetForThenToo(t *testing.T) {
	c := NewManual(start)
	var ran []string
	note := func(what string) func() { return func() { ran = append(ran, what) } }
	c.At(start.Add(time.Second), func() {
		note("first")()
		c.At(start.Add(2*time.Second), note("set by the first"))
		c.At(start.Add(time.Minute), note("not yet"))
	})
	c.At(start.Add(3*time.Second), note("last"))
	c.Advance(10 * time.Second)
	if want := []string{"first", "set by the first", "last"}; !slices.Equal(ran, want) {
		t.Errorf("ran %q, not %q", ran, want)
	}
}

func TestStopSaysWhetherItPreventedTheCall(t *testing.T) {
	c := NewManual(start)
	ran := 0
	timer := c.At(start.Add(time.Second), func() { ran++ })
	if !timer.Stop() {
		t.Error("a waiting timer could not be stopped")
	}
	if timer.Stop() {
		t.Error("a stopped timer was stopped again")
	}
	c.Advance(time.Minute)
	if ran != 0 {
		t.Error("a stopped timer ran")
	}
	timer.Reset(start.Add(2 * time.Minute))
	c.Advance(time.Minute)
	if ran != 1 || timer.Stop() {
		t.Errorf("after a reset it ran %d times, and could be stopped: %v", ran, timer.Stop())
	}
}

func TestResetMovesATimer(t *testing.T) {
	for name, c := range map[string]struct {
		to   time.Duration
		runs [2]bool
	}{
		"sooner": {time.Second, [2]bool{true, true}},
		"later":  {20 * time.Second, [2]bool{false, true}},
	} {
		t.Run(name, func(t *testing.T) {
			clock := NewManual(start)
			ran := 0
			timer := clock.At(start.Add(10*time.Second), func() { ran++ })
			timer.Reset(start.Add(c.to))
			for i, due := range c.runs {
				clock.Advance(10 * time.Second)
				if (ran == 1) != due {
					t.Errorf("after step %d ran %d times", i+1, ran)
				}
			}
		})
	}
}

func TestATimerOfThePastRuns(t *testing.T) {
	for name, c := range map[string]*Clock{"manual": NewManual(start), "real": New()} {
		t.Run(name, func(t *testing.T) {
			done := make(chan struct{})
			c.At(c.Now().Add(-time.Hour), func() { close(done) })
			<-done
		})
	}
}

func TestARealClockRunsTimersByItself(t *testing.T) {
	c := New()
	due := c.Now().Add(20 * time.Millisecond)
	at := make(chan time.Time, 2)
	c.At(due.Add(time.Millisecond), func() { at <- c.Now() })
	c.At(due, func() { at <- c.Now() })
	first, second := <-at, <-at
	if first.Before(due) || second.Before(due.Add(time.Millisecond)) {
		t.Errorf("due at %v and 1 ms later, ran at %v and %v", due, first, second)
	}
}

func TestAdvanceOfARealClockWaitsForItsTimers(t *testing.T) {
	c := New()
	ran := 0
	c.At(c.Now().Add(time.Hour), func() { ran++ })
	before := c.Now()
	after := c.Advance(time.Hour + time.Second)
	if ran != 1 {
		t.Error("the timer has not run when Advance returned")
	}
	if after.Sub(before) < time.Hour+time.Second || c.Now().Before(after) {
		t.Errorf("advanced from %v to %v, and then tells %v", before, after, c.Now())
	}
}

func TestAdvanceBringsTimersOfARealClockNearer(t *testing.T) {
	c := New()
	done := make(chan time.Time)
	due := c.Now().Add(time.Hour)
	c.At(due, func() { done <- c.Now() })
	c.Advance(time.Hour - 20*time.Millisecond)
	select {
	case at := <-done:
		if at.Before(due) {
			t.Errorf("due at %v, ran at %v", due, at)
		}
	case <-time.After(10 * time.Second):
		t.Error("a timer still waits for the time that was due before Advance")
	}
}

func TestNowNeverGoesBack(t *testing.T) {
	c := New()
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for last, n := c.Now(), 0; n < 10_000; n++ {
				now := c.Now()
				if now.Before(last) {
					t.Errorf("%v after %v", now, last)
					return
				}
				last = now
			}
		})
	}
	for range 100 {
		c.Advance(time.Millisecond)
	}
	readers.Wait()
}

// TestACallIsEitherMadeOrPrevented sets, moves, stops and passes timers from
// several goroutines.
func TestACallIsEitherMadeOrPrevented(t *testing.T) {
	c := New()
	var set, ran, prevented atomic.Int64
	var workers sync.WaitGroup
	for worker := range 4 {
		workers.Go(func() {
			for i := range 2000 {
				timer := c.At(c.Now().Add(time.Duration(i%7)*100*time.Microsecond), func() { ran.Add(1) })
				set.Add(1)
				switch (i + worker) % 3 {
				case 0:
					c.Advance(time.Duration(i%5) * 50 * time.Microsecond)
				case 1:
					if timer.Stop() {
						prevented.Add(1)
					}
				}
			}
		})
	}
	workers.Wait()
	c.Advance(time.Second)
	if ran.Load()+prevented.Load() != set.Load() {
		t.Errorf("of %d timers %d ran and %d were prevented", set.Load(), ran.Load(), prevented.Load())
	}
}
