package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoWindow holds the cases about how long a deduplication id counts.
var fifoWindow = []*judge.Case{
	windowByClock,
	windowInTime,
}

const (
	// dedupWindow is how long a deduplication id counts.
	dedupWindow = 5 * time.Minute
	// windowMargin is how long before its end a repeat certainly falls into it.
	windowMargin = 10 * time.Second
)

var windowByClock = &judge.Case{
	Name:     "deduplication-window-by-clock",
	Title:    "a deduplication id makes no new message when repeated within five minutes, and one when first repeated after them",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-11"}},
	Needs:    []judge.Need{judge.NeedClock},
	Queues:   judge.FIFO(),
	Requests: 30,
	Alone:    true,
	Run: func(t *judge.T) {
		judgeWindow(t, func(d time.Duration) time.Duration { return t.Advance(d).By })
	},
}

var windowInTime = &judge.Case{
	Name:     "deduplication-window-in-time",
	Title:    windowByClock.Title,
	Judges:   windowByClock.Judges,
	Unless:   []judge.Need{judge.NeedClock},
	Queues:   judge.FIFO(),
	Waits:    dedupWindow + windowMargin + 5*time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		judgeWindow(t, func(d time.Duration) time.Duration {
			t.Pause(d)
			return 0
		})
	},
}

// judgeWindow repeats one id within the window and another after it: repeats
// may renew the window of their id. pass lets time pass at the target, and
// gives by how much it did so beside the time that passed here.
func judgeWindow(t *judge.T, pass func(time.Duration) (moved time.Duration)) {
	q, tolerance := t.Queue(), t.Tolerance()
	sent := q.MustSendMessages(withID("x", "x"), withID("y", "y"))
	moved := pass(dedupWindow / 2) // what is acknowledged then counts from its send nevertheless
	q.AllAcknowledged("it was sent", "x", "y")
	moved += pass(dedupWindow/2 - windowMargin)
	within := q.Send(withID("x", "x within"))
	if age := within.Answered.Sub(sent[0].Sent) + moved; age >= dedupWindow-tolerance.Early {
		t.Inconclusivef("the repeat that was to fall into the window of %s was answered %s after the first send", dedupWindow, age)
	}
	q.NoneDelivered("its deduplication id was sent less than five minutes before", "x within")

	pass(2*windowMargin + tolerance.Late)
	q.MustSendMessages(withID("y", "y after"))
	q.AllDelivered("its deduplication id was sent more than five minutes before", "y after")
}
