package bundle

import (
	"fmt"
	"strings"

	"github.com/leasecheck/leasecheck/reports/evidence"
)

// heading says in lines of text what a bundle is about: the duty and its
// source, what came of it, and how to judge it again.
func (s subject) heading() []string {
	q, c, r := s.requirement, s.testCase, s.result
	lines := []string{
		fmt.Sprintf("%s (%s): %s", q.ID, q.Level, q.Title),
		"source: " + q.Source,
		strings.TrimSpace(fmt.Sprintf("case %s: %s %s", c.Name, c.Status, c.Location)),
	}
	if q.From != "" {
		lines[1] += fmt.Sprintf(" (%s)", q.From)
	}
	for line := range strings.Lines(c.Message) {
		lines = append(lines, "  "+strings.TrimRight(line, "\r\n"))
	}
	if c.BlockedBy != "" {
		lines = append(lines, "blocked by "+c.BlockedBy)
	}
	lines = append(lines, fmt.Sprintf("target: %s, %s at %s", r.Target.Name, r.Target.Dialect, r.Target.URL),
		fmt.Sprintf("run: %s, %s tier, seed %d", r.StartedAt.UTC().Format("2006-01-02 15:04:05 MST"), r.Tier, r.Seed))
	if rerun := evidence.Rerun(r, q.ID); rerun != "" {
		lines = append(lines, "again: "+rerun)
	}
	for i, line := range lines {
		lines[i] = evidence.Printable(line)
	}
	return lines
}
