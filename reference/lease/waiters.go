package lease

// waiter is a parked receive. The queue's lock guards it until done is closed,
// from when on nothing changes it.
type waiter struct {
	options ReceiveOptions
	// done is closed when the receive has its answer.
	done       chan struct{}
	deliveries []Delivery
	err        error

	parked bool
	// number counts the receives parked in this queue.
	number uint64
	links[*waiter]
	// heapIndex is where it is among the ends of waits.
	heapIndex int32
}

func (w *waiter) index() *int32 { return &w.heapIndex }
func (w *waiter) rank() uint64  { return w.number }

// waiters are the parked receives of a queue, first come first served.
type waiters struct {
	list[*waiter]
	count int
	// parked is how many there were so far.
	parked uint64
	// ends holds them by the end of their wait.
	ends heap[*waiter]
}

// park adds a receive that waits until end.
func (l *waiters) park(o ReceiveOptions, end int64) *waiter {
	l.parked++
	w := &waiter{options: o, done: make(chan struct{}), parked: true, number: l.parked}
	l.append(w)
	l.count++
	l.ends.push(end, w)
	return w
}

// answer ends a parked receive.
func (l *waiters) answer(w *waiter, ds []Delivery, err error) {
	l.remove(w)
	w.deliveries, w.err = ds, err
	close(w.done)
}

// remove takes a parked receive away without an answer.
func (l *waiters) remove(w *waiter) {
	w.parked = false
	l.unlink(w)
	l.count--
	l.ends.remove(w)
}
