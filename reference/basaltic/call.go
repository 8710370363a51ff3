package basaltic

import (
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/limit"
)

// bodyPatience is how long a server waits for a body, unless a test says otherwise.
const bodyPatience = 10 * time.Second

// call is one request on its way through the server.
type call struct {
	*Server
	w  http.ResponseWriter
	r  *http.Request
	id string // the request id

	operation *operation
	grant     access.Grant
	queue     *queue // nil where the operation names none
	body      []byte
	in        buffer
	out       document
	limits    limit.Decision
	// undelivered undoes what the answer reports, should it not reach the client.
	undelivered func()
	// arrived is when a receive came, for the fault that tells of it.
	arrived time.Time
}

// begin takes a call from the pool and gives it its request id.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) *call {
	c := s.calls.Get().(*call)
	c.w, c.r, c.id = w, r, s.faultyRequestID(uuid.NewString())
	header := w.Header()
	header["X-Request-Id"] = []string{c.id}
	header["Date"] = []string{s.Clock.Now().UTC().Format(http.TimeFormat)}
	if r.Body != http.NoBody {
		c.setReadDeadline(time.Now().Add(s.patience))
	}
	return c
}

// end gives the call back to the pool.
func (c *call) end() {
	in, out := c.in.reusable(), c.out.reusable()
	*c = call{Server: c.Server, in: in, out: out}
	c.calls.Put(c)
}

// serve takes the call through its checks, in the order in which they may
// refuse it, and carries it out.
func (c *call) serve() (status int, err error) {
	for _, step := range []func(*call) error{
		(*call).route, (*call).authenticate, (*call).findQueue, (*call).admit, (*call).readBody,
	} {
		if err := step(c); err != nil {
			return 0, err
		}
	}
	return c.operation.carryOut(c)
}

// authenticate finds out who calls, and whether they may.
func (c *call) authenticate() error {
	grant, err := c.Access.Authenticate(c.r, c.Faults)
	if err != nil {
		return c.faultyUnauthorized(err)
	}
	if !grant.May(c.operation.id) && !c.faultyPermitted() {
		return c.faultyForbidden()
	}
	c.grant = grant
	return nil
}

// setReadDeadline bounds the reads of the request's body; the zero time frees
// them. Recorders of tests have none.
func (c *call) setReadDeadline(t time.Time) {
	_ = http.NewResponseController(c.w).SetReadDeadline(t)
}
