package basaltic

import (
	"context"
	"fmt"
	"strconv"
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
	answer, o := Read[SendAnswer](q.client.SendMessage(ctx, q.Ref(), Outgoing(m, "")))
	return target.Sent{Outcome: o, MessageID: answer.Result.MessageID, Duplicate: answer.Result.Duplicate}
}

// SendBatch sends messages in one request.
func (q *Queue) SendBatch(ctx context.Context, ms []target.Message) []target.Sent {
	entries := make([]Message, len(ms))
	for i, m := range ms {
		entries[i] = Outgoing(m, entryID(i))
	}
	results, outcomes := entryOutcomes(q.client.SendMessageBatch(ctx, q.Ref(), Batch[Message]{entries}), len(ms))
	sent := make([]target.Sent, len(ms))
	for i := range sent {
		sent[i] = target.Sent{Outcome: outcomes[i], MessageID: results[i].MessageID, Duplicate: results[i].Duplicate}
	}
	return sent
}

// Receive takes leases. Without any wish it sends no body.
func (q *Queue) Receive(ctx context.Context, r target.Receive) target.Received {
	var body any
	if r != (target.Receive{}) {
		body = Receive{Max: r.Max, Visibility: wire.OptionalSeconds(r.Visibility), Wait: wire.OptionalSeconds(r.Wait)}
	}
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
	if len(handles) == 1 {
		return []target.Outcome{wire.Classify(q.client.DeleteMessage(ctx, q.Ref(), handles[0]), classes)}
	}
	_, outcomes := entryOutcomes(q.client.DeleteMessageBatch(ctx, q.Ref(), receipts(handles, nil)), len(handles))
	return outcomes
}

// ChangeVisibility moves the end of each handle's lease to d from now.
func (q *Queue) ChangeVisibility(ctx context.Context, d time.Duration, handles ...string) []target.Outcome {
	if len(handles) == 1 {
		body := Receipt{Handle: handles[0], Visibility: wire.OptionalSeconds(&d)}
		return []target.Outcome{wire.Classify(q.client.ChangeMessageVisibility(ctx, q.Ref(), body), classes)}
	}
	_, outcomes := entryOutcomes(q.client.ChangeMessageVisibilityBatch(ctx, q.Ref(), receipts(handles, &d)), len(handles))
	return outcomes
}

// Purge deletes all messages.
func (q *Queue) Purge(ctx context.Context) target.Outcome {
	return wire.Classify(q.client.PurgeQueue(ctx, q.Ref()), classes)
}

// Delete deletes the queue.
func (q *Queue) Delete(ctx context.Context) target.Outcome {
	return wire.Classify(q.client.DeleteQueue(ctx, q.Ref()), classes)
}

// Describe reads the queue's settings.
func (q *Queue) Describe(ctx context.Context) (target.Settings, target.Outcome) {
	answer, o := Read[QueueAnswer](q.client.DescribeQueue(ctx, q.Ref()))
	return answer.Queue.settings(), o
}

// Outgoing is a message as it is sent: with an id as the entry of a batch, else alone.
func Outgoing(m target.Message, id string) Message {
	out := Message{ID: id, Body: m.Body, Group: m.Group, DeduplicationID: m.DeduplicationID, Delay: wire.SetSeconds(m.Delay)}
	if m.Attributes != nil {
		out.Attributes = make(map[string]Attribute, len(m.Attributes))
		for name, a := range m.Attributes {
			out.Attributes[name] = Attribute(a)
		}
	}
	return out
}

func (m Received) delivery(call target.Call) target.Delivery {
	d := target.Delivery{
		Call: call, MessageID: m.ID, Handle: m.Handle, Body: m.Body, Group: m.Group,
		ReceiveCount: int(m.ReceiveCount), SentAt: m.EnqueuedAt, VisibleAt: m.VisibleAt,
	}
	if m.Attributes != nil {
		d.Attributes = make(map[string]target.Attribute, len(m.Attributes))
		for name, a := range m.Attributes {
			d.Attributes[name] = target.Attribute(a)
		}
	}
	return d
}

func receipts(handles []string, d *time.Duration) Batch[Receipt] {
	entries := make([]Receipt, len(handles))
	for i, h := range handles {
		entries[i] = Receipt{ID: entryID(i), Handle: h, Visibility: wire.OptionalSeconds(d)}
	}
	return Batch[Receipt]{entries}
}

// entryID names the entry at i of a batch.
func entryID(i int) string { return "e" + strconv.Itoa(i) }

// entryOutcomes gives the result and outcome of each of n entries. When the
// whole request was not OK, that is the outcome of all.
func entryOutcomes(call target.Call, n int) ([]Result, []target.Outcome) {
	answer, whole := Read[Results](call)
	byID := make(map[string]Result, n)
	for _, r := range answer.Results {
		byID[r.ID] = r
	}
	results, outcomes := make([]Result, n), make([]target.Outcome, n)
	for i := range n {
		outcomes[i] = whole
		if whole.Class != target.OK {
			continue
		}
		r, there := byID[entryID(i)]
		results[i] = r
		switch {
		case !there:
			outcomes[i].Class = target.Unanswered
			outcomes[i].Err = wire.Misformed(fmt.Sprintf("it has no result for entry %s", entryID(i)))
		case r.Error != "":
			outcomes[i].Code, outcomes[i].Class = r.Error, target.Refused
			if class, known := classes[r.Error]; known {
				outcomes[i].Class = class
			}
		}
	}
	return results, outcomes
}
