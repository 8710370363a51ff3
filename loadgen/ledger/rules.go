package ledger

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// traits are what dialects let a handle do, and how long they let a lease live.
var traits = map[specs.Dialect]history.Rules{
	// What a second delete answers is not stated.
	specs.Basaltic: {SecondAcknowledge: true},
	specs.EZGH:     {LapsedHandleWorks: true, LeaseCap: 12 * time.Hour},
}

// Rules are those of a dialect, with the target's tolerances. Wait is the
// longest that a receive asks to wait.
func Rules(d specs.Dialect, t target.Tolerance, start time.Time, wait time.Duration) history.Rules {
	r := traits[d]
	r.Early, r.Late, r.Start = t.Early, t.Late, start
	r.LongestCall = wait + answerTime
	return r
}

// answerTime is what a receive takes beside its wait. One that takes longer is not
// judged by what is long finished.
const answerTime = time.Second
