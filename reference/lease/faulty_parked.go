package lease

import (
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyParked is what a receive is parked with that asks for right.
func (q *Queue) faultyParked(right ReceiveOptions) ReceiveOptions {
	if right.Visibility == nil && q.on(fault.ParkedTimeoutIsDefault) {
		visibility := 30 * time.Second
		right.Visibility = &visibility
	}
	if q.on(fault.ParkedMaxIsTen) {
		right.Max = 10
	}
	return right
}

// faultyWoken goes before the answer to a parked receive for which something came.
func (q *Queue) faultyWoken(ds []Delivery) {
	for i, d := range ds {
		m := q.messages.get(d.Handle.Sequence)
		if m != nil && m.received > 1 && q.on(fault.ParkedUncounted) {
			m.received--
			ds[i].ReceiveCount--
		}
		if m != nil && q.on(fault.GroupTakenTwiceByWaiters) && oneIn(20) {
			q.faultyFree(m.group)
		}
	}
}
