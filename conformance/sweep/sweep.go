// Package sweep removes what interrupted runs left on a target.
package sweep

import (
	"context"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/specs"
)

// Run removes every queue of the target of f that a run of the suite made, this
// machine's or another's, and tells the name of each as it is gone. Its error
// says what could not be listed or removed.
func Run(ctx context.Context, f *target.File, gone func(name string)) error {
	doc, err := specs.Document(f.Dialect)
	if err != nil {
		return err
	}
	client, err := wire.NewClient(f, doc)
	if err != nil {
		return err
	}
	defer client.Close()
	session := client.Session(wire.SessionOptions{Name: "sweep"})
	defer session.Close()
	return target.Sweep(ctx, dialects.Service(session), func(q target.Queue) { gone(q.Name()) })
}
