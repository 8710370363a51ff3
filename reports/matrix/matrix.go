// Package matrix sets several results side by side: requirement by target.
package matrix

import (
	"fmt"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// Matrix is the results of one dialect side by side.
type Matrix struct {
	Dialect string
	Columns []Column
	Rows    []Row
	// Notes say in what the runs differ beside their targets.
	Notes []string
}

// Column is one result.
type Column struct {
	// Name is the target's, numbered where several have the same.
	Name   string
	Result *reports.Result
}

// Row is one requirement of each result.
type Row struct {
	ID    string
	Level string
	Title string
	// Cells has one entry a column; nil where that result does not know the
	// requirement.
	Cells []*reports.Requirement
}

// New sets judged results side by side, one matrix a dialect, in the order in
// which they first come.
func New(results ...*reports.Result) []Matrix {
	var out []Matrix
	for _, dialect := range dialects(results) {
		m := Matrix{Dialect: dialect}
		named := map[string]int{}
		for _, r := range results {
			if r.Target.Dialect != dialect {
				continue
			}
			name := r.Target.Name
			if named[name]++; named[name] > 1 {
				name = fmt.Sprintf("%s (%d)", name, named[name])
			}
			m.Columns = append(m.Columns, Column{Name: name, Result: r})
		}
		m.fill()
		m.Notes = notes(m.Columns)
		out = append(out, m)
	}
	return out
}

func dialects(results []*reports.Result) []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range results {
		if !seen[r.Target.Dialect] {
			seen[r.Target.Dialect] = true
			out = append(out, r.Target.Dialect)
		}
	}
	return out
}

// fill makes a row for each requirement that any column has.
func (m *Matrix) fill() {
	at := map[string]int{}
	for c, column := range m.Columns {
		for i := range column.Result.Requirements {
			q := &column.Result.Requirements[i]
			row, known := at[q.ID]
			if !known {
				row = len(m.Rows)
				at[q.ID] = row
				m.Rows = append(m.Rows, Row{ID: q.ID, Level: q.Level, Title: q.Title, Cells: make([]*reports.Requirement, len(m.Columns))})
			}
			m.Rows[row].Cells[c] = q
		}
	}
}

// Differs reports whether the columns that judged the row's requirement do not
// agree on it.
func (r Row) Differs() bool {
	var first reports.Status
	for _, q := range r.Cells {
		switch {
		case q == nil || q.Status == reports.Skipped:
		case first == "":
			first = q.Status
		case first != q.Status:
			return true
		}
	}
	return false
}

// Interesting reports whether a reader should look at the row: the columns do
// not agree, or one did not pass.
func (r Row) Interesting() bool {
	if r.Differs() {
		return true
	}
	for _, q := range r.Cells {
		if q != nil && q.Level != string(specs.INFO) && (q.Status == reports.Failed || q.Status == reports.Inconclusive || q.Status == reports.Waived) {
			return true
		}
	}
	return false
}

// notes lists what makes the columns hard to compare.
func notes(columns []Column) []string {
	var out []string
	for _, n := range []struct {
		what string
		of   func(*reports.Result) string
	}{
		{"editions of the catalogue", func(r *reports.Result) string { return fmt.Sprintf("%.12s", r.Edition.CatalogueHash) }},
		{"tiers", func(r *reports.Result) string { return r.Tier }},
		{"versions of leasecheck", func(r *reports.Result) string { return r.Tool.Version }},
		{"selections", func(r *reports.Result) string { return fmt.Sprintf("%d requirements", len(r.Selected)) }},
	} {
		for _, c := range columns {
			if n.of(c.Result) != n.of(columns[0].Result) {
				out = append(out, fmt.Sprintf("different %s: %s has %s, %s has %s", n.what,
					columns[0].Name, n.of(columns[0].Result), c.Name, n.of(c.Result)))
				break
			}
		}
	}
	return out
}
