package history

import (
	"slices"
	"time"
)

// group is a message group while it has messages that are not finished.
type group struct {
	name string
	// live counts its messages that are remembered.
	live int
	// order holds the messages that no acknowledge may have removed, by when they
	// were certainly accepted.
	order []*message
	// held are the leases on its messages that may still hold.
	held []*lease
}

func (g *group) add(m *message) {
	g.live++
	i := len(g.order)
	for i > 0 && g.order[i-1].accepted > m.accepted {
		i--
	}
	g.order = slices.Insert(g.order, i, m)
}

// hold notes a lease on one of the group's messages.
func (g *group) hold(l *lease) {
	if !slices.Contains(g.held, l) {
		g.held = append(g.held, l)
	}
}

// heldAgainst finds a lease of another message of the group that certainly held
// when l was taken. It forgets leases that can stand in nobody's way any more.
func (g *group) heldAgainst(l *lease) *lease {
	g.held = slices.DeleteFunc(g.held, func(h *lease) bool { return h.freed() <= l.answered })
	for _, h := range g.held {
		if h.message != l.message && h.receive != l.receive && !h.admits(l, h.freed()) {
			return h
		}
	}
	return nil
}

// freed is the earliest that a lease may have ceased to hold back its group.
func (l *lease) freed() time.Duration { return min(l.until, l.message.goneFrom) }

// overtakenBy finds a message that was certainly in the group when l was taken,
// sent before l's message, neither acknowledged nor handed out earlier in the
// same answer. It drops from the order what it finds, and what moved says is no
// longer certain to be in the queue, so each message is looked at a few times
// at most.
func (g *group) overtakenBy(l *lease, moved func(*message) bool, late time.Duration) *message {
	var kept []*message
	var found *message
	i := 0
	for ; i < len(g.order) && found == nil && g.order[i].accepted < l.message.sent; i++ {
		m := g.order[i]
		switch {
		case m.goneFrom != forever || moved(m):
		case m.takenBy(l.receive) || m.delay > 0 && m.visible(late) > l.sent:
			kept = append(kept, m)
		default:
			found = m
		}
	}
	rest := i - len(kept)
	copy(g.order[rest:], kept)
	clear(g.order[:rest])
	g.order = g.order[rest:]
	return found
}

// takenBy reports whether the message's latest lease is of this receive.
func (m *message) takenBy(receive uint64) bool {
	return len(m.leases) > 0 && m.leases[len(m.leases)-1].receive == receive
}
