package engine

import (
	"context"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/loadgen/ledger"
	"github.com/leasecheck/leasecheck/loadgen/measure"
)

// batch is the messages of one send.
type batch struct {
	lane     *lane
	ids      []history.ID
	messages []target.Message
	// due is the send's intended time; the zero time is none.
	due      time.Time
	measured bool
}

// send sends so many messages to the next queue.
func (r *Run) send(ctx context.Context, due time.Time, n int, measured bool) {
	b := r.write(n)
	b.due, b.measured = due, measured
	call := b.lane.ledger.Open()
	begun := time.Now()
	for _, id := range b.ids {
		b.lane.flights.Sent(id, due, begun, measured)
	}
	sent := b.send(ctx)
	b.lane.ledger.Sent(call, b.events(sent)...)
	if ctx.Err() != nil {
		return
	}
	r.meter.Live.Requests.Add(1)
	if measured && !due.IsZero() {
		r.meter.Of(measure.Send).Paced(due, begun, sent[0].Answered)
	}
	r.account(b, sent)
}

// write makes the messages of a send to the lane whose turn it is.
func (r *Run) write(n int) batch {
	b := batch{lane: r.lanes[r.turn.Add(1)%uint64(len(r.lanes))]}
	for range n {
		id := b.lane.nextID()
		b.ids = append(b.ids, id)
		b.messages = append(b.messages, r.writer.Load().write(id))
	}
	return b
}

func (b batch) send(ctx context.Context) []target.Sent {
	if len(b.messages) == 1 {
		return []target.Sent{b.lane.queue.Send(ctx, b.messages[0])}
	}
	return b.lane.queue.SendBatch(ctx, b.messages)
}

// events are what the ledger is told. A send that the target took for a
// duplicate made no message.
func (b batch) events(sent []target.Sent) []history.Send {
	events := make([]history.Send, 0, len(sent))
	for i, s := range sent {
		if s.Class == target.OK && s.Duplicate {
			continue
		}
		events = append(events, history.Send{
			Call: ledger.Interval(s.Call), ID: b.ids[i], Group: b.messages[i].Group, Outcome: effect(s.Outcome),
		})
	}
	return events
}

// account measures what became of each message.
func (r *Run) account(b batch, sent []target.Sent) {
	accepted := 0
	for i, s := range sent {
		if s.Class == target.OK && !s.Duplicate {
			accepted++
			r.accepted(b.lane, b.ids[i], s.Answered)
			continue
		}
		b.lane.flights.Forget(b.ids[i])
		kind := "taken for a duplicate"
		if s.Class != target.OK {
			kind = errorKind(s.Outcome)
		}
		r.failed(measure.Send, kind, 1, b.measured)
	}
	r.alive.saw(sent[0].Outcome)
	r.meter.Live.Accepted.Add(int64(accepted))
	if b.measured && accepted > 0 {
		r.meter.Of(measure.Send).Done(sent[0].Answered.Sub(sent[0].Call.Sent), accepted)
	}
}

// accepted notes a send's answer; the delivery may have come before it.
func (r *Run) accepted(l *lane, id history.ID, at time.Time) {
	if f, known := l.flights.Accepted(id, at); known && f.Landed() && f.Measured {
		r.meter.Of(measure.Delivery).Done(f.Delivered.Sub(f.Accepted), 1)
	}
}

// failed counts what came to an error.
func (r *Run) failed(k measure.Kind, kind string, n int, measured bool) {
	r.meter.Live.Failed.Add(int64(n))
	if measured {
		r.meter.Of(k).Failed(kind, n)
	}
}
