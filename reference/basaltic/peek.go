package basaltic

import (
	"net/http"
	"slices"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
	"github.com/leasecheck/leasecheck/reference/lease"
)

// visibilities are the states of a message, as the wire names them.
var visibilities = [...]string{
	lease.Available: "available",
	lease.InFlight:  "in_flight",
	lease.Delayed:   "delayed",
}

func (c *call) peekMessages() (int, error) {
	p, err := c.readPage()
	if err != nil {
		return 0, err
	}
	var only *lease.Visibility
	if text := p.query.Get("visibility"); text != "" {
		state := lease.Visibility(slices.Index(visibilities[:], text))
		if state < 0 {
			return 0, invalid("visibility must be one of %q", visibilities)
		}
		only = &state
	}
	found, total := c.selectMessages(p, only)
	more := len(found) > p.limit
	found = found[:min(len(found), p.limit)]
	var last uint64
	c.out.object("")
	c.out.array("messages")
	for i := range found {
		c.out.peeked(c.queue, &found[i])
		last = found[i].Sequence
	}
	c.out.endArray()
	c.out.meta(p, total, more, last)
	c.out.endObject()
	return http.StatusOK, nil
}

// selectMessages gives one message more than the page has room for, if there is one.
func (c *call) selectMessages(p page, only *lease.Visibility) (found []lease.Peeked, total int) {
	if name := p.query.Get("crn"); name != "" {
		found = c.messageWithCRN(name, p.after, only)
		return found, len(found)
	}
	return c.queue.engine.Peek(only, p.after, p.limit+1), count(c.queue.engine.Depth(), only)
}

// messageWithCRN looks through the queue for one message.
func (c *call) messageWithCRN(name string, after uint64, only *lease.Visibility) []lease.Peeked {
	const stride = 1_000
	for {
		some := c.queue.engine.Peek(only, after, stride)
		i := slices.IndexFunc(some, func(m lease.Peeked) bool { return messageCRN(c.queue, &m) == name })
		if i >= 0 {
			return some[i : i+1]
		}
		if len(some) < stride {
			return nil
		}
		after = some[stride-1].Sequence
	}
}

func messageCRN(q *queue, m *lease.Peeked) string {
	return crn.Of("queue", q.idText+"/"+m.ID.String())
}

func count(d lease.Depth, only *lease.Visibility) int {
	states := [...]int{lease.Available: d.Available, lease.InFlight: d.InFlight, lease.Delayed: d.Delayed}
	if only != nil {
		return states[*only]
	}
	return d.Available + d.InFlight + d.Delayed
}

// peeked writes a message that is not leased. Its body is left out when it
// cannot be opened.
func (d *document) peeked(q *queue, m *lease.Peeked) {
	d.object("")
	d.string("id", m.ID.String())
	d.string("crn", messageCRN(q, m))
	d.string("queue_id", q.idText)
	if m.Attributes.(*sealed).key.usable() {
		d.string("body", m.Body)
	}
	d.attributes(m.Attributes)
	d.string("visibility", visibilities[m.Visibility])
	d.integer("receive_count", m.ReceiveCount)
	d.integer("body_bytes", len(m.Body))
	d.group(m.Group)
	d.stamp("enqueued_at", m.SentAt)
	d.stamp("visible_at", m.VisibleAt)
	d.stamp("expires_at", m.ExpiresAt)
	if m.FirstReceived.IsZero() {
		d.json("first_received_at", "null")
	} else {
		d.stamp("first_received_at", m.FirstReceived)
	}
	d.endObject()
}
