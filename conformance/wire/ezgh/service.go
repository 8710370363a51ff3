package ezgh

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// Service is the target in neutral terms.
type Service struct{ client *Client }

var _ target.Service = (*Service)(nil)

// NewService speaks through a session or a direct entry.
func NewService(s wire.Caller) *Service { return &Service{client: NewClient(s)} }

// Dialect is EZGH.
func (s *Service) Dialect() specs.Dialect { return specs.EZGH }

// CreateQueue makes a queue.
func (s *Service) CreateQueue(ctx context.Context, name string, settings target.Settings) (target.Queue, target.Outcome) {
	if err := unsupported(settings); err != nil {
		return nil, target.Outcome{Call: target.Call{Err: err}, Class: target.Refused}
	}
	answer, o := ReadAssumed[QueueAnswer](s.client.CreateQueue(ctx, creation(name, settings)))
	if o.Class == target.OK && answer.Queue.ID == "" {
		o.Class, o.Err = target.Unanswered, wire.Misformed("the answer to CreateQueue has no queue.queueId")
	}
	if o.Class != target.OK {
		return nil, o
	}
	return &Queue{Identity: target.NewIdentity(string(answer.Queue.ID), name, cmp.Or(settings.Kind, target.Standard)), client: s.client, receiveWait: settings.ReceiveWait}, o
}

// Open is a queue that exists already.
func (s *Service) Open(id, name string, kind target.Kind) target.Queue {
	return &Queue{Identity: target.NewIdentity(id, name, kind), client: s.client}
}

// ListQueues lists the project's queues.
func (s *Service) ListQueues(ctx context.Context, prefix string) ([]target.Queue, target.Outcome) {
	answer, o := ReadAssumed[QueueList](s.client.ListQueues(ctx))
	var found []target.Queue
	for _, q := range answer.Queues {
		if name := string(q.Name); strings.HasPrefix(name, prefix) {
			found = append(found, s.Open(string(q.ID), name, q.kind()))
		}
	}
	return found, o
}

// unsupported names a setting that EZGH queues do not have.
func unsupported(s target.Settings) error {
	lacks := ""
	switch {
	case s.Delay != 0:
		lacks = "a delay of the queue's own (ezgh)"
	case s.DataKeyReuse != 0 || s.Key != "":
		lacks = "keys (ezgh)"
	case s.ContentBasedDeduplication:
		lacks = "content-based deduplication (ezgh)"
	default:
		return nil
	}
	return fmt.Errorf("%w %s", target.ErrUnsupported, lacks)
}

func creation(name string, s target.Settings) Settings {
	c := Settings{
		Name:        name,
		FIFO:        s.Kind == target.FIFO,
		Visibility:  wire.SetSeconds(s.Visibility),
		ReceiveWait: wire.SetSeconds(s.ReceiveWait),
		Retention:   wire.SetSeconds(s.Retention),
	}
	if s.DeadLetter != "" {
		c.DeadLetter = &DeadLetter{QueueID: s.DeadLetter, MaxReceives: wire.Int(s.MaxReceives)}
	}
	return c
}

func (d Described) kind() target.Kind {
	if d.FIFO.Value {
		return target.FIFO
	}
	return target.Standard
}

// settings reads what a queue is set to.
func (d Described) settings() target.Settings {
	s := target.Settings{
		Kind:        d.kind(),
		Visibility:  d.Visibility.Value.Seconds(),
		ReceiveWait: d.ReceiveWait.Value.Seconds(),
		Retention:   d.Retention.Value.Seconds(),
	}
	if dead := d.DeadLetter.Value; dead != nil {
		s.DeadLetter, s.MaxReceives = dead.QueueID, int(dead.MaxReceives)
	}
	return s
}
