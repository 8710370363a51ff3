package lease

import (
	"time"

	"github.com/google/uuid"
)

// Send adds a message, or recognises a repeated one. It fails with ErrDeleted.
func (q *Queue) Send(out Outgoing) (Accepted, error) {
	id := uuid.New()
	now := q.enter()
	defer q.leave(now)
	if q.deleted.Load() {
		return Accepted{}, ErrDeleted
	}
	if first, ok := q.repeated(out, now); ok {
		return first, nil
	}
	delay := q.settings.Delay
	if out.Delay != nil {
		delay = *out.Delay
	}
	m := &message{id: id, body: out.Body, attributes: out.Attributes, sentAt: now}
	q.join(m, out.Group, now, delay)
	accepted := Accepted{ID: id, Sequence: m.sequence}
	if q.deduplicates(out) {
		q.sent.remember(out.DeduplicationID, accepted, now)
	}
	return accepted, nil
}

// deduplicates says whether a send counts for deduplication.
func (q *Queue) deduplicates(out Outgoing) bool {
	return q.settings.FIFO && out.DeduplicationID != ""
}

// repeated finds the send that out repeats.
func (q *Queue) repeated(out Outgoing, now int64) (Accepted, bool) {
	if !q.deduplicates(out) {
		return Accepted{}, false
	}
	first, ok := q.sent.recall(out.DeduplicationID, now)
	first.Duplicate = ok
	return first, ok
}

// deduplication remembers the sends of a window, whatever became of their messages.
type deduplication struct {
	window time.Duration
	// renews lets a repeat start the window of its id anew.
	renews bool
	sends  map[string]remembered
	// order is the sends, oldest first; of a renewed id only the last one holds.
	order []sighting
}

type remembered struct {
	accepted Accepted
	at       int64
}

type sighting struct {
	id string
	at int64
}

// recall finds the send of an id within the window that ends now.
func (d *deduplication) recall(id string, now int64) (Accepted, bool) {
	d.forget(now)
	first, ok := d.sends[id]
	if ok && d.renews {
		d.remember(id, first.accepted, now)
	}
	return first.accepted, ok
}

// remember starts the window of an id.
func (d *deduplication) remember(id string, a Accepted, now int64) {
	if d.window <= 0 {
		return
	}
	if d.sends == nil {
		d.sends = map[string]remembered{}
	}
	d.sends[id] = remembered{a, now}
	d.order = append(d.order, sighting{id, now})
}

// forget drops the sends whose window is over.
func (d *deduplication) forget(now int64) {
	for len(d.order) > 0 && d.order[0].at+int64(d.window) <= now {
		oldest := d.order[0]
		if d.sends[oldest.id].at == oldest.at {
			delete(d.sends, oldest.id)
		}
		d.order = d.order[1:]
	}
}
