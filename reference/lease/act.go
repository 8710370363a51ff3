package lease

import "time"

// Acknowledge removes the message of a handle for good. It fails with
// ErrLapsed, ErrOver or ErrDeleted, and then changes nothing.
func (q *Queue) Acknowledge(h Handle) error {
	defer q.leave(q.enter())
	m, err := q.held(h)
	if err != nil {
		return err
	}
	q.drop(m)
	return nil
}

// ChangeVisibility makes the lease of a handle end d from now: sooner or later
// than it would have, within the cap; 0 releases the message. Where a lapsed
// handle works, it hides the message again. It fails with ErrLapsed, ErrOver or
// ErrDeleted, and then changes nothing.
func (q *Queue) ChangeVisibility(h Handle, d time.Duration) error {
	now := q.enter()
	defer q.leave(now)
	m, err := q.held(h)
	if err != nil {
		return err
	}
	end := q.leaseEnd(m, now, d)
	switch {
	case end > now:
		q.turn(m, InFlight, end)
	case m.state == InFlight:
		q.endLease(m, now, now)
	}
	return nil
}

// held is the message on which a handle may act.
func (q *Queue) held(h Handle) (*message, error) {
	if q.deleted.Load() {
		return nil, ErrDeleted
	}
	m := q.messages.get(h.Sequence)
	switch {
	case m == nil, h.Queue != q.id, m.delivery != h.Delivery:
		return nil, ErrOver
	case m.state != InFlight && !q.rules.LapsedHandleWorks:
		return nil, ErrLapsed
	}
	return m, nil
}
