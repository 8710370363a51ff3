package judge_test

import (
	"context"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reports"
)

// misformedProvisioner answers the making of a queue in another form.
type misformedProvisioner struct{ fakeProvisioner }

func (p *misformedProvisioner) Make(context.Context, target.Service, string, target.Settings) (target.Queue, target.Outcome) {
	o := ok()
	o.Class, o.Err = target.Unanswered, wire.Misformed("its field queue.kind is a number, where a text is documented")
	return nil, o
}

// TestAnAnswerOfAnotherFormIsNoMissingOne has one come before the case's body
// begins, so that no line of it runs.
func TestAnAnswerOfAnotherFormIsNoMissingOne(t *testing.T) {
	env, _ := environment(t, &fakeQueue{})
	env.Provision = &misformedProvisioner{}
	got := env.Execute(context.Background(), kase(func(*judge.T) {}), nil)
	const want = "the answer in exchange 1 is not as documented: its field queue.kind is a number, where a text is documented"
	if got.Status != reports.Inconclusive || got.Message != want {
		t.Errorf("%s %q; want inconclusive %q", got.Status, got.Message, want)
	}
	if !strings.HasPrefix(got.Location, "conformance/judge/stop_test.go:") {
		t.Errorf("it is said to be at %q, not where the case's body begins", got.Location)
	}
}
