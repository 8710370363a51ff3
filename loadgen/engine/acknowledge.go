package engine

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/loadgen/flight"
	"github.com/leasecheck/leasecheck/loadgen/ledger"
	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/pace"
)

// handle does with messages what the consumption says.
func (c *consumer) handle(ctx context.Context, messages []leased) {
	if len(messages) == 0 || c.how.Hold > 0 && !pace.Until(ctx, time.Now().Add(c.how.Hold)) {
		return
	}
	if c.how.ChangeShare > 0 {
		c.change(ctx, messages)
	}
	if !c.how.Abandon {
		c.acknowledge(ctx, messages)
	}
}

// mostAcknowledges is how often a message is acknowledged while the target puts
// it off.
const mostAcknowledges = 4

// acknowledge acknowledges messages, and again those that the target put off:
// else each would come back once its lease has ended, for no reason but the load.
func (c *consumer) acknowledge(ctx context.Context, messages []leased) {
	for try := range mostAcknowledges {
		putOff, pause := c.acknowledgeOnce(ctx, messages, try)
		if len(putOff) == 0 || pause >= c.how.Lease || try == mostAcknowledges-1 {
			return
		}
		if !pace.Until(ctx, time.Now().Add(pause)) {
			return
		}
		messages = putOff
	}
}

// acknowledgeOnce gives the messages that the target put off, and for how long,
// after so many tries before.
func (c *consumer) acknowledgeOnce(ctx context.Context, messages []leased, tries int) (putOff []leased, pause time.Duration) {
	measured := c.run.measuring.Load()
	opened := c.lane.ledger.Open()
	outcomes := c.lane.queue.Acknowledge(ctx, handles(messages)...)
	events := make([]history.Acknowledge, len(messages))
	for i, o := range outcomes {
		events[i] = history.Acknowledge{Call: ledger.Interval(o.Call), ID: messages[i].id, Handle: messages[i].handle, Outcome: effect(o)}
	}
	c.lane.ledger.Acknowledged(opened, events...)
	if ctx.Err() != nil {
		return nil, 0
	}
	finished := 0
	for i, o := range outcomes {
		if o.Class == target.OK && c.lane.flights.Acknowledged(messages[i].id) {
			finished++
		}
		if isPutOff(o) {
			putOff, pause = append(putOff, messages[i]), max(pause, pauseAfter(tries, o))
		}
	}
	c.run.meter.Live.Acknowledged.Add(int64(finished))
	c.count(measure.Acknowledge, outcomes, measured)
	return putOff, pause
}

// change moves the ends of some of the leases.
func (c *consumer) change(ctx context.Context, messages []leased) {
	var chosen []leased
	for _, m := range messages {
		if rand.Float64() < c.how.ChangeShare {
			chosen = append(chosen, m)
		}
	}
	if len(chosen) == 0 {
		return
	}
	measured := c.run.measuring.Load()
	opened := c.lane.ledger.Open()
	outcomes := c.lane.queue.ChangeVisibility(ctx, c.how.ChangeTo, handles(chosen)...)
	events := make([]history.Change, len(chosen))
	for i, o := range outcomes {
		events[i] = history.Change{Call: ledger.Interval(o.Call), ID: chosen[i].id, Handle: chosen[i].handle, Lease: c.how.ChangeTo, Outcome: effect(o)}
		lease := flight.Lease{Over: o.Answered.Add(c.how.ChangeTo)}
		switch events[i].Outcome {
		case history.Done:
			lease.Due = o.Call.Sent.Add(c.how.ChangeTo)
			fallthrough
		case history.Unanswered:
			c.lane.flights.Leased(chosen[i].id, lease)
		}
	}
	c.lane.ledger.Changed(opened, events...)
	if ctx.Err() == nil {
		c.count(measure.Change, outcomes, measured)
	}
}

// count measures a call over several messages.
func (c *consumer) count(k measure.Kind, outcomes []target.Outcome, measured bool) {
	c.run.meter.Live.Requests.Add(1)
	c.run.alive.saw(outcomes[0])
	done := 0
	for _, o := range outcomes {
		if o.Class == target.OK {
			done++
			continue
		}
		c.run.failed(k, errorKind(o), 1, measured)
	}
	if measured && done > 0 {
		c.run.meter.Of(k).Done(outcomes[0].Answered.Sub(outcomes[0].Call.Sent), done)
	}
}

func handles(messages []leased) []string {
	all := make([]string, len(messages))
	for i, m := range messages {
		all[i] = m.handle
	}
	return all
}
