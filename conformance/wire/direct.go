package wire

import (
	"context"
	"fmt"
	"net/http"
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

// Direct opens an entry for loads. Its requests go through via; nil is the
// client's own connections.
func (c *Client) Direct(via http.RoundTripper) *Direct {
	if via == nil {
		via = c.transport
	}
	return &Direct{client: c, via: via}
}

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
	deadline := defaultDeadline + r.Wait
	ctx, cancel := context.WithTimeoutCause(ctx, deadline, deadlineError(deadline))
	defer cancel()
	call := target.Call{Sent: time.Now()}
	resp, err := d.via.RoundTrip(req.WithContext(ctx))
	if err != nil {
		call.Answered, call.Err = time.Now(), d.client.secret.error(because(ctx, err))
		return call
	}
	call.Status, call.Header = resp.StatusCode, resp.Header
	call.Body, err = readBody(resp, largestBody)
	call.Answered = time.Now()
	resp.Body.Close()
	if err != nil {
		call.Body, call.Err = nil, because(ctx, err)
	}
	return call
}
