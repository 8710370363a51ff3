// Package csv writes results as a table for spreadsheets: one line a
// requirement and target.
package csv

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

var columns = []string{
	"target", "dialect", "started_at", "verdict", "requirement", "level", "from", "status", "reason",
	"title", "source", "cases", "duration_seconds",
}

// Write writes judged results below one line of names.
func Write(w io.Writer, results ...*reports.Result) error {
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	for _, r := range results {
		for _, q := range r.Requirements {
			if err := out.Write(line(r, q)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func line(r *reports.Result, q reports.Requirement) []string {
	names := make([]string, len(q.Cases))
	for i, c := range q.Cases {
		names[i] = c.Name
	}
	return []string{
		text(r.Target.Name), r.Target.Dialect, r.StartedAt.UTC().Format("2006-01-02T15:04:05Z"), string(r.Summary.Verdict),
		q.ID, q.Level, string(q.From), string(q.Status), text(q.Reason), text(q.Title), text(q.Source),
		text(strings.Join(names, " ")), strconv.FormatFloat(q.DurationSeconds, 'f', 3, 64),
	}
}

// text makes a cell that no spreadsheet takes for a formula.
func text(s string) string {
	s = evidence.PrintableLines(s)
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
