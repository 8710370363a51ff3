package probe

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire/control"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
)

// controlName is how findings call the control API as a whole.
const controlName = "control API"

// offered asks the control API what the target declares.
func (l *look) offered() control.Capabilities {
	if l.control == nil {
		l.found(controlName, Absent, "not given: what needs the clock, keys or limits is skipped")
		return control.Capabilities{}
	}
	ctx, cancel := context.WithTimeout(l.ctx, stepTime)
	defer cancel()
	offered, err := l.control.Capabilities(ctx)
	if err != nil {
		l.found(controlName, Failed, "%v", err)
		return control.Capabilities{}
	}
	l.found(controlName, OK, "answers")
	return offered
}

// try grants a need that is declared once use of it has worked.
func (l *look) try(need judge.Need, declared bool, use func(context.Context) error) {
	l.grant(need, false)
	if !declared {
		return
	}
	ctx, cancel := context.WithTimeout(l.ctx, stepTime)
	defer cancel()
	if err := use(ctx); err != nil {
		l.found(string(need), Failed, "declared, and %v", err)
		return
	}
	l.grant(need, true)
	l.found(string(need), OK, "works")
}

// clockStep is by how much the clock is moved to see that it moves.
const clockStep = time.Second

func (l *look) clock(ctx context.Context) error {
	var shown [2]time.Time
	for i := range shown {
		if _, err := l.control.Advance(ctx, clockStep); err != nil {
			return err
		}
		shown[i] = l.session.Client().ServerTime()
	}
	if moved := shown[1].Sub(shown[0]); moved < clockStep/2 {
		return fmt.Errorf("an advance of %s moved it by %s", clockStep, moved.Round(time.Millisecond))
	}
	return nil
}

func (l *look) key(ctx context.Context) error {
	_, err := l.control.SetKey(ctx, l.queue.name, true)
	return err
}

func (l *look) rateLimits(ctx context.Context) error {
	// A limit that nothing runs into, on a queue that does not exist.
	limit := control.Limit{Queue: uuid.NewString(), Requests: 1000, Window: time.Second}
	if q := l.queue.get(l); q != nil {
		limit.Queue = q.Ref()
	}
	_, err := l.control.SetLimit(ctx, limit)
	if _, cleared := l.control.ClearLimits(ctx); err == nil {
		err = cleared
	}
	return err
}

// unavailable has one receive refused.
func (l *look) unavailable(ctx context.Context) error {
	q := l.queue.get(l)
	if q == nil {
		return nil // the cases will tell
	}
	if _, err := l.control.SetUnavailable(ctx, q.Ref(), 1, time.Second); err != nil {
		return err
	}
	one, none := 1, time.Duration(0)
	got := q.Receive(ctx, target.Receive{Max: &one, Visibility: &none, Wait: &none})
	switch {
	case got.Err != nil:
		return got.Err
	case got.Status != http.StatusServiceUnavailable:
		return fmt.Errorf("a receive from the queue that it was set for answers %s, not 503", Answered(got.Call))
	}
	return nil
}

// push has an empty queue pushed to nowhere.
func (l *look) push(ctx context.Context) error {
	q := l.queue.get(l)
	if q == nil || l.file.Provisioning.Mode == target.Static {
		return nil // the cases will tell
	}
	c := ezgh.NewClient(l.session)
	call := c.PutSubscription(ctx, q.Ref(), ezgh.Subscription{URL: "http://127.0.0.1:9/leasecheck"})
	c.DeleteSubscription(ctx, q.Ref())
	switch {
	case call.Err != nil:
		return call.Err
	case call.Status < 200 || call.Status > 299:
		return fmt.Errorf("PutSubscription answers %s", Answered(call))
	}
	return nil
}

// issued tries a credential without any permission that the control API issues.
func (l *look) issued(ctx context.Context) error {
	issued, err := l.control.IssueCredential(ctx, l.file.Dialect)
	if err != nil {
		return err
	}
	call := Unknown(ctx, l.session, issued.Auth())
	switch {
	case call.Err != nil:
		return call.Err
	case call.Status == http.StatusUnauthorized:
		return fmt.Errorf("the target does not know the credential that it issued (%s)", strings.TrimSpace(Answered(call)))
	}
	return nil
}
