package wire

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// deadlineError says that an answer did not come in time.
type deadlineError time.Duration

func (e deadlineError) Error() string {
	return fmt.Sprintf("no whole answer within %s", time.Duration(e))
}

// errGivenUp says that the suite itself no longer wanted the answer.
var errGivenUp = errors.New("given up before the answer came")

// because gives the reason for which ctx ended, where that is why err happened,
// and otherwise err in plain words.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		var late deadlineError
		cause := context.Cause(ctx)
		if errors.As(cause, &late) {
			return late
		}
		if errors.Is(cause, context.Canceled) {
			return errGivenUp
		}
		return fmt.Errorf("%w: %w", errGivenUp, cause)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the answer breaks off: %w", err)
	}
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("the connection was closed without an answer: %w", err)
	}
	if speaksNoHTTP(err) {
		return fmt.Errorf("what the target sent is no HTTP: %w", err)
	}
	var unknown x509.UnknownAuthorityError
	if errors.As(err, &unknown) {
		return fmt.Errorf("nobody who is trusted vouches for the target's certificate, name its CA in tls.ca_file of the target file: %w", err)
	}
	return err
}

// speaksNoHTTP reports whether the target sent what is no HTTP answer, or sent
// something before it was asked. The client library has a text for these, and
// no type.
func speaksNoHTTP(err error) bool {
	text := err.Error()
	return strings.Contains(text, "malformed HTTP") || strings.Contains(text, "readLoopPeekFail")
}

// firstWrite notes when a request had its first connection: it cannot have had
// any effect before, so the call did not begin before. What dialling took is
// no part of the interval.
type firstWrite struct{ connected atomic.Pointer[time.Time] }

func (f *firstWrite) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) {
			now := time.Now()
			f.connected.CompareAndSwap(nil, &now)
		},
	})
}

func (f *firstWrite) narrow(call target.Call) target.Call {
	if at := f.connected.Load(); at != nil && at.Before(call.Answered) {
		call.Sent = *at
	}
	return call
}
