package lease

import "github.com/leasecheck/leasecheck/reference/fault"

// settle lets happen what is due by now, in the order of due times. What is due
// at one time happens in the order: leases and delays end, messages expire,
// waits end.
func (q *Queue) settle(now int64) {
	for {
		end, expiry, wait := q.ends.leastKey(), q.expiry(), q.waiters.ends.leastKey()
		if min(end, expiry, wait) > now {
			return
		}
		switch {
		case end <= expiry && end <= wait:
			q.surface(q.ends.first(), now)
		case expiry <= wait:
			q.faultyExpired(q.messages.oldest())
			q.drop(q.messages.oldest())
			q.stirred = true
		default:
			q.endWait(q.waiters.ends.first(), now)
		}
	}
}

// surface ends a lease or delay that is due.
func (q *Queue) surface(m *message, now int64) {
	if m.state == Delayed {
		q.turn(m, Available, m.until)
		q.stir(fault.DelayEndUnnoticed)
		return
	}
	if q.faultyLapse(m) {
		q.drop(m)
		return
	}
	q.endLease(m, m.until, now)
	q.faultyRevive(m, now)
	q.stir(q.faultyUnnoticed(m))
}

// endLease makes m available since at, or moves it if this was its last lease.
func (q *Queue) endLease(m *message, at, now int64) {
	if q.rules.RedriveAtLeaseEnd && q.exhausted(m) && !q.on(fault.RedriveOfFirstOnly) {
		q.redrive(m, now)
		return
	}
	q.faultyReturn(m, now)
	q.turn(m, Available, at)
	q.faultyReturned(m)
}

// endWait answers a parked receive whose time is over: with what has just come,
// if those before it leave any.
func (q *Queue) endWait(w *waiter, now int64) {
	if q.stirred {
		q.serve(now)
	}
	if w.parked {
		q.waiters.answer(w, q.claim(w.options, now), q.gone())
	}
}

// expiry is when the next message expires, or never. All messages of a queue
// are kept equally long, so it is the oldest one's.
func (q *Queue) expiry() int64 {
	if q.messages.count == 0 {
		return never
	}
	return q.expiryOf(q.messages.oldest())
}

// expiryOf is when m expires, or never.
func (q *Queue) expiryOf(m *message) int64 {
	if q.settings.Retention <= 0 || q.faultyRetention(m) {
		return never
	}
	return q.faultyExpiry(m, m.expiresAt(q.settings.Retention))
}

// ring answers the timer.
func (q *Queue) ring() {
	q.mu.Lock()
	q.armed = never
	now := q.now()
	q.settle(now)
	q.leave(now)
}

// arm sets the timer for the earliest event, unless it rings by then anyway.
func (q *Queue) arm() {
	next := min(q.ends.leastKey(), q.expiry(), q.waiters.ends.leastKey())
	if next < q.armed {
		q.armed = next
		q.timer.Reset(instant(next))
	}
}
