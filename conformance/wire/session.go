package wire

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// noSource dials from any address.
var noSource netip.Addr

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
	// Requests is about how many the case means to send; 0 is not known. Far past
	// it each waits a little first: what a case repeats until the answer is right
	// shall not hammer a target that is broken, nor one that others test.
	Requests int
}

// Past several times what it meant to send, and never before a few hundred, a
// case makes fifty requests a second at most with each of its goroutines.
const (
	overrunFactor = 3
	overrunLeast  = 300
	overrunPause  = 20 * time.Millisecond
)

// Session is one case's entry to the target and the record of its exchanges.
// It is safe for concurrent use.
type Session struct {
	client    *Client
	options   SessionOptions
	transport *http.Transport
	record    *record
}

// Session opens a case's entry to the target.
func (c *Client) Session(o SessionOptions) *Session {
	if o.Start.IsZero() {
		o.Start = time.Now()
	}
	s := &Session{client: c, options: o, transport: c.transport, record: &record{start: o.Start, secret: c.secret}}
	if o.Source.IsValid() {
		s.transport = newTransport(c.trust, o.Source)
	}
	return s
}

// From is the same case's entry from another source address. It has a
// connection and a count of 429s of its own; its exchanges are recorded with s's.
func (s *Session) From(source netip.Addr) *Session {
	o := s.options
	o.Source = source
	return &Session{client: s.client, options: o, transport: newTransport(s.client.trust, source), record: s.record}
}

// Client is the client that the session belongs to.
func (s *Session) Client() *Client { return s.client }

// Start is the case's start.
func (s *Session) Start() time.Time { return s.options.Start }

// Do sends a request and reads its answer whole. It never fails: what went
// wrong is in the call's Err. A redirect is an answer like any other.
func (s *Session) Do(ctx context.Context, r Request) target.Call {
	if err := s.admit(ctx, r); err != nil {
		return notSent(fmt.Errorf("not sent: %w", err))
	}
	req, err := s.client.request(ctx, r)
	if err != nil {
		return notSent(fmt.Errorf("not sent: %w", err))
	}
	e := s.record.begin(req, r.Body)
	call, body := exchange(ctx, s.transport, req, r.Wait, s.bodyLimit(r))
	call.Exchange = e.Seq
	if r.Grants {
		s.client.secret.learnGranted(body)
	}
	call.Err = s.client.secret.error(call.Err)
	s.record.end(e, call, body)
	s.observe(call, r)
	s.client.check(r, req, call, s.options.Name, func() reports.Exchange { return e.Exchange })
	return call
}

// admit waits until r may be sent, or for the end of ctx.
func (s *Session) admit(ctx context.Context, r Request) error {
	if err := s.client.throttle.admit(ctx, s.options.OwnLimits || r.Control); err != nil {
		return err
	}
	if !s.overran() {
		return nil
	}
	select {
	case <-time.After(overrunPause):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// overran reports whether the case sent far more than it meant to.
func (s *Session) overran() bool {
	meant := s.options.Requests
	return meant > 0 && s.record.count() > max(overrunFactor*meant, overrunLeast)
}

// Provided notes that n bytes of message bodies reach the target at once, by
// this session or by a provisioning command: its answers may hold as many.
func (s *Session) Provided(n int) { s.record.provided(n) }

// bodyLimit bounds the answer to r by what was sent until it comes.
func (s *Session) bodyLimit(r Request) func() int64 {
	if r.Large {
		return anyBody
	}
	return func() int64 { return bodyLimit(s.record.largestSent()) }
}

func notSent(err error) target.Call {
	now := time.Now()
	return target.Call{Sent: now, Answered: now, Err: err}
}

func (s *Session) observe(call target.Call, r Request) {
	s.client.measure(call, r)
	if r.Control {
		return
	}
	if PutsOff(call) && !s.options.OwnLimits {
		s.client.throttle.obey(call, r.name())
	}
}

// Mark keeps exchanges whatever comes after them: those a verdict will rest
// on. Of more than 128 the earliest marks lapse.
func (s *Session) Mark(exchanges ...int) { s.record.mark(exchanges) }

// Exchanges gives at most most exchanges: the deciding ones first, then of the
// others the earliest few and the latest, each in the order they were sent.
func (s *Session) Exchanges(most int, deciding ...int) []reports.Exchange {
	return s.record.exchanges(most, deciding)
}

// Close ends what the session holds open. Its record stays readable.
func (s *Session) Close() {
	if s.transport != s.client.transport {
		s.transport.CloseIdleConnections()
	}
}
