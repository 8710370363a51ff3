package ezgh

import (
	"errors"
	"strconv"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

var (
	receiveMax = numeric{field: "maxMessages", low: 1, high: 10, passes: map[int]fault.ID{
		0: fault.PullMaxZeroAccepted, 11: fault.PullMaxElevenAccepted,
	}}
	receiveWait = numeric{field: "waitSeconds", high: 20, passes: map[int]fault.ID{
		-1: fault.PullWaitNegativeAccepted, 21: fault.PullWait21Accepted,
	}}
	receiveVisibility = numeric{field: "visibilityTimeoutSeconds", high: 43_200, passes: map[int]fault.ID{
		-1: fault.PullVisibilityNegativeAccepted, 43_201: fault.PullVisibility43201Accepted,
	}}
)

// receive is what a consumer asks for, all of it optional.
type receive struct {
	MaxMessages              *int `json:"maxMessages"`
	WaitSeconds              *int `json:"waitSeconds"`
	VisibilityTimeoutSeconds *int `json:"visibilityTimeoutSeconds"`
}

// message is a delivery as a consumer sees it.
type message struct {
	MessageID       string            `json:"messageId"`
	ReceiptHandle   string            `json:"receiptHandle"`
	Body            string            `json:"body"`
	Attributes      map[string]string `json:"attributes"`
	SentAt          string            `json:"sentAt"`
	FirstReceivedAt string            `json:"firstReceivedAt,omitempty"`
	ReceiveCount    int               `json:"receiveCount"`
	GroupID         string            `json:"groupId,omitempty"`
	Seq             any               `json:"seq,omitempty"` // a text of digits
}

type messages struct {
	Messages []message `json:"messages"`
}

func (s *Server) receiveMessages(c *call) (answer, *refusal) {
	s.faultyPullBody(c.Request)
	var given receive
	if refused := decode(c.Request, &given); refused != nil {
		return answer{}, refused
	}
	if refused := s.faultyPull(&given, c.queue); refused != nil {
		return answer{}, refused
	}
	options, refused := s.checkReceive(given, c.queue)
	if refused != nil {
		return answer{}, refused
	}
	ctx := c.Context()
	deliveries, err := c.queue.Receive(ctx, options)
	if errors.Is(err, lease.ErrDeleted) {
		return answer{}, notFound("the queue was deleted")
	}
	if ctx.Err() != nil && len(deliveries) > 0 {
		// The client has gone, or the server is closing: nobody gets the lease.
		c.queue.Return(deliveries)
		deliveries = nil
	}
	return s.faultyPulled(s.show(c.queue, deliveries)), nil
}

// checkReceive turns what a consumer asks for into the engine's terms.
func (s *Server) checkReceive(given receive, q *queue) (lease.ReceiveOptions, *refusal) {
	o := lease.ReceiveOptions{Max: 1}
	if given.MaxMessages != nil {
		if refused := receiveMax.check(s.faults, *given.MaxMessages); refused != nil {
			return o, refused
		}
		o.Max = receiveMax.within(*given.MaxMessages)
	}
	o.Max = s.legal.Messages(o.Max)
	wait, refused := s.seconds(receiveWait, given.WaitSeconds)
	if refused != nil {
		return o, refused
	}
	o.Wait = q.waitsFor()
	if wait != nil {
		o.Wait = *wait
	}
	o.Wait = s.faultyWait(o.Wait)
	o.Visibility, refused = s.seconds(receiveVisibility, given.VisibilityTimeoutSeconds)
	return o, refused
}

// show is what a consumer sees of its deliveries.
func (s *Server) show(q *queue, deliveries []lease.Delivery) []message {
	list := make([]message, len(deliveries))
	for i, d := range deliveries {
		list[i] = s.showOne(d, q.fifo)
	}
	return list
}

func (s *Server) showOne(d lease.Delivery, fifo bool) message {
	m := message{
		MessageID:     d.ID.String(),
		ReceiptHandle: s.writeHandle(d.Handle),
		Body:          d.Body,
		Attributes:    received(d.Message),
		SentAt:        stamp(d.SentAt),
		ReceiveCount:  d.ReceiveCount,
	}
	if !d.FirstReceived.IsZero() {
		m.FirstReceivedAt = stamp(d.FirstReceived)
	}
	if fifo {
		m.GroupID = d.Group
		m.Seq = strconv.FormatUint(d.Sequence, 10)
	}
	s.faultyMessage(&m, d.Sequence, fifo)
	return m
}
