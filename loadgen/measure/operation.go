package measure

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Kind is what an operation does.
type Kind string

// The operations, by their names in a result.
const (
	Send         Kind = "send"
	Receive      Kind = "receive"
	EmptyReceive Kind = "empty_receive"
	Acknowledge  Kind = "acknowledge"
	Change       Kind = "change_visibility"
	// Delivery counts from the send's acceptance, DeliveryFromSend from its sending
	// and DeliveryFromSchedule from its intended time, to the receive's answer.
	Delivery             Kind = "delivery"
	DeliveryFromSend     Kind = "delivery_from_send"
	DeliveryFromSchedule Kind = "delivery_from_schedule"
	// Redelivery counts from the earliest that a lease was due to end to the answer
	// of the receive that brought the message again.
	Redelivery Kind = "redelivery"
)

// Kinds are all operations, in the order of a message's life.
func Kinds() []Kind {
	return []Kind{Send, Receive, EmptyReceive, Acknowledge, Change, Delivery, DeliveryFromSend, DeliveryFromSchedule, Redelivery}
}

// Operation measures one kind of call in the measured phase.
type Operation struct {
	kind            Kind
	count, messages atomic.Int64
	latency         *Histogram
	// fromSchedule and lag are of sends alone.
	fromSchedule, lag *Histogram

	mu     sync.Mutex
	errors map[string]int64
}

// mostErrorKinds bounds the kinds of errors that are told apart.
const mostErrorKinds = 30

// otherErrors counts those that are not.
const otherErrors = "other"

func newOperation(k Kind) *Operation {
	o := &Operation{kind: k, latency: NewHistogram(), errors: map[string]int64{}}
	switch k {
	case Send:
		o.fromSchedule, o.lag = NewHistogram(), NewWindowed()
	case Delivery, DeliveryFromSchedule:
		o.latency = NewWindowed()
	}
	return o
}

// Done counts a call that did what was asked for so many messages.
func (o *Operation) Done(took time.Duration, messages int) {
	o.count.Add(1)
	o.messages.Add(int64(messages))
	o.latency.Record(took)
}

// Paced counts when a call with an intended time was begun and ended, whatever
// came of it.
func (o *Operation) Paced(due, begun, ended time.Time) {
	o.lag.Record(begun.Sub(due))
	o.fromSchedule.Record(ended.Sub(due))
}

// Failed counts so many messages, or a call as a whole, that came to an error.
func (o *Operation) Failed(kind string, n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, known := o.errors[kind]; !known && len(o.errors) >= mostErrorKinds {
		kind = otherErrors
	}
	o.errors[kind] += int64(n)
}

// Summary sums up the latencies so far.
func (o *Operation) Summary(quantiles []float64) Summary { return o.latency.Summary(quantiles) }

// Errors counts all that failed.
func (o *Operation) Errors() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	sum := int64(0)
	for n := range maps.Values(o.errors) {
		sum += n
	}
	return sum
}

// result gives the figures over a measured time of so many seconds.
func (o *Operation) result(asked, over float64) (result.Operation, error) {
	o.mu.Lock()
	r := result.Operation{
		Name: string(o.kind), Count: o.count.Load(), Messages: o.messages.Load(),
		Errors: maps.Clone(o.errors), RateAsked: asked,
	}
	o.mu.Unlock()
	if over > 0 {
		r.RateReached = float64(r.Messages) / over
	}
	var err error
	if r.Latency, err = o.latency.Latency(); err != nil || o.fromSchedule == nil {
		return r, err
	}
	for at, h := range map[**result.Latency]*Histogram{&r.FromSchedule: o.fromSchedule, &r.ScheduleLag: o.lag} {
		l, err := h.Latency()
		if err != nil {
			return r, err
		}
		if l.Count > 0 {
			*at = &l
		}
	}
	return r, nil
}
