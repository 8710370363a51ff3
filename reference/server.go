// Package reference puts the reference server together: the dialects on one
// address, the test-control API on another, one clock for both.
package reference

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/basaltic"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/control"
	"github.com/leasecheck/leasecheck/reference/ezgh"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/kms"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/reference/variant"
	"github.com/leasecheck/leasecheck/specs"
)

// Config says what to serve. The zero value serves every dialect, faultless, on
// free ports of this machine.
type Config struct {
	// Dialects to serve; empty is all of them.
	Dialects []specs.Dialect
	// Listen and ControlListen are the host and port of the queues and of the
	// test-control API. Empty is a free port of 127.0.0.1.
	Listen, ControlListen string
	// ControlToken must come with each control call; empty asks for none.
	ControlToken string
	// Faults are the names of broken behaviours to show.
	Faults []string
	// Legal are the documented freedoms to use.
	Legal variant.Legal
}

// Server is a reference server. It holds all in memory.
type Server struct {
	config  Config
	clock   *clock.Clock
	access  *access.Store
	limits  *limit.Limiter
	kms     *kms.Store
	faults  *fault.Set
	ezgh    *ezgh.Server
	handler http.Handler

	credentials map[specs.Dialect]credentials
	data        *listener
	control     *listener
}

// New makes a server that is not reachable yet. It fails when the config names
// a dialect or a fault that does not exist.
func New(c Config) (*Server, error) {
	if len(c.Dialects) == 0 {
		c.Dialects = specs.Dialects()
	}
	c.Dialects = slices.Compact(slices.Sorted(slices.Values(c.Dialects)))
	s := &Server{config: c, clock: clock.New(), kms: kms.New(), faults: &fault.Set{}}
	s.access = access.New(s.clock)
	s.limits = limit.New(s.clock)
	if c.Legal.SlidingWindows {
		s.limits = limit.NewSliding(s.clock)
	}
	handlers, err := s.dialects()
	if err != nil {
		return nil, err
	}
	s.handler = handlers
	if err := showable(c.Faults, c.Dialects); err != nil {
		return nil, err
	}
	if err := s.faults.Replace(c.Faults); err != nil {
		return nil, err
	}
	s.credentials, err = issueAll(s.access, c.Dialects)
	return s, err
}

// dialects makes the handlers of the dialects to serve.
func (s *Server) dialects() (byDialect, error) {
	handlers := byDialect{}
	for _, d := range s.config.Dialects {
		switch d {
		case specs.Basaltic:
			handlers[d] = basaltic.New(basaltic.Config{
				Clock: s.clock, Access: s.access, Limits: s.limits, KMS: s.kms, Faults: s.faults, Legal: s.config.Legal,
			})
		case specs.EZGH:
			s.ezgh = ezgh.New(ezgh.Config{
				Clock: s.clock, Access: s.access, Limits: s.limits, Faults: s.faults, Legal: s.config.Legal,
			})
			handlers[d] = s.ezgh
		default:
			return nil, fmt.Errorf("unknown dialect %q; known are %v", d, specs.Dialects())
		}
	}
	return handlers, nil
}

// Start listens on both addresses and serves from then on. When it fails,
// nothing listens.
func (s *Server) Start() (err error) {
	if s.data, err = listen(s.config.Listen, s.handler); err != nil {
		return err
	}
	if s.control, err = listen(s.config.ControlListen, s.controlAPI()); err != nil {
		_ = s.data.Close()
		return err
	}
	s.data.serve()
	s.control.serve()
	return nil
}

// controlAPI is the handler that controls this server.
func (s *Server) controlAPI() http.Handler {
	return control.New(control.Config{
		Clock: s.clock, Access: s.access, Limits: s.limits, KMS: s.kms, Faults: s.faults,
		Dialects: s.config.Dialects, Operations: operations(s.config.Dialects),
		ClientAddresses: clientAddresses(s.data.Addr()), Token: s.config.ControlToken,
	})
}

// operations lists the operationIds of the dialects.
func operations(dialects []specs.Dialect) []string {
	var ids []string
	for _, d := range dialects {
		switch d {
		case specs.Basaltic:
			ids = append(ids, access.Permissions(d)...) // its permissions are its operations
		case specs.EZGH:
			ids = append(ids, ezgh.Operations()...)
		}
	}
	return ids
}

// Clock is the server's notion of time.
func (s *Server) Clock() *clock.Clock { return s.clock }

// Close answers the receives that wait, each with no messages, lets requests
// under way end until ctx does, and then closes every connection.
func (s *Server) Close(ctx context.Context) error {
	if s.ezgh != nil {
		s.ezgh.Close()
	}
	return errors.Join(s.data.shutdown(ctx), s.control.shutdown(ctx))
}
