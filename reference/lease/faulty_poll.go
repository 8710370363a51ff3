package lease

import (
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyHesitation lets a receive wait although there may be messages for it.
func (q *Queue) faultyHesitation(o ReceiveOptions) bool {
	return o.Wait > 0 && (q.on(fault.WaitDespiteMessages) ||
		q.on(fault.WaitForFullBatch) && q.counts[Available] < o.Max)
}

// mostWaiters is how many receives a faulty queue lets wait. Tests make it smaller.
var mostWaiters = 64

// faultyBegin is how long a receive waits that finds nothing, where right is due:
// one that is to answer at once may wait, and one that is to wait answer.
func (q *Queue) faultyBegin(right time.Duration) time.Duration {
	q.faultyPassing(right)
	if q.waiters.count >= mostWaiters && q.on(fault.WaitersCapped) {
		return 0
	}
	if right <= 0 && (q.on(fault.ZeroWaitJoinsWaiters) && q.waiters.count > 0 ||
		q.on(fault.ZeroWaitWaitsForGroup) && q.settings.FIFO && q.counts[Available] > 0) {
		return 1500 * time.Millisecond
	}
	return right
}

// faultyPark goes before the parking of a receive.
func (q *Queue) faultyPark(now int64) {
	if q.on(fault.LookThenPark) {
		q.faulty.lastPark = now
	}
}

// faultyWait is how long a receive waits that is to wait for right.
func (q *Queue) faultyWait(right time.Duration) time.Duration {
	switch {
	case q.on(fault.WaitHalved):
		return right * 2 / 5
	case q.on(fault.WaitShort):
		return right * 9 / 10
	case q.on(fault.WaitLate):
		return right + 3*time.Second
	case q.on(fault.WaitCapped):
		return min(right, 10*time.Second)
	}
	return right
}

// faultySend follows a send, and says whether it goes unnoticed by parked receives.
func (q *Queue) faultySend(m *message, now int64) bool {
	q.faultyRing()
	switch {
	case q.on(fault.SendLost) && oneIn(50):
		q.drop(m)
		return true
	case q.on(fault.SendUnnoticed):
		return true
	case q.on(fault.SendNoticedByPolling):
		q.clock.At(instant(now+int64(1500*time.Millisecond)), q.faultyPoll)
		return true
	case q.faulty.gone > 0:
		q.faulty.gone--
		return true
	case q.on(fault.SendsCoalesced) && q.waiters.count > 0:
		coalesced := now-q.faulty.lastWake < int64(10*time.Millisecond)
		q.faulty.lastWake = now
		return coalesced
	case q.on(fault.LookThenPark):
		return q.waiters.count == 1 && now-q.faulty.lastPark < int64(time.Millisecond)
	}
	return false
}

// faultyPoll looks for something to give to parked receives.
func (q *Queue) faultyPoll() {
	now := q.enter()
	q.stirred = true
	q.leave(now)
}

// faultyGone lets a parked receive go on for a while without its client.
func (q *Queue) faultyGone(w *waiter, now int64) bool {
	if q.on(fault.GoneWaiterTakesWakeUp) {
		q.faulty.gone++
	}
	if !q.on(fault.GoneWaiterNoticedLate) {
		return false
	}
	q.clock.At(instant(now+int64(5*time.Second)), func() {
		defer q.leave(q.enter())
		if w.parked {
			q.waiters.remove(w)
		}
	})
	return true
}

// faultyServed follows an answer to a parked receive.
func (q *Queue) faultyServed(ds []Delivery) {
	next := q.waiters.first
	if next == nil {
		return
	}
	if q.on(fault.WaitersAllServed) {
		q.waiters.answer(next, ds, nil)
	}
	for w := q.waiters.first; w != nil && q.on(fault.WaitersAllWoken); w = q.waiters.first {
		q.waiters.answer(w, nil, nil)
	}
}

// faultyDeletion is what a parked receive answers when its queue is deleted.
func (q *Queue) faultyDeletion() error {
	if q.on(fault.DeleteAnswersEmpty) {
		return nil
	}
	return ErrDeleted
}
