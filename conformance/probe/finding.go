// Package probe looks at a target before it is judged: whether it can be
// reached, what it offers beyond its dialect's operations, and whether what it
// declares to offer works.
package probe

import "fmt"

// Status says what became of one look.
type Status string

// The statuses. Only what Failed keeps a run from a verdict that can be trusted.
const (
	OK     Status = "ok"
	Failed Status = "failed"
	// Absent is something that the target does not offer.
	Absent Status = "none"
)

// Finding is what one look found.
type Finding struct {
	// Name is what was looked at.
	Name   string `json:"name"`
	Status Status `json:"status"`
	// Detail says what was seen and, of a failure, what to do.
	Detail string `json:"detail"`
}

// Found makes a finding.
func Found(name string, s Status, format string, args ...any) Finding {
	return Finding{Name: name, Status: s, Detail: fmt.Sprintf(format, args...)}
}
