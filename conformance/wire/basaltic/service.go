package basaltic

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoSuffix at the end of a name makes a queue FIFO.
const fifoSuffix = ".fifo"

// Service is the target in neutral terms.
type Service struct{ client *Client }

var _ target.Service = (*Service)(nil)

// NewService speaks through a session or a direct entry.
func NewService(s wire.Caller) *Service { return &Service{client: NewClient(s)} }

// Dialect is Basaltic.
func (s *Service) Dialect() specs.Dialect { return specs.Basaltic }

// CreateQueue makes a queue. The name of a FIFO queue gets its suffix if it has none.
func (s *Service) CreateQueue(ctx context.Context, name string, settings target.Settings) (target.Queue, target.Outcome) {
	if settings.Kind == target.FIFO && !strings.HasSuffix(name, fifoSuffix) {
		name += fifoSuffix
	}
	answer, o := Read[QueueAnswer](s.client.CreateQueue(ctx, creation(name, settings)))
	if o.Class == target.OK && answer.Queue.ID == "" {
		o.Class, o.Err = target.Unanswered, wire.Misformed("the answer to createQueue has no queue.id")
	}
	if o.Class != target.OK {
		return nil, o
	}
	return &Queue{Identity: target.NewIdentity(answer.Queue.ID, name, kindOf(name)), client: s.client, receiveWait: settings.ReceiveWait}, o
}

// Open is a queue that exists already.
func (s *Service) Open(id, name string, kind target.Kind) target.Queue {
	return &Queue{Identity: target.NewIdentity(id, name, kind), client: s.client}
}

// ListQueues follows the pages to their end.
func (s *Service) ListQueues(ctx context.Context, prefix string) ([]target.Queue, target.Outcome) {
	var (
		found   []target.Queue
		markers = map[string]bool{}
		options []wire.Option
	)
	for {
		page, o := Read[QueueList](s.client.ListQueues(ctx, options...))
		if o.Class != target.OK {
			return found, o
		}
		for _, q := range page.Queues {
			if strings.HasPrefix(q.Name, prefix) {
				found = append(found, s.Open(q.ID, q.Name, kindOf(q.Name)))
			}
		}
		marker := page.Meta.Marker
		if !page.Meta.HasMore || marker == "" {
			return found, o
		}
		if markers[marker] {
			o.Class, o.Err = target.Unanswered, fmt.Errorf("the list of queues never ends: marker %q came twice", marker)
			return found, o
		}
		markers[marker] = true
		options = []wire.Option{wire.WithQuery("marker", marker)}
	}
}

func creation(name string, s target.Settings) Settings {
	c := Settings{
		Name:                      name,
		Visibility:                wire.SetSeconds(s.Visibility),
		Retention:                 wire.SetSeconds(s.Retention),
		Delay:                     delay(kindOf(name), s.Delay),
		ReceiveWait:               wire.SetSeconds(s.ReceiveWait),
		DataKeyReuse:              wire.SetSeconds(s.DataKeyReuse),
		ContentBasedDeduplication: s.ContentBasedDeduplication,
		Key:                       s.Key,
	}
	if s.DeadLetter != "" {
		c.Redrive = &RedriveRules{DeadLetterQueue: s.DeadLetter, MaxReceiveCount: s.MaxReceives}
	}
	return c
}

// delay is what a queue is asked to hold messages back for: none is asked for
// too, since a target's default may be some, but not of a FIFO queue, which may
// refuse the setting whatever its value.
func delay(kind target.Kind, d time.Duration) *json.Number {
	if kind == target.FIFO {
		return wire.SetSeconds(d)
	}
	return wire.OptionalSeconds(&d)
}

func kindOf(name string) target.Kind {
	if strings.HasSuffix(name, fifoSuffix) {
		return target.FIFO
	}
	return target.Standard
}

// settings reads what a queue is set to.
func (d Described) settings() target.Settings {
	s := target.Settings{
		Kind:                      target.Kind(d.Kind),
		Visibility:                d.Attributes.Visibility.Seconds(),
		ReceiveWait:               d.Attributes.ReceiveWait.Seconds(),
		Retention:                 d.Attributes.Retention.Seconds(),
		Delay:                     d.Attributes.Delay.Seconds(),
		DataKeyReuse:              d.Attributes.DataKeyReuse.Seconds(),
		ContentBasedDeduplication: d.ContentBasedDeduplication,
	}
	if d.Key != nil {
		s.Key = d.Key.ID
	}
	if d.Redrive != nil {
		s.DeadLetter, s.MaxReceives = d.Redrive.DeadLetterQueue.ID, int(d.Redrive.MaxReceiveCount)
	}
	return s
}
