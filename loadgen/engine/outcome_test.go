package engine

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
)

func TestWhatAnOutcomeMeans(t *testing.T) {
	answer := func(class target.Class, status int, code string) target.Outcome {
		return target.Outcome{Call: target.Call{Status: status}, Class: class, Code: code}
	}
	unanswered := func(err error) target.Outcome {
		return target.Outcome{Call: target.Call{Err: fmt.Errorf("dial: %w", err)}, Class: target.Unanswered}
	}
	for _, c := range []struct {
		outcome target.Outcome
		effect  history.Outcome
		kind    string
	}{
		{answer(target.OK, 200, ""), history.Done, ""},
		{answer(target.Stale, 409, "EXPIRED"), history.Refused, "409 EXPIRED"},
		{answer(target.Stale, 200, "receipt_handle_stale"), history.Refused, "receipt_handle_stale"},
		{answer(target.Refused, 429, ""), history.Refused, "status 429"},
		{answer(target.Refused, 503, "BUSY"), history.Unanswered, "503 BUSY"},
		{answer(target.Unanswered, 200, ""), history.Unanswered, "broken answer"},
		{unanswered(syscall.ECONNREFUSED), history.Unanswered, "connection refused"},
		{unanswered(syscall.ECONNRESET), history.Unanswered, "connection broken"},
		{unanswered(io.EOF), history.Unanswered, "connection broken"},
		{unanswered(os.ErrDeadlineExceeded), history.Unanswered, "no answer in time"},
		{unanswered(errors.New("no whole answer within 10s")), history.Unanswered, "no answer in time"},
		{unanswered(errors.New("something else")), history.Unanswered, "no answer"},
	} {
		if got := effect(c.outcome); got != c.effect {
			t.Errorf("%+v: effect %v, want %v", c.outcome, got, c.effect)
		}
		if c.effect == history.Done {
			continue
		}
		if got := errorKind(c.outcome); got != c.kind {
			t.Errorf("%+v: %q, want %q", c.outcome, got, c.kind)
		}
	}
}
