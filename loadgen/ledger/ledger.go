// Package ledger keeps account of every message of a queue under load, so that
// each figure stands beside a verdict: what was lost, came twice or out of turn.
// It feeds the history checker as calls end, and lets it forget what is over, so
// that its memory grows with what is in flight.
package ledger

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// advanceEvery is how often the checker judges what is certain to be complete.
// It bounds how many events are judged at once, while all callers wait.
const advanceEvery = 5 * time.Millisecond

// Ledger is the account of one queue. It is safe for concurrent use.
type Ledger struct {
	checker *history.Checker
	open    calls
	done    chan struct{}
	stopped chan struct{}
}

// New opens an account.
func New(rules history.Rules) *Ledger {
	l := &Ledger{checker: history.New(rules), done: make(chan struct{}), stopped: make(chan struct{})}
	go l.advance()
	return l
}

// advance has the checker judge what no call that is still open can change.
func (l *Ledger) advance() {
	defer close(l.stopped)
	tick := time.NewTicker(advanceEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			l.checker.Advance(l.open.begun())
		case <-l.done:
			return
		}
	}
}

// Open tells that a call is about to be sent, or that a receive was answered
// just now: no moment of it that is reported lies before.
func (l *Ledger) Open() *Call { return l.open.add() }

// Sent closes a call with the sends it made.
func (l *Ledger) Sent(c *Call, sends ...history.Send) {
	for _, s := range sends {
		l.checker.Send(s)
	}
	l.open.remove(c)
}

// Received closes the handling of a receive's answer.
func (l *Ledger) Received(c *Call, r history.Receive) {
	l.checker.Receive(r)
	l.open.remove(c)
}

// Acknowledged closes a call with the acknowledges it made.
func (l *Ledger) Acknowledged(c *Call, acknowledges ...history.Acknowledge) {
	for _, a := range acknowledges {
		l.checker.Acknowledge(a)
	}
	l.open.remove(c)
}

// Changed closes a call with the lease changes it made.
func (l *Ledger) Changed(c *Call, changes ...history.Change) {
	for _, x := range changes {
		l.checker.Change(x)
	}
	l.open.remove(c)
}

// Finish closes the account. A queue that was drained was quiet from since on;
// the zero time says that it was not drained.
func (l *Ledger) Finish(since time.Time) history.Report {
	close(l.done)
	<-l.stopped
	if !since.IsZero() {
		l.checker.Drained(since)
	}
	return l.checker.Finish()
}

// Interval is when a call happened, as the ledger is told it.
func Interval(c target.Call) history.Call {
	return history.Call{Sent: c.Sent, Answered: c.Answered}
}
