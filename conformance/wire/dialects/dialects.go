// Package dialects speaks to a target in whichever dialect it has.
package dialects

import (
	"context"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

var services = map[specs.Dialect]func(wire.Caller) target.Service{
	specs.Basaltic: func(s wire.Caller) target.Service { return basaltic.NewService(s) },
	specs.EZGH:     func(s wire.Caller) target.Service { return ezgh.NewService(s) },
}

// Service speaks to the caller's target in neutral terms.
func Service(s wire.Caller) target.Service {
	return services[s.Client().Target().Dialect](s)
}

// Receive asks a queue for messages, with any body: the one operation that
// every dialect documents. A nil body asks for nothing in particular.
func Receive(ctx context.Context, s *wire.Session, queue string, body any, o ...wire.Option) target.Call {
	if body == nil {
		body = struct{}{}
	}
	if s.Client().Target().Dialect == specs.EZGH {
		return ezgh.NewClient(s).ReceiveMessages(ctx, queue, body, o...)
	}
	return basaltic.NewClient(s).ReceiveMessages(ctx, queue, body, o...)
}

// List asks for the queues.
func List(ctx context.Context, s *wire.Session, o ...wire.Option) target.Call {
	if s.Client().Target().Dialect == specs.EZGH {
		return ezgh.NewClient(s).ListQueues(ctx, o...)
	}
	return basaltic.NewClient(s).ListQueues(ctx, o...)
}
