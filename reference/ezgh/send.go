package ezgh

import (
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/leasecheck/leasecheck/reference/lease"
)

// maxMessageBytes bounds a message's body and attributes together, in UTF-8.
const maxMessageBytes = 262_144

// ownAttributes is how the names of attributes begin that only the service sets.
const ownAttributes = "ezgh."

var (
	sendDelay = numeric{field: "delaySeconds", high: 900}
	batchSize = numeric{field: "the number of messages", low: 1, high: 10}
)

// outgoing is a message as a producer gives it.
type outgoing struct {
	Body            *string            `json:"body"`
	Attributes      map[string]*string `json:"attributes"`
	GroupID         *string            `json:"groupId"`
	DeduplicationID *string            `json:"deduplicationId"`
	DelaySeconds    *int               `json:"delaySeconds"`
}

// sent answers one message: either its id, or why it was refused.
type sent struct {
	MessageID string `json:"messageId,omitempty"`
	Seq       string `json:"seq,omitempty"`
	Error     string `json:"error,omitempty"`
	Message   string `json:"message,omitempty"`
}

func (s *Server) sendMessage(c *call) (answer, *refusal) {
	var given outgoing
	if refused := decode(c.Request, &given); refused != nil {
		return answer{}, refused
	}
	accepted, refused := s.send(c.queue, given)
	if refused != nil {
		return answer{}, refused
	}
	return answer{s.legal.Success(http.StatusCreated), accepted}, nil
}

func (s *Server) sendMessageBatch(c *call) (answer, *refusal) {
	var given struct {
		Messages []*outgoing `json:"messages"`
	}
	if refused := decode(c.Request, &given); refused != nil {
		return answer{}, refused
	}
	if refused := batchSize.check(s.faults, len(given.Messages)); refused != nil {
		return answer{}, refused
	}
	results := make([]sent, len(given.Messages))
	for i, m := range given.Messages {
		if m == nil {
			m = &outgoing{}
		}
		result, refused := s.send(c.queue, *m)
		if refused != nil {
			result = sent{Error: refused.code, Message: refused.message}
		}
		results[i] = result
	}
	return ok(map[string][]sent{"results": results}), nil
}

// send checks a message and puts it into the queue.
func (s *Server) send(q *queue, given outgoing) (sent, *refusal) {
	m, refused := s.checkMessage(given, q.fifo)
	if refused != nil {
		return sent{}, refused
	}
	accepted, err := q.Send(m)
	if err != nil {
		return sent{}, noSuchQueue()
	}
	result := sent{MessageID: accepted.ID.String()}
	if q.fifo {
		result.Seq = strconv.FormatUint(accepted.Sequence, 10)
	}
	return result, nil
}

func (s *Server) checkMessage(given outgoing, fifo bool) (lease.Outgoing, *refusal) {
	if given.Body == nil {
		return lease.Outgoing{}, invalidRequest("body is missing")
	}
	attributes, refused := checkAttributes(given.Attributes)
	if refused != nil {
		return lease.Outgoing{}, refused
	}
	m := lease.Outgoing{Body: *given.Body, Attributes: attributes}
	if size := messageSize(m.Body, attributes); size > maxMessageBytes {
		return m, invalidRequest("body and attributes have %d bytes; %d is the most", size, maxMessageBytes)
	}
	if m.Delay, refused = s.seconds(sendDelay, given.DelaySeconds); refused != nil {
		return m, refused
	}
	return m, order(&m, given, fifo)
}

// order checks and sets the fields that only FIFO queues have.
func order(m *lease.Outgoing, given outgoing, fifo bool) *refusal {
	if !fifo {
		if given.GroupID != nil || given.DeduplicationID != nil {
			return invalidRequest("groupId and deduplicationId are for FIFO queues")
		}
		return nil
	}
	if given.GroupID == nil || *given.GroupID == "" {
		return invalidRequest("groupId is missing: the queue is a FIFO queue")
	}
	if m.Delay != nil && *m.Delay > 0 {
		return invalidRequest("delaySeconds is for standard queues")
	}
	m.Group = *given.GroupID
	if given.DeduplicationID != nil {
		m.DeduplicationID = *given.DeduplicationID
	}
	return nil
}

func checkAttributes(given map[string]*string) (map[string]string, *refusal) {
	attributes := make(map[string]string, len(given))
	for name, value := range given {
		switch {
		case value == nil:
			return nil, invalidRequest("attributes.%s is null; values are strings", name)
		case strings.HasPrefix(name, ownAttributes):
			return nil, invalidRequest("attributes.%s: names that begin with %s are the service's own", name, ownAttributes)
		}
		attributes[name] = *value
	}
	return attributes, nil
}

func messageSize(body string, attributes map[string]string) int {
	size := len(body)
	for name, value := range attributes {
		size += len(name) + len(value)
	}
	return size
}

// received are a message's attributes as a consumer sees them: as sent, and
// where it came from if it was dead-lettered.
func received(m lease.Message) map[string]string {
	attributes, _ := m.Attributes.(map[string]string)
	if m.Origin == nil {
		return attributes
	}
	sent := attributes
	attributes = make(map[string]string, len(sent)+3)
	maps.Copy(attributes, sent)
	attributes[ownAttributes+"sourceQueueId"] = m.Origin.Queue.String()
	attributes[ownAttributes+"receiveCount"] = strconv.Itoa(m.Origin.ReceiveCount)
	attributes[ownAttributes+"deadLetteredAt"] = stamp(m.Origin.At)
	return attributes
}
