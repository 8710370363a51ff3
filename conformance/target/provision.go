package target

import (
	"context"
	"errors"
	"fmt"
)

// ErrUnsupported is wrapped by the Err of outcomes that ask of the target's
// provisioning, or of its dialect, what it does not have: no reason to judge it.
var ErrUnsupported = errors.New("the target's provisioning does not offer")

// Provisioner makes the queues of a run's cases and removes them again.
type Provisioner interface {
	// Make makes a queue by way of svc, which records it with the case, or waits
	// until one is free. On an outcome that is not OK the Queue is nil.
	Make(ctx context.Context, svc Service, name string, s Settings) (Queue, Outcome)
	// Remove gives up q. It reports nothing, since teardown decides nothing:
	// what could not be removed is tried again by Close.
	Remove(ctx context.Context, q Queue)
	// Close removes what is left of the run whose queues' names start with
	// prefix. Its error names what it had to leave.
	Close(ctx context.Context, svc Service, prefix string) error
}

// NewProvisioner provisions as the target file says.
func NewProvisioner(f *File) Provisioner {
	switch f.Provisioning.Mode {
	case Static:
		return newByStatic(f.Provisioning)
	case Command:
		return newByCommand(f)
	default:
		return newByAPI()
	}
}

// unsupported is the outcome of what the provisioning does not offer.
func unsupported(format string, args ...any) Outcome {
	return Outcome{
		Class: Refused,
		Call:  Call{Err: fmt.Errorf("%w %s", ErrUnsupported, fmt.Sprintf(format, args...))},
	}
}
