package engine

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// effect is what is known of a call's effect. An answer of 5xx may have had one.
func effect(o target.Outcome) history.Outcome {
	switch {
	case o.Class == target.OK:
		return history.Done
	case o.Class == target.Unanswered || o.Status >= 500:
		return history.Unanswered
	default:
		return history.Refused
	}
}

// errorKind names what went wrong, so that what is alike is counted together.
func errorKind(o target.Outcome) string {
	switch {
	case o.Class != target.Unanswered && o.Code != "" && o.Status >= 300:
		return fmt.Sprintf("%d %s", o.Status, o.Code)
	case o.Class != target.Unanswered && o.Code != "":
		return o.Code
	case o.Class != target.Unanswered:
		return fmt.Sprintf("status %d", o.Status)
	case o.Status != 0:
		return "broken answer"
	}
	return transportError(o.Err)
}

func transportError(err error) string {
	var timeout net.Error
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "connection broken"
	case errors.As(err, &timeout) && timeout.Timeout(), strings.Contains(fmt.Sprint(err), "no whole answer within"):
		return "no answer in time"
	default:
		return "no answer"
	}
}
