// Package check looks at a target within seconds: whether it can be reached
// and prepared, what it offers, and what a run would therefore skip.
package check

import (
	"fmt"
	"io"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
)

// Status says what became of one look.
type Status string

// The statuses. Only Failed keeps a run from judging the target.
const (
	OK     Status = "ok"
	Failed Status = "failed"
	// Absent is something that the target file does not offer.
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

// Skip is a need that the target does not meet, and the requirements that a
// run would skip for it.
type Skip struct {
	Need         string   `json:"need"`
	Requirements []string `json:"requirements"`
}

// Report is what a look at a target found.
type Report struct {
	Target       string             `json:"target"`
	Dialect      string             `json:"dialect"`
	URL          string             `json:"url"`
	Findings     []Finding          `json:"findings"`
	Conditions   reports.Conditions `json:"conditions"`
	Capabilities map[string]any     `json:"capabilities"`
	Tier         string             `json:"tier"`
	Skipped      []Skip             `json:"skipped"`
}

// FirstFailure is the first thing that keeps a run from judging the target, or
// that the target offers and that does not work.
func (r *Report) FirstFailure() (Finding, bool) {
	for _, f := range r.Findings {
		if f.Status == Failed {
			return f, true
		}
	}
	return Finding{}, false
}

// Print writes the report for people.
func (r *Report) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s) at %s\n", r.Target, r.Dialect, r.URL)
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "  %-6s  %-16s  %s\n", f.Status, f.Name, f.Detail)
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "  skips   %-16s  %s\n", s.Need, strings.Join(s.Requirements, " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) found(name string, s Status, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{Name: name, Status: s, Detail: fmt.Sprintf(format, args...)})
}
