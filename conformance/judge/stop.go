package judge

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// maxMessage is how many characters of an ending's message are kept: an
// assertion may quote whole bodies.
const maxMessage = 4000

// stop records why the case ended, the first reason only, and ends the calling
// goroutine.
func (t *T) stop(e ending) {
	var skip int
	e.location, skip = location(t.kase)
	e.message = evidence.Cut(e.message, maxMessage, len(e.message))
	t.mu.Lock()
	first := t.ending == nil
	if first {
		t.ending = &e
	}
	t.mu.Unlock()
	if first && t.raise != nil {
		t.raise(e, skip)
	}
	panic(aborted{})
}

func (t *T) ended() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ending != nil
}

// recoverAborted stops the unwinding of a body that ended early, and makes any
// other panic a fault of the suite.
func (t *T) recoverAborted() {
	switch p := recover().(type) {
	case nil, aborted:
	default:
		t.mu.Lock()
		defer t.mu.Unlock()
		t.ending = &ending{
			status: reports.Inconclusive,
			fault:  fmt.Sprintf("panic in case %s: %v\n%s", t.kase.Name, p, debug.Stack()),
		}
		t.ending.message = fmt.Sprintf("a fault of the suite: %v", p)
	}
}

// location finds the line of the case that is at fault: the nearest caller
// outside this package and Gomega, or where the body begins when what ended the
// case was done for it. It also returns how many frames lie between, as
// ginkgo.Fail counts them when called in stop's place.
func location(c *Case) (string, int) {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for skip := 0; ; skip++ {
		frame, more := frames.Next()
		if !around(frame.Function) {
			return shortFile(frame.File) + ":" + strconv.Itoa(frame.Line), skip
		}
		if !more {
			return begin(c), 0
		}
	}
}

// around reports whether a function is no case's: this package's, Gomega's, or
// one that starts goroutines.
func around(function string) bool {
	return strings.Contains(function, "/conformance/judge.") || strings.Contains(function, "onsi/gomega") ||
		strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, "sync.")
}

// begin is the line at which a case's body begins.
func begin(c *Case) string {
	file, line := runtime.FuncForPC(reflect.ValueOf(c.Run).Pointer()).FileLine(reflect.ValueOf(c.Run).Pointer())
	return shortFile(file) + ":" + strconv.Itoa(line)
}

// shortFile is a path from the module's root on, which is the same on every machine.
func shortFile(path string) string {
	if i := strings.LastIndex(path, "/conformance/"); i >= 0 {
		return path[i+1:]
	}
	return path[strings.LastIndex(path, "/")+1:]
}

// answered ends the case inconclusive when a call got no whole answer, or when
// the target limited the suite: neither is evidence against the target. The case
// is skipped when it asks of the target's provisioning what that does not offer.
func (t *T) answered(o target.Outcome) {
	switch {
	case errors.Is(o.Err, target.ErrUnsupported):
		lacking := strings.TrimPrefix(o.Err.Error(), target.ErrUnsupported.Error())
		t.Skipf("%s", reports.Needs(strings.TrimSpace(lacking)))
	case failedElsewhere(o):
		t.unanswered(o, "%v", o.Err)
	case o.Class == target.Unanswered && misformed(o):
		t.unanswered(o, "the answer in exchange %d is not as documented: %v", o.Exchange, o.Err)
	case o.Class == target.Unanswered && t.ctx.Err() == nil:
		t.unanswered(o, "no whole answer in exchange %d: %v", o.Exchange, o.Err)
	case o.Class == target.Unanswered:
		t.Decide(o.Exchange)
		t.timeUp(fmt.Sprintf("during exchange %d", o.Exchange), true)
	case wire.PutsOff(o.Call):
		t.Decide(o.Exchange)
		t.Inconclusivef("the target put the suite off: %s, Retry-After %q", Describe(o), o.Header.Get("Retry-After"))
	}
}

// misformed reports whether an answer came whole, but not as documented.
func misformed(o target.Outcome) bool {
	_, is := errors.AsType[wire.Misformed](o.Err)
	return is
}

// unanswered ends the case inconclusive since a request had no whole answer.
func (t *T) unanswered(o target.Outcome, format string, args ...any) {
	t.Decide(o.Exchange)
	t.stop(ending{status: reports.Inconclusive, message: fmt.Sprintf(format, args...), unanswered: true})
}

// allAnswered is answered for the entries of one call, of which there must be n.
func (t *T) allAnswered(outcomes []target.Outcome, n int) []target.Outcome {
	for _, o := range outcomes {
		t.answered(o)
	}
	if len(outcomes) != n {
		t.Failf("expected one result for each of %d entries, observed %d", n, len(outcomes))
	}
	return outcomes
}
