package lease

import (
	"context"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// Receive leases up to o.Max messages. When none is available it parks for
// o.Wait at the most, and then answers none. Whoever makes a message available
// answers the receive that has been parked the longest, and no other.
// It fails with ErrDeleted, or with ctx's error: then no lease was taken.
func (q *Queue) Receive(ctx context.Context, o ReceiveOptions) ([]Delivery, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ds, w, err := q.begin(o)
	if w == nil {
		return ds, err
	}
	select {
	case <-w.done:
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil {
		q.abandon(w)
		return nil, err
	}
	return w.deliveries, w.err
}

// Return undoes a receive whose answer could not be delivered: the messages are
// as if it had not happened, but for those that another receive took since.
func (q *Queue) Return(ds []Delivery) {
	now := q.enter()
	defer q.leave(now)
	q.undo(ds, now)
}

// begin answers a receive, or parks it and gives its waiter.
func (q *Queue) begin(o ReceiveOptions) ([]Delivery, *waiter, error) {
	now := q.enter()
	defer q.leave(now)
	if err := q.gone(); err != nil {
		return nil, nil, err
	}
	var ds []Delivery
	if !q.faultyHesitation(o) {
		ds = q.claim(o, now)
	}
	o.Wait = q.faultyBegin(o.Wait)
	if len(ds) > 0 || o.Wait <= 0 {
		return ds, nil, nil
	}
	q.faultyPark(now)
	return nil, q.waiters.park(q.faultyParked(o), now+int64(q.faultyWait(o.Wait))), nil
}

// abandon ends a parked receive whose client went away.
func (q *Queue) abandon(w *waiter) {
	now := q.enter()
	defer q.leave(now)
	switch {
	case q.on(fault.GoneWaiterServed), w.parked && q.faultyGone(w, now):
	case w.parked:
		q.waiters.remove(w)
	default:
		q.undo(w.deliveries, now)
	}
}

// stir has parked receives looked after before the queue is left, since
// something may have become available; forgetful is the fault that does not.
func (q *Queue) stir(forgetful fault.ID) {
	if !q.on(forgetful) {
		q.stirred = true
	}
}

// serve answers parked receives while there is something for them.
func (q *Queue) serve(now int64) {
	q.stirred = false
	for w := q.waiters.first; w != nil && !q.faultyHesitation(w.options); w = q.waiters.first {
		ds := q.claim(w.options, now)
		if len(ds) == 0 {
			return
		}
		q.faultyWoken(ds)
		q.faultyWaitedFor(w, ds, now)
		q.waiters.answer(w, ds, nil)
		q.faultyServed(ds)
	}
}

// claim leases what a receive may take, in the order of the line.
func (q *Queue) claim(o ReceiveOptions, now int64) []Delivery {
	visibility := q.visibility(o)
	var ds []Delivery
	var last *message
	for room := min(q.faultyMax(o.Max), q.room()); len(ds) < room; {
		m := q.line.next(last)
		if m == nil {
			break
		}
		switch {
		case q.expiryOf(m) <= now:
			q.drop(m)
			continue
		case q.exhausted(m) && !q.faultySpared(ds):
			q.redrive(m, now)
			continue
		}
		if ds == nil {
			ds = make([]Delivery, 0, min(room, q.counts[Available]))
		}
		d := q.lease(m, now, visibility)
		q.faultyLease(m, o, now, &d)
		ds, last = append(ds, d), m
	}
	if visibility <= 0 {
		q.lapseAtOnce(ds, now)
	}
	q.faultyBatch(ds)
	return ds
}

// visibility is how long a receive leases what it takes.
func (q *Queue) visibility(o ReceiveOptions) time.Duration {
	d := q.settings.Visibility
	if o.Visibility != nil {
		d = *o.Visibility
	}
	return q.faultyVisibility(o, d)
}

// lease delivers m for the time of visibility.
func (q *Queue) lease(m *message, now int64, visibility time.Duration) Delivery {
	m.minted++
	m.earlier, m.delivery = m.delivery, m.minted
	m.received++
	if m.firstReceived == 0 {
		m.firstReceived = now
	}
	m.leasedAt = now
	q.turn(m, InFlight, q.leaseEnd(m, now, visibility))
	return Delivery{
		Message: m.view(q.settings.Retention),
		Handle:  Handle{Queue: q.id, Sequence: m.sequence, Delivery: m.delivery},
	}
}

// lapseAtOnce ends leases of no length, after the receive took all of its own.
func (q *Queue) lapseAtOnce(ds []Delivery, now int64) {
	for _, d := range ds {
		if m := q.messages.get(d.Handle.Sequence); m.state == InFlight {
			q.endLease(m, now, now)
			q.faultyNoLease(m)
		}
	}
	q.stirred = true
}

// leaseEnd is when a lease of m that is to last d from now ends, within the cap.
func (q *Queue) leaseEnd(m *message, now int64, d time.Duration) int64 {
	end := now + int64(d)
	if q.rules.LeaseCap > 0 {
		end = min(end, m.leasedAt+int64(q.rules.LeaseCap))
	}
	return end
}

// room is how many more messages may be in flight.
func (q *Queue) room() int {
	limit := q.rules.InFlightCap
	if q.settings.FIFO {
		limit = q.rules.InFlightCapFIFO
	}
	if limit == 0 || q.on(fault.InFlightCapMissing) {
		return q.messages.count
	}
	return q.faultyRoom(limit - q.counts[InFlight] - q.faulty.stillCounted)
}

// undo takes back deliveries that are still the latest of their messages.
func (q *Queue) undo(ds []Delivery, now int64) {
	for _, d := range ds {
		m := q.messages.get(d.Handle.Sequence)
		if m == nil || m.delivery != d.Handle.Delivery {
			continue
		}
		m.delivery = m.earlier
		m.received--
		if m.received == 0 && m.origin == nil {
			m.firstReceived = 0
		}
		if m.state == InFlight {
			q.turn(m, Available, now)
			q.stirred = true
		}
	}
}
