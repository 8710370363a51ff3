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
	if err := q.gone(); err != nil {
		return Accepted{}, err
	}
	key := q.deduplicationKey(out)
	if first, ok := q.repeated(key, now); ok {
		return first, nil
	}
	m := &message{id: id, body: q.faultyBody(out.Body), attributes: out.Attributes, sentAt: now}
	q.join(m, q.faultyName(out.Group), now, q.delay(out))
	q.faultyJoined(m, out)
	accepted := Accepted{ID: id, Sequence: m.sequence}
	if key != "" {
		q.sent.remember(key, accepted, now)
	}
	if !q.faultySend(m, now) {
		q.stirred = true
	}
	return accepted, nil
}

// delay is how long a message is hidden after its send.
func (q *Queue) delay(out Outgoing) time.Duration {
	d := q.settings.Delay
	if out.Delay != nil {
		d = *out.Delay
	}
	return q.faultyDelay(out, d)
}

// deduplicationKey is by what repeats of a send are known, or empty.
func (q *Queue) deduplicationKey(out Outgoing) string {
	if !q.settings.FIFO || q.rules.DeduplicationWindow <= 0 {
		return ""
	}
	return q.faultyKey(out, out.DeduplicationID)
}

// repeated finds the send within the window that one with this key repeats.
func (q *Queue) repeated(key string, now int64) (Accepted, bool) {
	if key == "" {
		return Accepted{}, false
	}
	if q.faultyOversight(key, now) {
		return Accepted{}, false
	}
	first, ok := q.sent.recall(key, now, q.faultyWindow(q.rules.DeduplicationWindow))
	first.Duplicate = ok
	return q.faultyRepeat(first), ok
}

// deduplication remembers the sends of a window, whatever became of their messages.
type deduplication struct {
	// renews lets a repeat start the window of its key anew.
	renews bool
	sends  map[string]remembered
	// order is the sends, oldest first; of a renewed key only the last one holds.
	order []sighting
}

type remembered struct {
	accepted Accepted
	at       int64
}

type sighting struct {
	key string
	at  int64
}

// recall finds the send of a key within the window that ends now.
func (d *deduplication) recall(key string, now int64, window time.Duration) (Accepted, bool) {
	d.forget(now - int64(window))
	first, ok := d.sends[key]
	if ok && d.renews {
		d.remember(key, first.accepted, now)
	}
	return first.accepted, ok
}

// remember starts the window of a key.
func (d *deduplication) remember(key string, a Accepted, now int64) {
	if d.sends == nil {
		d.sends = map[string]remembered{}
	}
	d.sends[key] = remembered{a, now}
	d.order = append(d.order, sighting{key, now})
}

// forget drops the sends up to a time.
func (d *deduplication) forget(until int64) {
	for len(d.order) > 0 && d.order[0].at <= until {
		oldest := d.order[0]
		if d.sends[oldest.key].at == oldest.at {
			delete(d.sends, oldest.key)
		}
		d.order = d.order[1:]
	}
}
