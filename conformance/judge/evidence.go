package judge

import (
	"fmt"

	"github.com/leasecheck/leasecheck/reports"
)

// Evidence adds an exchange of another case to the evidence, and returns the
// number that it has there. The case makes no requests after it.
func (t *T) Evidence(x reports.Exchange) int {
	last := 0
	if own := t.session.Exchanges(1); len(own) > 0 {
		last = own[0].Seq
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	x.Seq, x.Deciding = last+len(t.foreign)+1, true
	t.foreign = append(t.foreign, x)
	return x.Seq
}

// Faultf ends the case: the suite itself is at fault, whatever the target did.
func (t *T) Faultf(format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	t.stop(ending{status: reports.Inconclusive, message: "a fault of the suite: " + message, fault: message})
}
