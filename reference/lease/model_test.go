package lease

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// model is what a queue must do, written so that it is plainly right: one list
// of messages in the order of their sends, looked through from its start for
// everything.
type model struct {
	rules    Rules
	settings Settings
	// dead models the dead-letter queue.
	dead *model
	id   uuid.UUID

	now      time.Time
	sequence uint64
	messages []*modelMessage
	waiters  []*modelWaiter
	sends    map[string]modelSend
}

type modelMessage struct {
	id            uuid.UUID
	sequence      uint64
	body, group   string
	attributes    any
	sent, arrived time.Time
	first         time.Time
	leased        time.Time
	received      int
	// hidden is set in flight and during a delay, until the time of until.
	hidden, delayed bool
	until           time.Time
	// handle is the one that works, earlier the one before the last receive.
	handle, earlier Handle
	origin          *Origin
}

func (m *modelMessage) state() Visibility {
	switch {
	case m.delayed:
		return Delayed
	case m.hidden:
		return InFlight
	}
	return Available
}

type modelWaiter struct {
	options ReceiveOptions
	end     time.Time
	done    bool
	got     []*modelMessage
	seen    []Message
}

type modelSend struct {
	message modelMessage
	at      time.Time
}

// send gives a new message the id that the queue gave it.
func (q *model) send(out Outgoing, id uuid.UUID) Accepted {
	if q.settings.FIFO && out.DeduplicationID != "" {
		first, known := q.sends[out.DeduplicationID]
		if known && q.now.Sub(first.at) < q.rules.DeduplicationWindow {
			return Accepted{first.message.id, first.message.sequence, true}
		}
	}
	delay := q.settings.Delay
	if out.Delay != nil {
		delay = *out.Delay
	}
	m := &modelMessage{id: id, body: out.Body, attributes: out.Attributes, sent: q.now}
	if q.settings.FIFO {
		m.group = out.Group
	}
	q.add(m)
	if delay > 0 {
		m.hidden, m.delayed, m.until = true, true, q.now.Add(delay)
	}
	if q.settings.FIFO && out.DeduplicationID != "" {
		q.sends[out.DeduplicationID] = modelSend{*m, q.now}
	}
	return Accepted{id, m.sequence, false}
}

func (q *model) add(m *modelMessage) {
	q.sequence++
	m.sequence, m.arrived, m.until = q.sequence, q.now, q.now
	q.messages = append(q.messages, m)
}

// receive takes messages and says how each looks at that time.
func (q *model) receive(o ReceiveOptions) (taken []*modelMessage, seen []Message) {
	for len(taken) < o.Max && q.hasRoom() {
		i := slices.IndexFunc(q.messages, func(m *modelMessage) bool { return q.mayTake(m, taken) })
		if i < 0 {
			break
		}
		m := q.messages[i]
		if q.isOld(m) {
			q.messages = slices.Delete(q.messages, i, i+1)
			continue
		}
		if q.hadItsReceives(m) {
			q.bury(m)
			continue
		}
		visibility := q.settings.Visibility
		if o.Visibility != nil {
			visibility = *o.Visibility
		}
		m.received++
		if m.first.IsZero() {
			m.first = q.now
		}
		m.leased, m.hidden, m.delayed = q.now, true, false
		m.until = q.leaseEnd(m, visibility)
		taken, seen = append(taken, m), append(seen, q.view(m))
	}
	for _, m := range taken {
		if !m.until.After(q.now) {
			q.endLease(m)
		}
	}
	return taken, seen
}

// mayTake says whether a receive that took some messages may take m as well.
func (q *model) mayTake(m *modelMessage, taken []*modelMessage) bool {
	if m.hidden {
		return false
	}
	if !q.settings.FIFO {
		return true
	}
	// Those of the last one's group come first, if they may.
	if len(taken) > 0 && q.rules.SeveralPerGroup {
		last := taken[len(taken)-1]
		follower := q.followerOf(last)
		if follower != nil && !follower.hidden {
			return m == follower
		}
	}
	for _, other := range q.messages {
		if other.group == m.group && (other.state() == InFlight || other.sequence < m.sequence) {
			return false
		}
	}
	return true
}

func (q *model) followerOf(m *modelMessage) *modelMessage {
	for _, other := range q.messages {
		if other.group == m.group && other.sequence > m.sequence {
			return other
		}
	}
	return nil
}

func (q *model) hasRoom() bool {
	limit := q.rules.InFlightCap
	if q.settings.FIFO {
		limit = q.rules.InFlightCapFIFO
	}
	return limit == 0 || q.depth().InFlight < limit
}

func (q *model) leaseEnd(m *modelMessage, d time.Duration) time.Time {
	end := q.now.Add(d)
	if limit := m.leased.Add(q.rules.LeaseCap); q.rules.LeaseCap > 0 && end.After(limit) {
		return limit
	}
	return end
}

func (q *model) isOld(m *modelMessage) bool {
	return q.settings.Retention > 0 && !m.arrived.Add(q.settings.Retention).After(q.now)
}

func (q *model) hadItsReceives(m *modelMessage) bool {
	return q.dead != nil && q.settings.MaxReceives > 0 && m.received >= q.settings.MaxReceives
}

// bury moves m to the dead-letter queue.
func (q *model) bury(m *modelMessage) {
	q.remove(m)
	m.origin = &Origin{Queue: q.id, ReceiveCount: m.received, At: q.now}
	m.received, m.hidden, m.handle, m.earlier = 0, false, Handle{}, Handle{}
	if !q.dead.settings.FIFO {
		m.group = ""
	}
	q.dead.add(m)
}

func (q *model) remove(m *modelMessage) {
	q.messages = slices.DeleteFunc(q.messages, func(other *modelMessage) bool { return other == m })
}

// endLease is called when m.until has come.
func (q *model) endLease(m *modelMessage) {
	m.hidden = false
	if q.rules.RedriveAtLeaseEnd && q.hadItsReceives(m) {
		q.bury(m)
	}
}

// find is the message on which a handle may act, or what it answers.
func (q *model) find(h Handle) (*modelMessage, error) {
	for _, m := range q.messages {
		if m.handle != h {
			continue
		}
		if !m.hidden && !q.rules.LapsedHandleWorks {
			return nil, ErrLapsed
		}
		return m, nil
	}
	return nil, ErrOver
}

func (q *model) acknowledge(h Handle) error {
	m, err := q.find(h)
	if err == nil {
		q.remove(m)
	}
	return err
}

func (q *model) changeVisibility(h Handle, d time.Duration) error {
	m, err := q.find(h)
	if err != nil {
		return err
	}
	end := q.leaseEnd(m, d)
	switch {
	case end.After(q.now):
		m.hidden, m.until = true, end
	case m.hidden:
		m.until = q.now
		q.endLease(m)
	}
	return nil
}

// undo takes back a receive.
func (q *model) undo(handles []Handle) {
	for _, h := range handles {
		for _, m := range q.messages {
			if m.handle != h {
				continue
			}
			m.handle = m.earlier
			m.received--
			if m.received == 0 && m.origin == nil {
				m.first = time.Time{}
			}
			if m.hidden {
				m.hidden, m.until = false, q.now
			}
		}
	}
}

func (q *model) purge() int {
	n := len(q.messages)
	q.messages = nil
	return n
}

func (q *model) depth() Depth {
	count := map[Visibility]int{}
	for _, m := range q.messages {
		count[m.state()]++
	}
	return Depth{count[Available], count[InFlight], count[Delayed]}
}

func (q *model) view(m *modelMessage) Message {
	return Message{
		ID: m.id, Sequence: m.sequence, Body: m.body, Attributes: m.attributes, Group: m.group,
		SentAt: m.sent, FirstReceived: m.first, ReceiveCount: m.received,
		VisibleAt: m.until, ExpiresAt: m.arrived.Add(q.settings.Retention), Origin: m.origin,
	}
}

func (q *model) peek() (all []Peeked) {
	for _, m := range q.messages {
		all = append(all, Peeked{q.view(m), m.state()})
	}
	return all
}

// serve answers waiters with what there is, the first come first.
func (q *model) serve() {
	for _, w := range q.waiters {
		if !w.done {
			w.got, w.seen = q.receive(w.options)
			w.done = len(w.got) > 0
		}
	}
	q.waiters = slices.DeleteFunc(q.waiters, func(w *modelWaiter) bool { return w.done })
}

// settle lets happen what is due by now, one thing after another.
func (q *model) settle() {
	for q.happen() {
	}
	q.serve()
}

// happen lets the first thing happen that is due, and reports whether there was one.
func (q *model) happen() bool {
	var act func()
	var due time.Time
	consider := func(at time.Time, f func()) {
		if !at.After(q.now) && (act == nil || at.Before(due)) {
			due, act = at, f
		}
	}
	// Of what is due at one time, the first one considered happens first.
	for _, m := range q.messages {
		if m.hidden {
			consider(m.until, func() { q.show(m) })
		}
	}
	for _, m := range q.messages {
		if q.isOld(m) {
			consider(m.arrived.Add(q.settings.Retention), func() { q.remove(m) })
		}
	}
	for _, w := range q.waiters {
		consider(w.end, func() { q.stopWaiting(w) })
	}
	if act == nil {
		return false
	}
	act()
	return true
}

// show ends a lease or delay that is due.
func (q *model) show(m *modelMessage) {
	if m.delayed {
		m.hidden, m.delayed = false, false
		return
	}
	q.endLease(m)
}

// stopWaiting answers a waiter with what there is, or nothing.
func (q *model) stopWaiting(w *modelWaiter) {
	q.serve()
	w.done = true
	q.waiters = slices.DeleteFunc(q.waiters, func(w *modelWaiter) bool { return w.done })
}
