package judge

import (
	"fmt"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// step is something that many cases do to prepare.
type step int

const (
	stepCreate step = iota
	stepSend
	stepReceive
	// stepMax is that a receive brings no more than it asked for.
	stepMax
	// stepFetch is to get a message that is available, by one or more receives.
	stepFetch
	// stepWait is a receive on an empty queue that waits, and then ends.
	stepWait
	stepAcknowledge
	stepVisibility
	// stepLapse is to get a message again whose lease lapsed, stepRelease one that
	// was released.
	stepLapse
	stepRelease
	// stepNoLease is a receive with visibility timeout 0, which leaves its message
	// available.
	stepNoLease
	// stepNoWait is a receive that does not wait, and brings nothing.
	stepNoWait
)

// blame names the requirement whose own case judges a step, per dialect. Where
// it is silent, nothing judges the step: EZGH does not document its producer side.
var blame = map[specs.Dialect]map[step]string{
	specs.Basaltic: {
		stepCreate:      "BQ-QUEUE-01",
		stepSend:        "BQ-SEND-01",
		stepReceive:     "BQ-RECV-01",
		stepMax:         "BQ-RECV-04",
		stepFetch:       "BQ-POLL-05",
		stepWait:        "BQ-POLL-01",
		stepAcknowledge: "BQ-LEASE-03",
		stepVisibility:  "BQ-LEASE-07",
		stepLapse:       "BQ-LEASE-01",
		stepRelease:     "BQ-LEASE-09",
		stepNoLease:     "BQ-LEASE-11",
		stepNoWait:      "BQ-POLL-03",
	},
	specs.EZGH: {
		stepReceive:     "EQ-RECV-01",
		stepMax:         "EQ-RECV-05",
		stepFetch:       "EQ-POLL-11",
		stepWait:        "EQ-POLL-01",
		stepAcknowledge: "EQ-ACK-01",
		stepVisibility:  "EQ-VIS-01",
		stepLapse:       "EQ-LEASE-01",
		stepRelease:     "EQ-VIS-02",
		stepNoLease:     "EQ-LEASE-03",
		stepNoWait:      "EQ-POLL-03",
	},
}

// mustBeOK ends the case when a step that prepares was not answered well.
func (t *T) mustBeOK(s step, what string, o target.Outcome) {
	if o.Class != target.OK {
		t.Decide(o.Exchange)
		t.blocked(s, fmt.Sprintf("%s: %s", what, Describe(o)))
	}
}

// blocked ends the case since a step that prepares misbehaved: inconclusive,
// unless the case judges that very step. Where what was observed rests on an
// earlier step that does not work by itself, that one is to blame.
func (t *T) blocked(s step, observed string) {
	if blame[t.env.Dialect][s] == t.duty.ID {
		t.fail(observed)
	}
	if r, ok := t.broken(); ok {
		t.blockedBy(r.step, observed+"; but "+r.otherwise)
	}
	t.blockedBy(s, observed)
}

// blockedBy ends the case inconclusive, for the requirement that judges a step.
func (t *T) blockedBy(s step, observed string) {
	id := blame[t.env.Dialect][s]
	message := "could not be judged: " + observed
	if id != "" {
		message += "; see " + id
	}
	t.stop(ending{status: reports.Inconclusive, message: message, blockedBy: id})
}
