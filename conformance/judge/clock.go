package judge

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire/control"
)

// Control is the target's test-control API; its calls are recorded with the case.
func (t *T) Control() *control.API { return control.New(t.session) }

// Advance moves the target's clock by d, for a case that needs it and runs
// alone. The case ends inconclusive when the control API does not work.
func (t *T) Advance(d time.Duration) Advance {
	call := t.MustControl(t.Control().Advance(t.ctx, d))
	t.env.Client.RenewTokens()
	return Advance{By: d, Sent: call.Sent, Answered: call.Answered}
}

// MustControl ends the case inconclusive when a call of the control API did not work.
func (t *T) MustControl(call target.Call, err error) target.Call {
	if err != nil {
		t.Decide(call.Exchange)
		t.Inconclusivef("%v", err)
	}
	return call
}
