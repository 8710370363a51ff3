package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// Direct is an entry to the target for loads. It sends what a Session would
// send, but records, validates, paces and holds back nothing, so that a request
// costs little. It is safe for concurrent use.
type Direct struct {
	client *Client
	via    http.RoundTripper
}

// Direct opens an entry for loads. Its requests go through via, which keeps to
// the deadline of a request's context by itself: the context's Done does not
// tell of it, since that would cost a timer a request.
func (c *Client) Direct(via http.RoundTripper) *Direct { return &Direct{client: c, via: via} }

// Trust is whom the client trusts over https.
func (c *Client) Trust() *tls.Config { return c.trust }

// Client is the client that the entry belongs to.
func (d *Direct) Client() *Client { return d.client }

// Call sends an operation as Session.Call does. The call's Exchange is 0.
func (d *Direct) Call(ctx context.Context, op Operation, arguments []string, body any, options ...Option) target.Call {
	r, err := op.request(arguments, body, options)
	if err != nil {
		return target.Call{Err: err}
	}
	req, err := d.client.request(ctx, r)
	if err != nil {
		return notSent(fmt.Errorf("not sent: %w", err))
	}
	call := d.exchange(ctx, req, r)
	if d.client.file.Auth.HasKey() { // signatures need the target's time
		d.client.skew.observe(call.Header, call.Sent, call.Answered)
	}
	return call
}

// exchange sends req and reads the answer whole.
func (d *Direct) exchange(ctx context.Context, req *http.Request, r Request) target.Call {
	call := target.Call{Sent: time.Now()}
	within := defaultDeadline + r.Wait
	resp, err := d.via.RoundTrip(req.WithContext(until{ctx, call.Sent.Add(within)}))
	if err != nil {
		call.Answered, call.Err = time.Now(), d.client.secret.error(d.because(ctx, err, within))
		return call
	}
	call.Status, call.Header = resp.StatusCode, resp.Header
	call.Body, err = readBody(resp, largestBody)
	call.Answered = time.Now()
	resp.Body.Close()
	if err != nil {
		call.Body, call.Err = nil, d.because(ctx, err, within)
	}
	return call
}

// because says in plain words why there was no whole answer.
func (d *Direct) because(ctx context.Context, err error, within time.Duration) error {
	if errors.Is(err, os.ErrDeadlineExceeded) && ctx.Err() == nil {
		return deadlineError(within)
	}
	return because(ctx, err)
}

// until is a context with a deadline that its Done does not tell of.
type until struct {
	context.Context
	deadline time.Time
}

// Deadline is the earlier one of its own and its parent's.
func (u until) Deadline() (time.Time, bool) {
	if parent, has := u.Context.Deadline(); has && parent.Before(u.deadline) {
		return parent, true
	}
	return u.deadline, true
}
