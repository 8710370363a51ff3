// Package dialects finds the neutral service of a target's dialect.
package dialects

import (
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

var services = map[specs.Dialect]func(*wire.Session) target.Service{
	specs.Basaltic: func(s *wire.Session) target.Service { return basaltic.NewService(s) },
	specs.EZGH:     func(s *wire.Session) target.Service { return ezgh.NewService(s) },
}

// Service speaks to the session's target in neutral terms.
func Service(s *wire.Session) target.Service {
	return services[s.Client().Target().Dialect](s)
}
