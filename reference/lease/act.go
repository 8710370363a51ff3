package lease

import (
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// Acknowledge removes the message of a handle for good. It fails with
// ErrLapsed, ErrOver or ErrDeleted, and then changes nothing.
func (q *Queue) Acknowledge(h Handle) error {
	now := q.enter()
	defer q.leave(now)
	m, err := q.held(h)
	err = q.faultyAcknowledge(m, err)
	if err != nil || m == nil || q.faultyKeep(m, now) {
		return err
	}
	q.drop(m)
	q.stir(fault.FreedGroupUnnoticed)
	q.faultyAcknowledged(m)
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
	err = q.faultyChange(m, err)
	if err != nil {
		return err
	}
	end := q.faultyExtension(m, now, d, q.leaseEnd(m, now, d))
	switch {
	case end > now:
		from := m.state
		q.turn(m, InFlight, end)
		q.faultyHidden(m, from)
	case m.state == InFlight:
		q.endLease(m, now, now)
		q.stir(q.faultyRelease(now))
	}
	q.faultyChanged(m, d)
	return nil
}

// held is the message of a handle, if there is one, and why the handle may not
// act on it, if it may not.
func (q *Queue) held(h Handle) (*message, error) {
	if err := q.gone(); err != nil {
		return nil, err
	}
	m := q.messages.get(h.Sequence)
	switch {
	case m == nil, h.Queue != q.id, m.delivery != h.Delivery:
		q.faultyOldHandle(m)
		return m, q.faultyOldest(m, h, ErrOver)
	case m.state != InFlight && !q.rules.LapsedHandleWorks:
		return m, ErrLapsed
	}
	return m, nil
}
