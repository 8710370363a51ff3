package run

import (
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// services makes each dialect's neutral service over a session.
var services = map[specs.Dialect]func(*wire.Session) target.Service{
	specs.Basaltic: func(s *wire.Session) target.Service { return basaltic.NewService(s) },
	specs.EZGH:     func(s *wire.Session) target.Service { return ezgh.NewService(s) },
}
