package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
)

// pollGone holds the cases about receives that wait behind others whose clients
// have gone away.
var pollGone = []*judge.Case{
	vanishedWaiterTakesNoWakeUp,
	onFIFO(vanishedWaiterTakesNoWakeUp),
}

// Whether those that have gone away take a message is judged elsewhere: here one
// must be there while a receive waits on.
var vanishedWaiterTakesNoWakeUp = &judge.Case{
	Name:     "vanished-waiter-takes-no-wake-up",
	Title:    "no receive waits on while a message is available, whoever waited before it and has gone away",
	Judges:   everyWaiter,
	Queues:   judge.Standard(),
	Waits:    2 * time.Second,
	Requests: 24,
	Run: func(t *judge.T) {
		q, late := t.Queue(), t.Tolerance().Late
		wait, bodies := t.WaitBeyond(2*late), numbered("for whoever is there", 2)
		gone := q.ParkMany(len(bodies), wait, judge.For(long))
		t.Settle()
		for _, p := range gone {
			p.Leave()
		}
		t.Pause(late) // for the target to notice
		polls := q.ParkMany(len(bodies), wait, judge.For(long))
		t.Settle()
		sendApart(q, bodies...)
		sent := time.Now()
		awake, asleep := asleepAt(polls, sent.Add(late))
		mustNotSleepOn(t, asleep, leftOver(q, awake, true, bodies), sent)
	},
}
