package judge

import (
	"context"

	"github.com/leasecheck/leasecheck/conformance/wire"
)

// OtherAddress is the case's entry from one more source address of its own,
// for cases that need NeedAddresses. What it sends is recorded with the case.
func (t *T) OtherAddress() *wire.Session {
	s := t.session.From(t.env.sources.next(t.env.Client.Target().ClientAddresses))
	t.Cleanup(func(context.Context) { s.Close() })
	return s
}
