// Package ezgh is the EZGH dialect of the reference server: its documented
// operations for pull consumers, and the producer's and control side that its
// document leaves out. Assumed are all but the three documented operations.
package ezgh

import (
	"context"
	"net/http"
	"path"
	"time"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/handle"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/reference/variant"
)

// Config is what a server works with; all but Faults and Legal are needed.
type Config struct {
	Clock  *clock.Clock
	Access *access.Store
	Limits *limit.Limiter
	// Faults are the broken behaviours it shows; nil is none.
	Faults *fault.Set
	// Legal are the freedoms it uses; the zero value is the reference's choice.
	Legal variant.Legal
}

// Server answers the dialect's requests.
type Server struct {
	clock   *clock.Clock
	access  *access.Store
	limits  *limit.Limiter
	faults  *fault.Set
	legal   variant.Legal
	handles *handle.Codec
	queues  *registry
	mux     *http.ServeMux
	// patience is how long a client may take to send a body.
	patience time.Duration
	faulty   faultyState
	// life ends when the server closes, and with it the push subscriptions.
	life context.Context
	end  context.CancelFunc
}

// New is a server without queues. Organizations and projects need not be made:
// each that a path names is there.
func New(c Config) *Server {
	s := &Server{
		clock: c.Clock, access: c.Access, limits: c.Limits, faults: c.Faults, legal: c.Legal,
		handles:  handle.New(handle.NewKey(), handle.URL, c.Faults),
		queues:   newRegistry(),
		mux:      http.NewServeMux(),
		patience: bodyPatience,
	}
	s.life, s.end = context.WithCancel(context.Background())
	s.route()
	return s
}

// Close ends the push subscriptions. Requests under way are their server's to end.
func (s *Server) Close() { s.end() }

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header()["Date"] = []string{s.clock.Now().Format(http.TimeFormat)}
	s.bound(w, r)
	if path.Clean(r.URL.Path) != r.URL.Path {
		s.refuse(w, notFound("no such path")) // the mux would redirect
		return
	}
	s.mux.ServeHTTP(w, r)
}

// route makes the paths of all operations known. Each path answers methods it
// does not have with 405, and paths that are none with 404.
func (s *Server) route() {
	methods := map[string][]string{}
	for _, op := range projectOperations {
		path := projectPath + op.path
		methods[path] = append(methods[path], op.method)
		s.mux.Handle(op.method+" "+path, s.onProject(op))
	}
	for path, allowed := range methods {
		s.mux.Handle(path, s.otherMethod(allowed))
	}
	for _, op := range receiptOperations {
		s.mux.Handle(receiptsPath+op.path, s.onReceipts(op))
	}
	s.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { s.refuse(w, notFound("no such path")) })
}
