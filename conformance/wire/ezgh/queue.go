package ezgh

import (
	"context"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

// Queue is a queue in neutral terms.
type Queue struct {
	target.Identity
	client *Client
	// receiveWait is the queue's own wait, zero when it is not known.
	receiveWait time.Duration
}

var _ target.Queue = (*Queue)(nil)

// Send sends one message.
func (q *Queue) Send(ctx context.Context, m target.Message) target.Sent {
	answer, o := ReadAssumed[SendAnswer](q.client.SendMessage(ctx, q.Ref(), outgoing(m)))
	return target.Sent{Outcome: o, MessageID: string(answer.MessageID)}
}

// SendBatch sends messages in one request.
func (q *Queue) SendBatch(ctx context.Context, ms []target.Message) []target.Sent {
	batch := Messages{Messages: make([]Message, len(ms))}
	for i, m := range ms {
		batch.Messages[i] = outgoing(m)
	}
	answer, whole := ReadAssumed[SendResults](q.client.SendMessageBatch(ctx, q.Ref(), batch))
	sent := make([]target.Sent, len(ms))
	for i := range sent {
		if whole.Class != target.OK || i >= len(answer.Results) {
			sent[i].Outcome = missing(whole, i)
			continue
		}
		r := answer.Results[i]
		sent[i] = target.Sent{Outcome: entry(whole, string(r.Error)), MessageID: string(r.MessageID)}
	}
	return sent
}

// Receive claims messages.
func (q *Queue) Receive(ctx context.Context, r target.Receive) target.Received {
	body := Receive{Max: r.Max, Visibility: wire.OptionalSeconds(r.Visibility), Wait: wire.OptionalSeconds(r.Wait)}
	call := q.client.ReceiveMessages(ctx, q.Ref(), body, wire.Waiting(wire.LongestWait(r, q.receiveWait)))
	answer, o := Read[ReceiveAnswer](call)
	messages, o := wire.Messages(o, answer.Messages)
	received := target.Received{Outcome: o}
	for _, m := range messages {
		received.Deliveries = append(received.Deliveries, m.delivery(call))
	}
	return received
}

// Acknowledge deletes by handle.
func (q *Queue) Acknowledge(ctx context.Context, handles ...string) []target.Outcome {
	return ReceiptOutcomes(q.client.AckReceipts(ctx, Ack{handles}), len(handles))
}

// ChangeVisibility moves the end of each handle's lease to d from now.
func (q *Queue) ChangeVisibility(ctx context.Context, d time.Duration, handles ...string) []target.Outcome {
	body := Visibility{Entries: make([]VisibilityEntry, len(handles))}
	for i, h := range handles {
		body.Entries[i] = VisibilityEntry{Handle: h, Seconds: wire.Seconds(d)}
	}
	return ReceiptOutcomes(q.client.ChangeReceiptVisibility(ctx, body), len(handles))
}

// Purge deletes all messages.
func (q *Queue) Purge(ctx context.Context) target.Outcome {
	return wire.Classify(q.client.PurgeQueue(ctx, q.Ref()), nil)
}

// Delete deletes the queue.
func (q *Queue) Delete(ctx context.Context) target.Outcome {
	return wire.Classify(q.client.DeleteQueue(ctx, q.Ref()), nil)
}

// Describe reads the queue's settings.
func (q *Queue) Describe(ctx context.Context) (target.Settings, target.Outcome) {
	answer, o := ReadAssumed[QueueAnswer](q.client.DescribeQueue(ctx, q.Ref()))
	return answer.Queue.settings(), o
}

func outgoing(m target.Message) Message {
	out := Message{Body: m.Body, Group: m.Group, DeduplicationID: m.DeduplicationID, Delay: wire.SetSeconds(m.Delay)}
	if m.Attributes != nil {
		out.Attributes = make(map[string]string, len(m.Attributes))
		for name, a := range m.Attributes {
			out.Attributes[name] = a.Value
		}
	}
	return out
}

func (m Received) delivery(call target.Call) target.Delivery {
	d := target.Delivery{
		Call: call, MessageID: m.ID, Handle: m.Handle, Body: m.Body, Group: m.Group, Sequence: m.Seq,
		ReceiveCount: int(m.ReceiveCount), SentAt: string(m.SentAt), FirstReceived: string(m.FirstReceivedAt),
	}
	if m.Attributes != nil {
		d.Attributes = make(map[string]target.Attribute, len(m.Attributes))
		for name, value := range m.Attributes {
			d.Attributes[name] = target.Attribute{Value: value}
		}
	}
	return d
}

// ReceiptOutcomes gives the outcome of each of n handles of a receipt request.
// When the whole request was not OK, that is the outcome of all.
func ReceiptOutcomes(call target.Call, n int) []target.Outcome {
	answer, whole := Read[Results](call)
	outcomes := make([]target.Outcome, n)
	for i := range outcomes {
		if whole.Class != target.OK || i >= len(answer.Results) {
			outcomes[i] = missing(whole, i)
			continue
		}
		r := answer.Results[i]
		outcomes[i] = entry(whole, r.Error)
		if !r.OK && r.Error == "" {
			outcomes[i].Class = target.Unanswered
			outcomes[i].Err = wire.Misformed("a result says neither ok nor an error")
		}
	}
	return outcomes
}

// missing is the outcome of the entry at i, whose request was not OK or whose
// answer has no result for it.
func missing(whole target.Outcome, i int) target.Outcome {
	if whole.Class == target.OK {
		whole.Class = target.Unanswered
		whole.Err = wire.Misformed(fmt.Sprintf("it has no result for entry %d", i))
	}
	return whole
}

// entry is the outcome of an entry with this error, or none.
func entry(whole target.Outcome, code string) target.Outcome {
	if code == "" {
		return whole
	}
	whole.Code, whole.Class = code, target.Refused
	if class, known := classes[code]; known {
		whole.Class = class
	}
	return whole
}
