// Package basaltic serves the Basaltic Queue dialect: its fourteen operations
// and the token endpoint, as an http.Handler over the lease engine.
package basaltic

import (
	"net/http"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/handle"
	"github.com/leasecheck/leasecheck/reference/kms"
	"github.com/leasecheck/leasecheck/reference/lease"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/reference/variant"
)

// tokenPath is the one path that is no operation of the queue service.
const tokenPath = "/v1/oauth/token"

// Config is what a server works with. All but Faults and Legal are required.
type Config struct {
	Clock  *clock.Clock
	Access *access.Store
	Limits *limit.Limiter
	KMS    *kms.Store
	// Faults are the broken behaviours to show; nil shows none.
	Faults *fault.Set
	// Legal is how the server uses the freedoms that the document leaves.
	Legal variant.Legal
}

// Server answers the dialect's requests. It holds one account in one region.
type Server struct {
	Config
	rules   lease.Rules
	handles *handle.Codec
	queues  *registry
	// patience is how long a client may take to send a body, in real time.
	patience time.Duration
	broken   faultyState
	calls    sync.Pool // of *call
	// lifecycle is held while a queue is made, changed or deleted, so that what a
	// redrive policy names is there when the policy takes effect.
	lifecycle sync.Mutex
}

// New is a server without queues.
func New(c Config) *Server {
	s := &Server{
		Config:   c,
		rules:    rules(c.Legal),
		handles:  handle.New(handle.NewKey(), handle.Hex, c.Faults),
		queues:   newRegistry(),
		patience: bodyPatience,
	}
	s.calls.New = func() any { return &call{Server: s} }
	return s
}

// ServeHTTP answers one request. Whatever happens, the answer has an
// X-Request-Id, and an error has the dialect's envelope.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := s.begin(w, r)
	defer c.end()
	if r.URL.Path == tokenPath {
		s.Access.ServeToken(w, r)
		return
	}
	c.answer(c.serve())
}
