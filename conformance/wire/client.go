package wire

import (
	"context"
	"crypto/tls"
	"net/http"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// Client reaches one target. It is safe for concurrent use.
type Client struct {
	file      *target.File
	trust     *tls.Config
	transport *http.Transport
	validator *validator // nil without a document
	secret    *concealer
	throttle  *throttle
	pulse     pulse
	tokens    *tokens
	skew      skew
	roundTrip *histogram
	slow      peaks
	lag       *lag
	broken    violations
	mistakes  violations
}

// NewClient prepares to reach the target of f, whose exchanges doc describes;
// without a document nothing is validated. Nothing is sent yet.
func NewClient(f *target.File, doc *openapi3.T) (*Client, error) {
	trusted, err := trust(f.TLS)
	if err != nil {
		return nil, err
	}
	c := &Client{
		file:      f,
		trust:     trusted,
		transport: newTransport(trusted, noSource),
		secret:    newConcealer(f),
		throttle:  newThrottle(f.Rate),
		tokens:    &tokens{},
		roundTrip: newHistogram(),
		lag:       startLag(),
	}
	if doc != nil {
		c.validator = newValidator(doc)
	}
	return c, nil
}

// Target is the file that the client was made from.
func (c *Client) Target() *target.File { return c.file }

// Close ends the client's connections and measurements.
func (c *Client) Close() {
	c.lag.end()
	c.transport.CloseIdleConnections()
}

// Violations gives the first answer of each operation that broke the
// document, sorted by operation.
func (c *Client) Violations() []Violation { return c.broken.all() }

// InvalidRequests gives the first request of each operation that broke the
// document without being marked Deviant: a mistake of the suite's, never the
// target's.
func (c *Client) InvalidRequests() []Violation { return c.mistakes.all() }

// HeldUntil is the time until which the target's 429s asked the suite to
// stay away; it lies in the past when nothing holds it.
func (c *Client) HeldUntil() time.Time { return c.throttle.heldUntil() }

// Pace is how many requests a second the suite sends at most: as the target
// file says, or fewer once the target answered 429. It is +Inf without a limit.
func (c *Client) Pace() float64 { return c.throttle.limit() }

// ServerTime estimates the target's clock from its Date headers and from what
// the control API said.
func (c *Client) ServerTime() time.Time { return c.skew.now() }

// Moved notes that the control API moved the target's clock to now, so that
// signatures follow it and tokens are renewed.
func (c *Client) Moved(now time.Time) {
	c.skew.move(now)
	c.RenewTokens()
}

// RenewTokens forgets the tokens got from the token endpoint, so that the next
// request gets a new one.
func (c *Client) RenewTokens() { c.tokens.forget() }

// Conceal keeps secrets that were learned on the way out of all that is recorded.
func (c *Client) Conceal(secrets ...string) { c.secret.learn(secrets...) }

// RoundTrip is the median of what requests that do not wait have taken so far.
func (c *Client) RoundTrip() time.Duration {
	return time.Duration(c.roundTrip.quantile(50) * float64(time.Second))
}

// Conditions sums up what was measured beside the exchanges.
func (c *Client) Conditions() reports.Conditions {
	tolerance := c.file.Tolerance
	return reports.Conditions{
		RTTP50:    c.RoundTrip().Seconds(),
		RTTP99:    c.roundTrip.quantile(99),
		ClockSkew: c.skew.found().Seconds(),
		OwnLagP99: c.lag.all.quantile(99),
		Tolerance: map[string]float64{
			"early": tolerance.Early.Seconds(),
			"late":  tolerance.Late.Seconds(),
			"wake":  tolerance.Wake.Seconds(),
		},
	}
}

// LagSince is the suite's largest own scheduling lag since t, at most a
// minute back.
func (c *Client) LagSince(t time.Time) time.Duration { return c.lag.recent.since(t) }

// SlowestSince is the longest round trip, since t but at most a minute back, of
// a request of an operation that cannot wait.
func (c *Client) SlowestSince(t time.Time) time.Duration { return c.slow.since(t) }

// measure takes from a whole answer what does not depend on the case.
func (c *Client) measure(call target.Call, r Request) {
	if r.Control {
		return
	}
	c.pulse.note(call)
	if call.Err != nil {
		return
	}
	c.skew.observe(call.Header, call.Sent, call.Answered)
	if r.Wait == 0 {
		c.roundTrip.record(call.Answered.Sub(call.Sent))
	}
	if !r.CanWait {
		c.slow.add(call.Answered, call.Answered.Sub(call.Sent))
	}
}

// check validates an exchange of a documented operation.
func (c *Client) check(r Request, req *http.Request, call target.Call, name string, seen func() reports.Exchange) {
	if c.validator == nil || r.Operation == "" {
		return
	}
	if !r.Deviant {
		if err := c.validator.request(r.Operation, req, r.Path, r.Body); err != nil {
			c.mistakes.add(r.Operation, name, func() string { return c.secret.text(err.Error()) }, seen)
		}
	}
	if call.Err != nil || excused(call.Status, r.Deviant) {
		return
	}
	if err := c.validator.response(r.Operation, req, call.Status, call.Header, call.Body); err != nil {
		c.broken.add(r.Operation, name, func() string { return c.secret.text(err.Error()) }, seen)
	}
}

// roundTripper is what requests are sent through: the shared connections, or a session's own.
type roundTripper interface {
	RoundTrip(*http.Request) (*http.Response, error)
}

// defaultDeadline bounds a request beside the wait it asks for.
const defaultDeadline = 10 * time.Second

// exchange sends req and reads the answer whole. It gives the call and as much
// of the body as was read. The limit of the body is asked for when it comes.
func exchange(
	ctx context.Context, via roundTripper, req *http.Request, wait time.Duration, limit func() int64,
) (target.Call, []byte) {
	deadline := defaultDeadline + wait
	ctx, cancel := context.WithTimeoutCause(ctx, deadline, deadlineError(deadline))
	defer cancel()
	var moment firstWrite
	call := target.Call{Sent: time.Now()}
	resp, err := via.RoundTrip(req.WithContext(moment.trace(ctx)))
	if err != nil {
		call.Answered, call.Err = time.Now(), because(ctx, err)
		return moment.narrow(call), nil
	}
	body, err := readBody(resp, limit())
	call.Answered = time.Now()
	resp.Body.Close()
	call.Status, call.Header = resp.StatusCode, resp.Header
	if err != nil {
		call.Err = because(ctx, err)
		return moment.narrow(call), body
	}
	call.Body = body
	return moment.narrow(call), body
}
