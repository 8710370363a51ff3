package clock

import (
	"container/heap"
	"time"
)

// Timer is a call that waits for its time.
type Timer struct {
	clock *Clock
	call  func()
	// due is in nanoseconds since the clock's start.
	due int64
	// place is the timer's place in the heap, or idle.
	place int
}

// idle is the place of a timer that waits for nothing.
const idle = -1

// At runs f once the clock reaches when, at once if it has: on a goroutine of
// the clock's, one call at a time, so f must not block.
func (c *Clock) At(when time.Time, f func()) *Timer {
	t := c.NewTimer(f)
	t.Reset(when)
	return t
}

// NewTimer makes a timer that waits for nothing until it is Reset; f must not block.
func (c *Clock) NewTimer(f func()) *Timer {
	return &Timer{clock: c, call: f, place: idle}
}

// Reset makes the timer's call run once the clock reaches when, in place of
// the time it may have waited for. A call already under way is not affected:
// the timer then calls again.
func (t *Timer) Reset(when time.Time) {
	c := t.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	t.due = int64(when.Sub(c.start))
	if t.place == idle {
		heap.Push(&c.timers, t)
	} else {
		heap.Fix(&c.timers, t.place)
	}
	c.arm()
}

// Stop reports whether the call was prevented: if not, it has run, is under
// way, or was never set.
func (t *Timer) Stop() bool {
	c := t.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.place == idle {
		return false
	}
	heap.Remove(&c.timers, t.place)
	return true
}

// arm sets the alarm for the first timer, unless it rings by then anyway: an
// alarm that is early costs one look, so a timer that was stopped leaves it.
// The caller holds c.mu.
func (c *Clock) arm() {
	if len(c.timers) == 0 || c.timers[0].due >= c.armed {
		return
	}
	first := c.timers[0].due
	remaining := first - c.now()
	switch {
	case c.alarm != nil:
		c.armed = first
		c.alarm.Reset(time.Duration(max(remaining, 0)))
	case remaining <= 0:
		go c.ring()
	}
}

// ring answers the alarm.
func (c *Clock) ring() { c.run(0) }

// run moves the clock forward by d, runs what is due by the time at which it
// begins to, and returns that time.
func (c *Clock) run(d time.Duration) int64 {
	c.mu.Lock()
	c.ahead.Add(int64(d))
	c.armed = never // it has rung, or is set for a time that is nearer now
	c.mu.Unlock()

	c.running.Lock()
	defer c.running.Unlock()
	now := c.now()
	for t := c.takeDue(now); t != nil; t = c.takeDue(now) {
		t.call()
	}
	return now
}

// takeDue removes the first timer that is due by now; when there is none, it
// arms the alarm for the next one.
func (c *Clock) takeDue(now int64) *Timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.timers) == 0 || c.timers[0].due > now {
		c.arm()
		return nil
	}
	return heap.Pop(&c.timers).(*Timer)
}

// timerHeap orders timers by due time, for container/heap.
type timerHeap []*Timer

func (h timerHeap) Len() int           { return len(h) }
func (h timerHeap) Less(i, j int) bool { return h[i].due < h[j].due }

func (h timerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = i, j
}

func (h *timerHeap) Push(x any) {
	t := x.(*Timer)
	t.place = len(*h)
	*h = append(*h, t)
}

func (h *timerHeap) Pop() any {
	last := len(*h) - 1
	t := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	t.place = idle
	return t
}
