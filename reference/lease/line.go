package lease

// line is the order in which a queue's available messages are received.
type line interface {
	// arrived tells of a new message, which has the highest sequence number.
	arrived(m *message)
	// turned tells that m changed its state, which was from before.
	turned(m *message, from Visibility)
	// gone tells that m left the queue.
	gone(m *message)
	// next is the message that a receive may take next, or nil. last is what the
	// same receive took before, if anything. Whoever asks must change the state
	// of the answer, or remove it.
	next(last *message) *message
	// clear tells that all messages left the queue.
	clear()
}

// sequenceLine is the line of a standard queue: the order of sends, as far as
// leases and delays allow. Messages never received yet are found in the store,
// from fresh on; those that came back after fresh passed them wait in a heap.
type sequenceLine struct {
	store *store
	// fresh is a sequence number below which every available message is in returned.
	fresh    uint64
	returned heap[*message]
}

func (l *sequenceLine) arrived(*message) {}

func (l *sequenceLine) turned(m *message, from Visibility) {
	if from == Available {
		l.gone(m)
	}
	if m.state == Available && m.sequence < l.fresh {
		l.returned.push(int64(m.sequence), m)
	}
}

func (l *sequenceLine) gone(m *message) {
	if m.heapIndex != absent {
		l.returned.remove(m)
	}
}

func (l *sequenceLine) next(*message) *message {
	if !l.returned.empty() {
		return l.returned.first()
	}
	for m := l.store.next(l.fresh - 1); m != nil; m = l.store.next(m.sequence) {
		l.fresh = m.sequence + 1
		if m.state == Available {
			return m
		}
	}
	return nil
}

func (l *sequenceLine) clear() { l.returned = heap[*message]{} }
