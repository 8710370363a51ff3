package wire

import (
	"context"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// Caller sends operations to a target: a Session, which records and judges what
// it exchanges, or a Direct, which does not.
type Caller interface {
	Call(ctx context.Context, op Operation, arguments []string, body any, options ...Option) target.Call
	// Client is the client that reaches the target.
	Client() *Client
}

var (
	_ Caller = (*Session)(nil)
	_ Caller = (*Direct)(nil)
)
