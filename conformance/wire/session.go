package wire

import (
	"context"
	"net/netip"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// SessionOptions say whose requests a session sends, and how.
type SessionOptions struct {
	// Name is the case's; violations carry it.
	Name string
	// Start is the case's start, from which the recorded times count.
	Start time.Time
	// Source is the address to dial from; the zero value is any.
	Source netip.Addr
	// OwnLimits says that the case runs into rate limits on purpose: its 429s
	// hold nobody back, and it is not held back itself.
	OwnLimits bool
}

// Session is one case's entry to the target and the record of its exchanges.
// It is safe for concurrent use.
type Session struct {
	client  *Client
	options SessionOptions
}

// Session opens a case's entry to the target.
func (c *Client) Session(o SessionOptions) *Session { return &Session{client: c, options: o} }

// Client is the client that the session belongs to.
func (s *Session) Client() *Client { return s.client }

// Start is the case's start.
func (s *Session) Start() time.Time { return s.options.Start }

// Do sends a request and reads its answer whole. It never fails: what went
// wrong is in the call's Err.
func (s *Session) Do(ctx context.Context, r Request) target.Call { return target.Call{} }

// Mark keeps exchanges whatever comes after them: those a verdict will rest on.
func (s *Session) Mark(exchanges ...int) {}

// Exchanges gives at most max exchanges: the deciding ones first, then the
// latest others, each in the order they were sent.
func (s *Session) Exchanges(max int, deciding ...int) []reports.Exchange { return nil }

// Throttled counts the 429s that the target answered to this session.
func (s *Session) Throttled() int { return 0 }

// Close ends what the session holds open. Its record stays readable.
func (s *Session) Close() {}
