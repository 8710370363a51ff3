package judge

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// Queue is a queue of the case's own. Its operations judge: they return what
// the target answered. Its Must operations prepare: when they misbehave the
// case ends inconclusive, blocked by the requirement that judges that step,
// or failed where the case judges that requirement itself.
type Queue struct {
	target.Queue
	t *T
	// settings are what the case asked of the queue.
	settings target.Settings
	// caught is a message that StaysHidden received when its lease may have ended.
	caught *Lease
}

// ReceiveOption says what a receive asks for beside its defaults: one message,
// no wait, the queue's visibility timeout.
type ReceiveOption func(*target.Receive)

// Max asks for at most n messages.
func Max(n int) ReceiveOption { return func(r *target.Receive) { r.Max = &n } }

// For asks for a lease of d.
func For(d time.Duration) ReceiveOption { return func(r *target.Receive) { r.Visibility = &d } }

// Wait asks for a long poll of d.
func Wait(d time.Duration) ReceiveOption { return func(r *target.Receive) { r.Wait = &d } }

// DefaultWait leaves the wait out of the request, so that the queue's applies.
func DefaultWait() ReceiveOption { return func(r *target.Receive) { r.Wait = nil } }

// DefaultMax leaves the number of messages out of the request.
func DefaultMax() ReceiveOption { return func(r *target.Receive) { r.Max = nil } }

func receive(options []ReceiveOption) target.Receive {
	one, none := 1, time.Duration(0)
	r := target.Receive{Max: &one, Wait: &none}
	for _, o := range options {
		o(&r)
	}
	return r
}

// own is the queue as the dialect's own operations send to it, whoever
// provisions it, where the target has them.
func (q *Queue) own() target.Queue {
	if q.t.env.Granted[NeedProducer] {
		return target.Own(q.Queue)
	}
	return q.Queue
}

// Send sends m.
func (q *Queue) Send(m target.Message) target.Sent { return q.send(q.own(), m) }

// SendBatch sends ms in one call.
func (q *Queue) SendBatch(ms []target.Message) []target.Sent { return q.sendBatch(q.own(), ms) }

func (q *Queue) send(by target.Queue, m target.Message) target.Sent {
	q.t.session.Provided(len(m.Body))
	sent := by.Send(q.t.ctx, q.t.fresh(m))
	q.t.answered(sent.Outcome)
	return sent
}

func (q *Queue) sendBatch(by target.Queue, ms []target.Message) []target.Sent {
	bytes, fresh := 0, make([]target.Message, len(ms))
	for i, m := range ms {
		bytes += len(m.Body)
		fresh[i] = q.t.fresh(m)
	}
	q.t.session.Provided(bytes)
	sents := by.SendBatch(q.t.ctx, fresh)
	for _, s := range sents {
		q.t.answered(s.Outcome)
	}
	return sents
}

// Receive receives.
func (q *Queue) Receive(options ...ReceiveOption) target.Received {
	r := receive(options)
	got := q.Queue.Receive(q.t.ctx, r)
	q.t.answered(got.Outcome)
	q.t.lingers(r, got)
	return got
}

// Acknowledge acknowledges one handle.
func (q *Queue) Acknowledge(handle string) target.Outcome {
	return q.AcknowledgeAll(handle)[0]
}

// AcknowledgeAll acknowledges handles in one call.
func (q *Queue) AcknowledgeAll(handles ...string) []target.Outcome {
	q.t.rest(stepAcknowledge)
	return q.t.allAnswered(q.Queue.Acknowledge(q.t.ctx, handles...), len(handles))
}

// ChangeVisibility asks that the lease of one handle end d from now.
func (q *Queue) ChangeVisibility(handle string, d time.Duration) target.Outcome {
	return q.ChangeVisibilityAll(d, handle)[0]
}

// ChangeVisibilityAll asks for all handles in one call.
func (q *Queue) ChangeVisibilityAll(d time.Duration, handles ...string) []target.Outcome {
	if d == 0 {
		q.t.rest(stepRelease)
	}
	return q.t.allAnswered(q.Queue.ChangeVisibility(q.t.ctx, d, handles...), len(handles))
}

// Purge empties the queue.
func (q *Queue) Purge() target.Outcome {
	o := q.Queue.Purge(q.t.ctx)
	q.t.answered(o)
	return o
}

// Delete deletes the queue.
func (q *Queue) Delete() target.Outcome {
	o := q.Queue.Delete(q.t.ctx)
	q.t.answered(o)
	return o
}

// Message is a message of the case's own with this body; on a FIFO queue it is
// of the group "g" and has a deduplication id of its own.
func (q *Queue) Message(body string) target.Message {
	m := target.Message{Body: body}
	if q.settings.Kind == target.FIFO {
		m = q.Grouped("g", body)
	}
	return m
}

// Grouped is a FIFO message of the group with a deduplication id of its own.
func (q *Queue) Grouped(group, body string) target.Message {
	id := q.t.unique("dedup")
	return target.Message{Body: body, Group: group, DeduplicationID: id}
}

// MustSend sends one message a body, one after the other.
func (q *Queue) MustSend(bodies ...string) []target.Sent {
	ms := make([]target.Message, len(bodies))
	for i, body := range bodies {
		ms[i] = q.Message(body)
	}
	return q.MustSendMessages(ms...)
}

// MustSendGroup sends one message a body to a FIFO queue's group.
func (q *Queue) MustSendGroup(group string, bodies ...string) []target.Sent {
	ms := make([]target.Message, len(bodies))
	for i, body := range bodies {
		ms[i] = q.Grouped(group, body)
	}
	return q.MustSendMessages(ms...)
}

// MustSendMessages sends ms one after the other.
func (q *Queue) MustSendMessages(ms ...target.Message) []target.Sent {
	sents := make([]target.Sent, len(ms))
	for i, m := range ms {
		sents[i] = q.send(q.Queue, m)
		q.t.mustBeOK(stepSend, "send", sents[i].Outcome)
	}
	return sents
}

// MustSendBatch sends ms, at most ten, in one call.
func (q *Queue) MustSendBatch(ms ...target.Message) []target.Sent {
	sents := q.sendBatch(q.Queue, ms)
	for _, s := range sents {
		q.t.mustBeOK(stepSend, "send in a batch", s.Outcome)
	}
	return sents
}

// MustLease receives until it holds one message, and returns its lease.
func (q *Queue) MustLease(options ...ReceiveOption) Lease {
	return q.MustLeases(1, options...)[0]
}

// MustLeases receives until it holds n messages. A receive may answer fewer
// than are available, also none, so it goes on until a deadline.
func (q *Queue) MustLeases(n int, options ...ReceiveOption) []Lease {
	return q.mustFetch(stepFetch, n, options)
}

// MustLeaseLapsed is MustLeases for messages whose leases have lapsed.
func (q *Queue) MustLeaseLapsed(n int, options ...ReceiveOption) []Lease {
	return q.mustFetch(stepLapse, n, options)
}

// MustLeaseReleased is MustLeases for messages that were released.
func (q *Queue) MustLeaseReleased(n int, options ...ReceiveOption) []Lease {
	return q.mustFetch(stepRelease, n, options)
}

func (q *Queue) mustFetch(s step, n int, options []ReceiveOption) []Lease {
	var leases []Lease
	ok := q.t.retry(certainReceives, fetchPatience, func() bool {
		for _, got := range q.MustReceive(append(options, Max(min(n-len(leases), 10)))...) {
			leases = latest(leases, got)
		}
		return len(leases) >= n
	})
	if !ok {
		q.t.blocked(s, fmt.Sprintf("received %d of %d available messages within %s",
			len(leases), n, fetchPatience))
	}
	return leases
}

// latest adds a lease, in place of an earlier one on the same message.
func latest(leases []Lease, got Lease) []Lease {
	earlier := func(l Lease) bool { return same(l.Delivery, got.Delivery) }
	return append(slices.DeleteFunc(leases, earlier), got)
}

// MustReceive makes one receive that must be answered well; it may be empty.
func (q *Queue) MustReceive(options ...ReceiveOption) []Lease {
	got, r := q.Receive(options...), receive(options)
	q.t.mustBeOK(stepReceive, "receive", got.Outcome)
	if n := len(got.Deliveries); r.Max != nil && n > *r.Max {
		q.t.Decide(got.Exchange)
		q.t.blocked(stepMax, fmt.Sprintf("received %d messages in exchange %d, which asked for %d at most", n, got.Exchange, *r.Max))
	}
	return q.leases(got, r)
}

// leases are those that the answer to r took.
func (q *Queue) leases(got target.Received, r target.Receive) []Lease {
	lasts := q.settings.Visibility
	if r.Visibility != nil {
		lasts = *r.Visibility
	}
	leases := make([]Lease, len(got.Deliveries))
	for i, d := range got.Deliveries {
		leases[i] = q.t.lease(d, lasts)
	}
	return leases
}

// MustAcknowledge acknowledges each lease in time.
func (q *Queue) MustAcknowledge(leases ...Lease) {
	for _, l := range leases {
		q.mustHaveAcknowledged(l, q.Acknowledge(l.Handle))
	}
}

// MustAcknowledgeAtOnce acknowledges the leases, at most ten, in one call.
func (q *Queue) MustAcknowledgeAtOnce(leases ...Lease) {
	for i, o := range q.AcknowledgeAll(Handles(leases...)...) {
		q.mustHaveAcknowledged(leases[i], o)
	}
}

func (q *Queue) mustHaveAcknowledged(l Lease, o target.Outcome) {
	q.mustBeInTime(l, o)
	q.t.mustBeOK(stepAcknowledge, "acknowledge of a live handle", o)
	q.t.timeline.event(l, "acknowledged")
}

// MustChangeVisibility changes a running lease to end d from now.
func (q *Queue) MustChangeVisibility(l Lease, d time.Duration) Lease {
	o := q.ChangeVisibility(l.Handle, d)
	q.mustBeInTime(l, o)
	q.t.mustBeOK(stepVisibility, "visibility change of a live handle", o)
	changed := l.Changed(o.Call, d)
	q.t.timeline.leased(changed)
	return changed
}

// mustBeInTime ends the case inconclusive when a handle was refused after its
// lease may have ended.
func (q *Queue) mustBeInTime(l Lease, o target.Outcome) {
	if o.Class == target.Stale {
		q.t.InTime(o.Answered, l)
	}
}
