package basaltic

import (
	"net/http"
	"time"

	"github.com/leasecheck/leasecheck/reference/lease"
)

// maxMessages bounds a receive.
const maxMessages = 10

// receiveRequest asks for leases.
type receiveRequest struct {
	max, visibility, wait field[int]
}

func (r *receiveRequest) member(d *decoder, name string) error {
	switch name {
	case "max_messages":
		return d.integer(name, &r.max, 1, maxMessages)
	case "visibility_timeout_seconds":
		return d.integer(name, &r.visibility, 0, maxVisibility)
	case "wait_time_seconds":
		return d.integer(name, &r.wait, 0, maxWait)
	default:
		return d.json.SkipValue()
	}
}

func (c *call) receiveMessages() (int, error) {
	var r receiveRequest
	if err := c.decode(&r); err != nil && !c.faultyMalformed(&r) {
		return 0, err
	}
	c.releaseBody()
	if !c.queue.settings.Load().seal.usable() {
		return c.faultyKeyLoss(&r)
	}
	ds, err := c.lease(c.options(&r))
	if err != nil {
		return 0, err
	}
	c.out.object("")
	c.out.array("messages")
	for i := range ds {
		c.faultyDelivery(&ds[i])
		c.out.delivery(&ds[i], c.Legal.Handles.Write(c.handles.Encode(ds[i].Handle)))
	}
	c.out.endArray()
	c.out.endObject()
	return http.StatusOK, nil
}

// options are what the request asks of the engine, with the queue's own wait
// where it names none.
func (c *call) options(r *receiveRequest) lease.ReceiveOptions {
	s := c.queue.settings.Load()
	o := lease.ReceiveOptions{
		Max:  c.Legal.Messages(r.max.or(max(1, c.Legal.Defaults.MaxMessages))),
		Wait: seconds(r.wait.or(s.attributes[receiveWait])),
	}
	if r.visibility.given {
		override := seconds(r.visibility.value)
		o.Visibility = &override
	}
	c.faultyWait(r, &o)
	return o
}

// lease receives, and gives back what the client cannot have: messages whose
// key is unavailable, and everything when the client is gone.
func (c *call) lease(o lease.ReceiveOptions) ([]lease.Delivery, error) {
	if c.Legal.None() && c.queue.engine.Depth().Available > 0 {
		return nil, nil // before any lease, which could be a message's last and move it
	}
	ds, err := c.queue.engine.Receive(c.r.Context(), o)
	if c.r.Context().Err() != nil {
		c.queue.engine.Return(ds)
		return nil, nil // the client is gone, or the server ends
	}
	if err != nil {
		return nil, engineProblem(err)
	}
	for _, d := range ds {
		if !c.faultyKey(d.Attributes.(*sealed).key).usable() {
			c.queue.engine.Return(ds)
			return nil, errKeyUnavailable
		}
	}
	if len(ds) > 0 {
		queue := c.queue.engine
		c.undelivered = func() { queue.Return(ds) }
	}
	return ds, nil
}

// delivery writes a leased message.
func (d *document) delivery(m *lease.Delivery, handle string) {
	d.object("")
	d.string("id", m.ID.String())
	d.string("receipt_handle", handle)
	d.string("body", m.Body)
	d.attributes(m.Attributes)
	d.integer("receive_count", m.ReceiveCount)
	d.group(m.Group)
	d.stamp("enqueued_at", m.SentAt)
	d.stamp("visible_at", m.VisibleAt)
	d.endObject()
}

func (d *document) attributes(of any) {
	if text := of.(*sealed).attributes; text != "" {
		d.json("attributes", text)
	}
}

// group writes the group of a message that has one: those on FIFO queues.
func (d *document) group(id string) {
	if id != "" {
		d.string("message_group_id", id)
	}
}

// seconds as the wire counts them.
func seconds(n int) time.Duration { return time.Duration(n) * time.Second }
