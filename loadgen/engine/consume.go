package engine

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/loadgen/ledger"
	"github.com/leasecheck/leasecheck/loadgen/measure"
)

// Consumers are at work until they are stopped.
type Consumers struct {
	stopping atomic.Bool
	group    sync.WaitGroup
}

// Stop has consumers end once their receives were answered and what these
// brought is acknowledged, and waits for it.
func (c *Consumers) Stop() {
	c.stopping.Store(true)
	c.group.Wait()
}

// Consume sets consumers to work on every queue. They also end with ctx.
func (r *Run) Consume(ctx context.Context, how Consumption) *Consumers {
	c := &Consumers{}
	limit := rate.Inf
	if how.PerSecond > 0 {
		limit = rate.Limit(how.PerSecond)
	}
	limiter := rate.NewLimiter(limit, 1)
	for _, l := range r.lanes {
		for range how.Consumers {
			c.group.Go(func() {
				one := &consumer{run: r, lane: l, how: how}
				for !c.stopping.Load() && limiter.Wait(ctx) == nil {
					one.cycle(ctx)
				}
			})
		}
	}
	return c
}

// consumer is one loop of receives and acknowledges.
type consumer struct {
	run  *Run
	lane *lane
	how  Consumption
	// failures counts the receives that failed in a row.
	failures int
}

// leased is a message that the consumer holds.
type leased struct {
	id     history.ID
	handle string
}

// cycle is one receive and what follows from it. It reports how many messages
// came, or -1 when the receive failed.
func (c *consumer) cycle(ctx context.Context) int {
	received := c.lane.queue.Receive(ctx, target.Receive{Max: &c.how.Batch, Visibility: &c.how.Lease, Wait: &c.how.Wait})
	opened := c.lane.ledger.Open()
	messages := c.report(opened, received)
	if ctx.Err() != nil {
		return -1
	}
	c.run.meter.Live.Requests.Add(1)
	c.run.alive.saw(received.Outcome)
	if received.Class != target.OK {
		c.fail(ctx, received.Outcome)
		return -1
	}
	c.failures = 0
	c.measure(received, messages)
	c.handle(ctx, messages)
	return len(received.Deliveries)
}

// report tells the ledger, and gives the messages that are known by their ids.
func (c *consumer) report(opened *ledger.Call, received target.Received) []leased {
	event := history.Receive{
		Call:  history.Call{Sent: received.Call.Sent, Answered: time.Now()},
		Lease: c.how.Lease, Wait: c.how.Wait, Outcome: effect(received.Outcome),
	}
	var messages []leased
	if n := len(received.Deliveries); n > 0 {
		event.Deliveries, messages = make([]history.Delivery, n), make([]leased, 0, n)
	}
	for i, d := range received.Deliveries {
		id, ok := read(d.Body)
		if !ok {
			event.Deliveries[i] = history.Delivery{Stray: shorten(d.Body)}
			continue
		}
		event.Deliveries[i] = history.Delivery{ID: id, Handle: d.Handle}
		messages = append(messages, leased{id, d.Handle})
	}
	if event.Outcome == history.Unanswered {
		c.lane.mayHold(c.run.since(event.Answered.Add(c.how.Wait + c.how.Lease)))
	}
	c.lane.ledger.Received(opened, event)
	return messages
}

// shorten gives the beginning of a text that is no message of ours.
func shorten(text string) string {
	const most = 40
	return text[:min(len(text), most)]
}

// measure counts a receive that was answered, and its deliveries.
func (c *consumer) measure(received target.Received, messages []leased) {
	m, took := c.run.meter, received.Answered.Sub(received.Call.Sent)
	m.Live.Received.Add(int64(len(messages)))
	kind := measure.Receive
	if len(received.Deliveries) == 0 {
		kind = measure.EmptyReceive
	}
	if c.run.measuring.Load() {
		m.Of(kind).Done(took, len(received.Deliveries))
	}
	for _, one := range messages {
		c.deliver(one.id, received.Call)
	}
}

// deliver measures a delivery: the first one from its send, another from when
// the lease before it was due to end.
func (c *consumer) deliver(id history.ID, receive target.Call) {
	m, at := c.run.meter, receive.Answered
	f, known := c.lane.flights.Delivered(id, receive.Sent, at, c.how.Lease)
	switch {
	case !known:
	case !f.Delivered.IsZero():
		if c.run.measuring.Load() && !f.Lease.Due.IsZero() {
			m.Of(measure.Redelivery).Done(at.Sub(f.Lease.Due), 1)
		}
	case f.Measured:
		m.Of(measure.DeliveryFromSend).Done(at.Sub(f.Sent), 1)
		if !f.Due.IsZero() {
			m.Of(measure.DeliveryFromSchedule).Done(at.Sub(f.Due), 1)
		}
		if !f.Accepted.IsZero() {
			m.Of(measure.Delivery).Done(at.Sub(f.Accepted), 1)
		}
	}
}
