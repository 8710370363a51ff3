package judge

import (
	"fmt"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// fresh is m for a queue that other cases, or an earlier run, may have used a
// moment ago: there its deduplication id, which a queue remembers for minutes,
// becomes one of this execution's own. A queue made for the case has no past.
func (t *T) fresh(m target.Message) target.Message {
	if m.DeduplicationID != "" && t.env.Client.Target().Provisioning.Mode == target.Static {
		m.DeduplicationID = t.mark + m.DeduplicationID
	}
	return m
}

// newMark is a text that no other execution of a case has, in this run or another.
func (env *Environment) newMark() string {
	return fmt.Sprintf("%s-%d-", env.Prefix, env.serial.Add(1))
}
