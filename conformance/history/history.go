// Package history judges what many producers and consumers saw of a lease
// queue: nothing lost, nothing delivered twice within a lease, every group in
// order and held by one, nothing back after its acknowledge.
//
// It accuses only of what is certain. A call happened at some unknown moment
// between its sending and its answer, and one without an answer may or may not
// have happened at all; what any choice of these moments explains is legal. A
// redelivery after a lease has lapsed is always legal.
//
// It knows sends, receives, acknowledges and lease changes of one queue. What
// else removes messages, a purge or a clock that is moved, belongs in no history.
package history

import (
	"slices"
	"sync"
	"time"
)

// Rules are where targets differ, as data.
type Rules struct {
	// Early and Late are what clocks and timers may be off: a lease may end Early
	// too soon and Late too late.
	Early, Late time.Duration
	// LapsedHandleWorks lets a handle acknowledge after its lease ended, until
	// another receive takes the message.
	LapsedHandleWorks bool
	// OldHandleWorks lets a handle answer done also after another receive took the
	// message, whether or not that deletes it. It implies LapsedHandleWorks.
	OldHandleWorks bool
	// SecondAcknowledge lets a repeated acknowledge of a delivery answer done.
	SecondAcknowledge bool
	// DoubleDelivery lets a message without a group come twice within a lease or
	// after its acknowledge; it is counted and no violation.
	DoubleDelivery bool
	// LeaseCap ends a lease this long after its receive, however it is extended;
	// 0 is no cap.
	LeaseCap time.Duration
	// MaxReceives moves a message away after so many receives; 0 is never.
	MaxReceives int
	// Retention deletes a message so long after its send; 0 is never.
	Retention time.Duration
	// LongestCall bounds how long a receive takes, its wait included; 0 is a
	// minute. A finished message is remembered that much longer than its bit.
	LongestCall time.Duration
	// Start is what moments in the report count from; zero is when New was called.
	Start time.Time
	// Examples is how many violations of a kind the report describes; 0 is 20.
	Examples int
}

func (r Rules) withDefaults() Rules {
	if r.LongestCall == 0 {
		r.LongestCall = time.Minute
	}
	if r.Start.IsZero() {
		r.Start = time.Now()
	}
	r.LapsedHandleWorks = r.LapsedHandleWorks || r.OldHandleWorks
	if r.Examples == 0 {
		r.Examples = 20
	}
	return r
}

// Checker judges one queue's history. Calls are reported once they have ended,
// by any goroutine and in any order; they are judged in the order of time. For a
// history that is not small, Advance says now and then how far all is reported,
// so that memory grows only with what is in flight.
type Checker struct {
	mu      sync.Mutex
	rules   Rules
	pending []event
	serial  uint64
	// advanced is the moment before which all was reported.
	advanced time.Duration
	replay   replay
	// quiet is when the time of Drained began.
	quiet *time.Duration
}

// New begins a history.
func New(rules Rules) *Checker {
	rules = rules.withDefaults()
	return &Checker{rules: rules, advanced: beginning, replay: newReplay(rules)}
}

// Send reports a send.
func (c *Checker) Send(s Send) {
	e := c.event(sending, s.Call, s.Outcome)
	e.at, e.id, e.group, e.span = e.sent, s.ID, s.Group, s.Delay
	c.report(e)
}

// Receive reports a receive, whatever it brought.
func (c *Checker) Receive(r Receive) {
	e := c.event(receiving, r.Call, r.Outcome)
	e.at, e.span, e.wait = e.answered, r.Lease, r.Wait
	e.deliveries = make([]delivery, len(r.Deliveries))
	for i, d := range r.Deliveries {
		e.deliveries[i] = delivery{id: d.ID, handle: hashed(d.Handle), stray: d.Stray}
	}
	c.report(e)
}

// Acknowledge reports an acknowledge of one delivery.
func (c *Checker) Acknowledge(a Acknowledge) {
	e := c.event(acknowledging, a.Call, a.Outcome)
	e.at, e.id, e.handle = e.sent, a.ID, hashed(a.Handle)
	c.report(e)
}

// Change reports a change of one lease.
func (c *Checker) Change(x Change) {
	e := c.event(changing, x.Call, x.Outcome)
	e.at, e.id, e.handle, e.span = e.sent, x.ID, hashed(x.Handle), x.Lease
	c.report(e)
}

func (c *Checker) event(k kind, call Call, o Outcome) event {
	return event{
		kind: k, outcome: o, exchange: call.Exchange,
		sent: call.Sent.Sub(c.rules.Start), answered: call.Answered.Sub(c.rules.Start),
	}
}

func (c *Checker) report(e event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.at < c.advanced {
		c.replay.report.Late++
		return
	}
	c.serial++
	e.serial = c.serial
	c.pending = append(c.pending, e)
}

// Advance promises that every receive answered before t, and every other call
// sent before t, has been reported, and judges these. An event that breaks the
// promise is counted as Late.
func (c *Checker) Advance(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := t.Sub(c.rules.Start)
	if before <= c.advanced {
		return
	}
	c.advanced = before
	c.replayBefore(before)
	c.replay.forget(before)
}

// replayBefore replays what is pending from before a moment, in the order of time.
func (c *Checker) replayBefore(before time.Duration) {
	ready := c.pending[:0:0]
	rest := c.pending[:0]
	for _, e := range c.pending {
		if e.at < before {
			ready = append(ready, e)
		} else {
			rest = append(rest, e)
		}
	}
	clear(c.pending[len(rest):])
	c.pending = rest
	slices.SortFunc(ready, event.compare)
	for i := range ready {
		c.replay.apply(&ready[i])
	}
}

// Drained says that the queue was quiet from since on: consumers went on
// receiving, often and long enough that a message that was free had to come, and
// nothing came. Only then can Finish tell what is lost.
func (c *Checker) Drained(since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := since.Sub(c.rules.Start)
	c.quiet = &at
}

// Finish judges all that was reported. The checker takes no more events then.
func (c *Checker) Finish() Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.replayBefore(forever)
	c.replay.settle(c.quiet)
	return c.replay.report
}
