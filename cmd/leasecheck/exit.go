package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/leasecheck/leasecheck/reports"
)

// exitError ends the process with a status of its own. A nil err prints
// nothing more: the command already said what there was to say.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usageErrorf is wrong usage, a wrong target or waiver file, an unknown id or an
// empty selection.
func usageErrorf(format string, args ...any) error {
	return &exitError{status: reports.ExitUsage, err: fmt.Errorf(format, args...)}
}

// exitWith ends with status after err was printed; a nil err prints nothing.
func exitWith(status int, err error) error {
	if status == reports.ExitOK && err == nil {
		return nil
	}
	return &exitError{status: status, err: err}
}

// report prints err as one message and returns the status it stands for.
// An error nobody gave a status to is a fault of leasecheck itself.
func report(w io.Writer, err error) int {
	if err == nil {
		return reports.ExitOK
	}
	var exit *exitError
	if !errors.As(err, &exit) {
		fmt.Fprintf(w, "leasecheck: %v\n", err)
		return reports.ExitFault
	}
	if exit.err != nil {
		fmt.Fprintf(w, "leasecheck: %v\n", exit.err)
	}
	return exit.status
}
