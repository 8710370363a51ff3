package history

import "time"

// maxLeases is how many of a message's latest leases are kept; acknowledges
// with handles older than these are not judged.
const maxLeases = 8

// message is one that was sent and is not known to be finished for good.
type message struct {
	id    ID
	group *group
	// It was accepted in [sent, accepted]; accepted is forever where the send was
	// not answered.
	sent, accepted time.Duration
	delay          time.Duration
	leases         []*lease
	receives       int
	// An acknowledge may have removed it from goneFrom on; one of the lease goneWith
	// was answered done by goneBy. Both are forever where there was none.
	goneFrom, goneBy time.Duration
	goneWith         *lease
}

// lease finds a delivery by its handle; nil when it is not known.
func (m *message) lease(h handle) *lease {
	for _, l := range m.leases {
		if l.handle == h {
			return l
		}
	}
	return nil
}

// exchanges are those of the message's leases.
func (m *message) exchanges() []int {
	out := make([]int, len(m.leases))
	for i, l := range m.leases {
		out[i] = l.exchange
	}
	return out
}

func (m *message) add(l *lease) {
	if len(m.leases) == maxLeases {
		m.leases = append(m.leases[:0], m.leases[1:]...)
	}
	m.leases = append(m.leases, l)
	m.receives++
}

// superseded reports whether another receive certainly took the message after
// l and before a moment.
func (m *message) superseded(l *lease, before time.Duration) (by *lease, certain bool) {
	for _, other := range m.leases {
		if other != l && l.precedes(other) && other.answered <= before {
			return other, true
		}
	}
	return nil, false
}

// mayBeHeldAt reports whether a lease of the message may hold at a moment or
// was taken after it.
func (m *message) mayBeHeldAt(t, late time.Duration) bool {
	for _, l := range m.leases {
		if l.answered >= t || !l.lapsedBy(t, late) {
			return true
		}
	}
	return false
}

// heldToTheEnd reports whether the lease that acknowledged the message certainly
// held until then, so that no other lease can lie in between.
func (m *message) heldToTheEnd() bool {
	return m.goneWith != nil && m.goneFrom >= m.goneWith.from && m.goneBy < m.goneWith.until
}

// holds is until when a lease of the message certainly kept it from others.
func (m *message) holds(l *lease) time.Duration {
	if l == m.goneWith && m.heldToTheEnd() {
		return forever
	}
	return l.until
}

// visible is when the message was certainly free to be delivered first.
func (m *message) visible(late time.Duration) time.Duration {
	if m.delay == 0 || m.accepted == forever {
		return m.accepted
	}
	return m.accepted + m.delay + late
}

// mayHaveMoved reports whether redrive or retention may have taken the message
// out of its queue by a moment, where so many receives were not answered.
func (m *message) mayHaveMoved(by time.Duration, unanswered int, rules *Rules) bool {
	return rules.MaxReceives > 0 && m.receives+unanswered >= rules.MaxReceives ||
		rules.Retention > 0 && by >= m.sent+rules.Retention-rules.Early
}
