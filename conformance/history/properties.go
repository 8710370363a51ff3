package history

import (
	"fmt"
	"slices"
	"time"
)

// judgeRepeat finds a delivery within another delivery's lease or after an
// acknowledge. Where both explain it, it is a resurrection when it was answered
// after the acknowledge was.
func (r *replay) judgeRepeat(m *message, l *lease) {
	first := m.inTheWayOf(l)
	gone := r.goneBy(m)
	resurrected := gone < l.sent || first != nil && gone <= l.answered
	switch {
	case first == nil && !resurrected:
	case r.excusesDouble(m):
		r.report.DoubleDelivered++
	case resurrected:
		r.report.Resurrected.note(r.rules.Examples, m.id, []int{m.goneWith.exchange, l.exchange},
			"%s was delivered by %s, after its acknowledge was answered done at %s", m.id, r.leaseText(l), clock(gone))
	default:
		r.report.Duplicated.note(r.rules.Examples, m.id, []int{first.exchange, l.exchange},
			"%s was delivered by %s while the lease of %s certainly held until %s",
			m.id, r.leaseText(l), r.leaseText(first), clock(min(m.holds(first), m.goneBy)))
	}
}

// goneBy is when a message is certainly gone. Where old handles work, an
// acknowledge removes it for certain only while its lease keeps it from others.
func (r *replay) goneBy(m *message) time.Duration {
	if r.rules.OldHandleWorks && (r.excusesDouble(m) || !m.heldToTheEnd()) {
		return forever
	}
	return m.goneBy
}

// excusesDouble reports whether a message may come twice.
func (r *replay) excusesDouble(m *message) bool { return r.rules.DoubleDelivery && m.group == nil }

// inTheWayOf finds a lease of the message that certainly held when l was taken.
func (m *message) inTheWayOf(l *lease) *lease {
	for _, other := range m.leases {
		if !other.admits(l, m.holds(other)) {
			return other
		}
	}
	return nil
}

func (r *replay) judgeDelay(m *message, l *lease) {
	due := m.sent + m.delay - r.rules.Early
	if m.delay > 0 && l.answered < due {
		r.report.Early.note(r.rules.Examples, m.id, []int{l.exchange},
			"%s was delivered by %s before its delay could end at %s", m.id, r.leaseText(l), clock(due))
	}
}

// judgeGroup finds a delivery that its group forbids: another of its messages is
// held elsewhere, or one that was sent before waits.
func (r *replay) judgeGroup(m *message, l *lease) {
	holder := m.group.heldAgainst(l)
	if holder != nil {
		r.report.GroupHeldTwice.note(r.rules.Examples, m.id, []int{holder.exchange, l.exchange},
			"%s of group %q was delivered by %s while %s held %s of that group until %s at least",
			m.id, m.group.name, r.leaseText(l), r.leaseText(holder), holder.message.id, clock(holder.freed()))
	}
	moved := func(o *message) bool { return o.mayHaveMoved(l.answered, r.unanswered, &r.rules) }
	earlier := m.group.overtakenBy(l, moved, r.rules.Late)
	if earlier != nil && holder == nil {
		r.overtakes = append(r.overtakes, overtake{earlier, l})
	}
}

// overtake is a delivery that came before a message sent earlier in its group.
type overtake struct {
	earlier *message
	by      *lease
}

// nameOvertakes reports the overtakes of before a moment, except where redrive
// may have moved the earlier message away: it may have been received by then in
// answers that came later.
func (r *replay) nameOvertakes(before time.Duration) {
	kept := r.overtakes[:0]
	for _, o := range r.overtakes {
		l, m := o.by, o.by.message
		switch {
		case r.rules.MaxReceives > 0 && l.answered+r.rules.LongestCall >= before && before != forever:
			kept = append(kept, o)
		case !o.earlier.mayHaveMoved(l.answered, r.unanswered, &r.rules):
			r.report.OutOfOrder.note(r.rules.Examples, m.id, []int{l.exchange},
				"%s of group %q was delivered by %s before %s, which was accepted by %s and is not acknowledged",
				m.id, m.group.name, r.leaseText(l), o.earlier.id, clock(o.earlier.accepted))
		}
	}
	r.overtakes = kept
}

// judgeAcknowledge reports whether an acknowledge that was answered done was
// within its rights.
func (r *replay) judgeAcknowledge(e *event, m *message, l *lease) bool {
	if r.goneBy(m) <= e.sent && m.goneWith == l && !r.rules.SecondAcknowledge {
		r.staleAcknowledge(e, l, "had been acknowledged at "+clock(m.goneBy))
		return false
	}
	if by, certain := m.superseded(l, e.sent); certain && !r.rules.OldHandleWorks {
		r.staleAcknowledge(e, l, "had been received again by "+r.leaseText(by))
		return false
	}
	repeated := m.goneFrom != forever && r.rules.SecondAcknowledge
	if !r.rules.LapsedHandleWorks && !repeated && l.lapsedBy(e.sent, r.rules.Late) {
		r.staleAcknowledge(e, l, "had lapsed by "+clock(l.over))
		return false
	}
	return true
}

func (r *replay) staleAcknowledge(e *event, l *lease, why string) {
	exchanges := []int{e.exchange}
	if l != nil {
		exchanges = []int{l.exchange, e.exchange}
	}
	r.report.StaleAcknowledged.note(r.rules.Examples, e.id, exchanges,
		"%s was acknowledged%s from %s to %s and that was answered done, although it %s",
		e.id, inExchange(e.exchange), clock(e.sent), clock(e.answered), why)
}

// settle counts what is unfinished, and names what is lost when the queue was
// quiet since a moment.
func (r *replay) settle(quiet *time.Duration) {
	r.nameOvertakes(forever)
	var lost []*message
	withheld := map[*group]bool{}
	if quiet != nil {
		withheld = r.withheldAt(*quiet)
	}
	for _, m := range r.live {
		switch {
		case m.goneFrom != forever, m.accepted == forever && len(m.leases) == 0:
		case quiet == nil || withheld[m.group] || !r.mustHaveCome(m, *quiet):
			r.report.Outstanding++
		default:
			lost = append(lost, m)
		}
	}
	slices.SortFunc(lost, func(a, b *message) int { return a.id.compare(b.id) })
	for _, m := range lost {
		r.report.Lost.note(r.rules.Examples, m.id, m.exchanges(),
			"%s was accepted by %s and received %d times, was free by %s and did not come again",
			m.id, clock(m.accepted), m.receives, clock(*quiet))
	}
}

// withheldAt lists the groups of which a message may have been held at a moment
// or after it, which holds the others back.
func (r *replay) withheldAt(t time.Duration) map[*group]bool {
	withheld := map[*group]bool{}
	for _, m := range r.live {
		if m.group != nil && m.goneBy > t && m.mayBeHeldAt(t, r.rules.Late) {
			withheld[m.group] = true
		}
	}
	return withheld
}

// mustHaveCome reports whether a message that nobody acknowledged was certainly
// in its queue and free at a moment, so that receives after it had to find it.
func (r *replay) mustHaveCome(m *message, since time.Duration) bool {
	return m.visible(r.rules.Late) <= since && r.maybeHeld <= since &&
		!m.mayBeHeldAt(since, r.rules.Late) && !m.mayHaveMoved(r.now, r.unanswered, &r.rules)
}

func (r *replay) leaseText(l *lease) string {
	return r.receiveText(l.exchange, l.sent, l.answered)
}

func (r *replay) receiveText(exchange int, sent, answered time.Duration) string {
	return fmt.Sprintf("the receive%s from %s to %s", inExchange(exchange), clock(sent), clock(answered))
}

func inExchange(exchange int) string {
	if exchange == 0 {
		return ""
	}
	return fmt.Sprintf(" in exchange %d", exchange)
}
