package judge

import (
	"time"

	"github.com/leasecheck/leasecheck/reports"
)

// Outcome is what one run of a case came to, with its evidence.
type Outcome struct {
	Status reports.Status
	// Message is expected against observed, or why there is no verdict.
	Message string
	// Location is file:line of the assertion that decided.
	Location string
	// BlockedBy is the requirement whose own case must tell what went wrong,
	// where a step that only prepares misbehaved.
	BlockedBy string
	Started   time.Time
	Duration  time.Duration
	Exchanges []reports.Exchange
	Timeline  []reports.Span
	// Unanswered says that the case ended since a request had no whole answer.
	Unanswered bool
	// Fault is a fault of the suite itself: a panic in the case's body.
	Fault string
	// Unusable says that no run may use the target as its file describes it.
	Unusable error
}

// ending is why a body ended before its last line.
type ending struct {
	status     reports.Status
	message    string
	location   string
	blockedBy  string
	unanswered bool
	fault      string
	unusable   error
}

// aborted unwinds a body whose ending is recorded.
type aborted struct{}
