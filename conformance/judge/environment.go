package judge

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// Environment is what the cases of one run share.
type Environment struct {
	Dialect   specs.Dialect
	Tolerance target.Tolerance
	Client    *wire.Client
	// Provision makes the cases' queues and remembers them until they are gone.
	Provision target.Provisioner
	// Service makes a dialect's neutral service over a session.
	Service func(*wire.Session) target.Service
	// Granted are the needs that the target meets.
	Granted map[Need]bool
	// Seed of all that is drawn at random.
	Seed uint64
	// Prefix starts the name of every queue of this run.
	Prefix string
	// Budget bounds the invalid handles of cases that share an address.
	Budget *Budget

	sources sources
	serial  atomic.Int64
	// works holds, by step, whether it worked when it was rehearsed.
	works sync.Map
}

// QueueName is an unused name of this run's own that a queue of the kind may have.
func (env *Environment) QueueName(kind target.Kind) string {
	name := fmt.Sprintf("%s-%d", env.Prefix, env.serial.Add(1))
	if kind == target.FIFO {
		name += ".fifo"
	}
	return name
}

// Lacks says what the target does not offer of what the case needs; empty when
// it offers all.
func (env *Environment) Lacks(c *Case) string {
	for _, need := range c.Needs {
		if !env.Granted[need] {
			return string(need)
		}
	}
	return env.Client.Target().Provisioning.Lacks(c.Wants()...)
}
