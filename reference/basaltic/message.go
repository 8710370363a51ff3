package basaltic

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/leasecheck/leasecheck/reference/lease"
)

// sealed is what the engine keeps for the wire beside a message's body.
type sealed struct {
	key        *dataKey
	attributes string // as JSON; empty for none
}

// WithoutAttributes tells the engine what a message keeps when a fault makes it
// lose its attributes.
func (s *sealed) WithoutAttributes() any { return &sealed{key: s.key} }

// outgoing is a message that a request asks to send.
type outgoing struct {
	body            field[string]
	attributes      messageAttributes
	delay           field[int]
	group           field[string]
	deduplicationID field[string]
}

func (m *outgoing) member(d *decoder, name string) error {
	switch name {
	case "body":
		if d.faultyStringifies() {
			return d.faultyBody(&m.body)
		}
		return d.string(name, &m.body)
	case "attributes":
		if d.json.PeekKind() == 'n' {
			return d.json.SkipValue()
		}
		return d.object(name, &m.attributes)
	case "delay_seconds":
		return d.integer(name, &m.delay, 0, maxDelay)
	case "message_group_id":
		return d.string(name, &m.group)
	case "message_deduplication_id":
		return d.string(name, &m.deduplicationID)
	default:
		return d.json.SkipValue()
	}
}

// send checks the message against the queue and sends it.
func (c *call) send(m *outgoing) (lease.Accepted, error) {
	s := c.queue.settings.Load()
	c.faultyAsked(m, s)
	if err := m.check(c.queue.fifo, s, c.faultySize(m, s)); err != nil {
		c.faultyRejected(m)
		return lease.Accepted{}, err
	}
	if accepted, repeated := c.faultyRepeat(m); repeated {
		return accepted, nil
	}
	c.faultyKept(m)
	if !s.seal.usable() {
		return lease.Accepted{}, errKeyUnavailable
	}
	out := m.engine(s)
	out.Batched = c.batches()
	accepted, err := c.queue.engine.Send(out)
	if err != nil {
		return lease.Accepted{}, engineProblem(err)
	}
	return accepted, nil
}

// bytes is what the message counts against max_message_bytes.
func (m *outgoing) bytes() int { return len(m.body.value) + m.attributes.bytes() }

// check asks whether a queue takes the message, which counts as size bytes.
func (m *outgoing) check(fifo bool, s *settings, size int) error {
	if !m.body.given {
		return invalid("a message needs a body")
	}
	if size > s.attributes[maxBytes] {
		return &problem{status: http.StatusBadRequest, code: codeTooLarge,
			message: "body and attributes have more bytes than the queue's max_message_bytes"}
	}
	if fifo {
		return m.checkFIFO(s)
	}
	if m.group.given {
		return invalid("message_group_id is for FIFO queues")
	}
	if m.deduplicationID.given {
		return invalid("message_deduplication_id is for FIFO queues")
	}
	return nil
}

func (m *outgoing) checkFIFO(s *settings) error {
	switch {
	case m.group.value == "":
		return invalid("a message to a FIFO queue needs a message_group_id")
	case m.delay.value > 0:
		return invalid("a message to a FIFO queue has no delay_seconds")
	case m.deduplicationID.given && m.deduplicationID.value == "":
		return invalid("message_deduplication_id must not be empty")
	case !m.deduplicationID.given && !s.contentBasedDeduplication:
		return invalid("without content-based deduplication a message needs a message_deduplication_id")
	}
	return nil
}

// engine is the message as the engine takes it, sealed with the queue's data key.
func (m *outgoing) engine(s *settings) lease.Outgoing {
	out := lease.Outgoing{
		Body:            m.body.value,
		Attributes:      &sealed{key: s.seal, attributes: m.attributes.json()},
		Group:           m.group.value,
		DeduplicationID: m.deduplicationID.value,
	}
	if m.group.given && !m.deduplicationID.given {
		sum := sha256.Sum256([]byte(m.body.value))
		out.DeduplicationID = hex.EncodeToString(sum[:])
	}
	if m.delay.given {
		delay := time.Duration(m.delay.value) * time.Second
		out.Delay = &delay
	}
	return out
}

func (c *call) sendMessage() (int, error) {
	var m outgoing
	if err := c.decode(&m); err != nil {
		return 0, err
	}
	accepted, err := c.send(&m)
	if err != nil {
		return 0, err
	}
	c.out.object("")
	c.out.object("result")
	c.out.accepted(accepted)
	c.out.endObject()
	c.out.endObject()
	return http.StatusCreated, nil
}

// accepted writes the members that tell what became of a send.
func (d *document) accepted(a lease.Accepted) {
	d.string("message_id", a.ID.String())
	d.boolean("duplicate", a.Duplicate)
}
