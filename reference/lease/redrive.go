package lease

import "github.com/leasecheck/leasecheck/reference/fault"

// departure is a message on its way to another queue.
type departure struct {
	to      *Queue
	message *message
	group   string
}

// exhausted says that m had its last permitted receive. A dead-letter queue
// that was deleted takes nothing: its sources then keep their messages.
func (q *Queue) exhausted(m *message) bool {
	s := &q.settings
	return s.DeadLetter != nil && s.MaxReceives > 0 && int(m.received) >= q.faultyMaxReceives(m, s.MaxReceives) &&
		!s.DeadLetter.deleted.Load()
}

// redrive sends m off to the dead-letter queue. It keeps its id, body,
// attributes, group, time of send and of first receive; its receives are
// counted anew there.
func (q *Queue) redrive(m *message, now int64) {
	d := departure{to: q.settings.DeadLetter, message: m}
	if m.group != nil {
		d.group = m.group.name
	}
	q.faultyCopy(m, now)
	q.drop(m)
	q.faultyBlock(fault.RedriveBlocksGroup, m.group)
	m.origin = &Origin{Queue: q.id, ReceiveCount: int(m.received), At: instant(now)}
	m.received, m.delivery, m.earlier = 0, 0, 0
	if !q.faultyRedrive(m) {
		q.leaving = append(q.leaving, d)
	}
	q.faultyTakeGroup(d)
}

// admit takes in a message from another queue.
func (q *Queue) admit(m *message, group string) {
	now := q.enter()
	defer q.leave(now)
	if q.gone() != nil {
		return
	}
	q.join(m, group, now, 0)
	q.stir(fault.RedriveUnnoticed)
}
