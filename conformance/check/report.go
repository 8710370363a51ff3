// Package check looks at a target within seconds: whether it can be reached
// and prepared, what it offers, and what a run would therefore skip.
package check

import (
	"fmt"
	"io"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/console"
)

// Report is what a look at a target found.
type Report struct {
	Target       string             `json:"target"`
	Dialect      string             `json:"dialect"`
	URL          string             `json:"url"`
	Findings     []probe.Finding    `json:"findings"`
	Conditions   reports.Conditions `json:"conditions"`
	Capabilities map[string]any     `json:"capabilities"`
	Tier         string             `json:"tier"`
	Skipped      []run.Skip         `json:"skipped"`
}

// FirstFailure is the first thing that keeps a run from judging the target, or
// that the target offers and that does not work.
func (r *Report) FirstFailure() (probe.Finding, bool) {
	for _, f := range r.Findings {
		if f.Status == probe.Failed {
			return f, true
		}
	}
	return probe.Finding{}, false
}

// Print writes the report for people.
func (r *Report) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", console.Place(r.Target, r.Dialect, r.URL))
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "  %-6s  %-16s  %s\n", f.Status, f.Name, f.Detail)
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "  skips   %-16s  %s\n", s.Need, strings.Join(s.Requirements, " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) found(name string, s probe.Status, format string, args ...any) {
	r.Findings = append(r.Findings, probe.Found(name, s, format, args...))
}
