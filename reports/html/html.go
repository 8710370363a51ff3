// Package html writes results as one HTML file that needs nothing else: no
// network, no script. It reads in light and dark, and by keyboard and screen
// reader.
package html

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
	"github.com/leasecheck/leasecheck/reports/matrix"
)

var (
	//go:embed style.css
	style string
	//go:embed page.tmpl
	pageText string
	//go:embed matrix.tmpl
	matrixText string
)

var functions = template.FuncMap{
	"style":     func() template.CSS { return template.CSS(style) }, // it is our own file
	"printable": evidence.PrintableLines,
	"offset":    evidence.Offset,
	"duration":  evidence.Duration,
	"headline":  reports.Headline,
	"statuses":  reports.Statuses,
	"timeline":  evidence.Timeline,
	"picture":   pictureOf,
	"class":     func(v reports.Verdict) string { return strings.ReplaceAll(string(v), " ", "-") },
	"exchange":  func(l evidence.Line) bool { return l.Kind == evidence.Exchange },
	"short":     func(hash string) string { return hash[:min(len(hash), 12)] },
}

var (
	pageTemplate   = template.Must(template.New("page").Funcs(functions).Parse(pageText))
	matrixTemplate = template.Must(template.New("matrix").Funcs(functions).Parse(matrixText))
)

// page is what the template of one result sees.
type page struct {
	*reports.Result
	Areas  []area
	Failed []*reports.Requirement
}

// area is the requirements that share the first parts of their ids.
type area struct {
	Name         string
	Requirements []entry
}

// entry is a requirement as the page shows it.
type entry struct {
	*reports.Requirement
	Rerun string
	// Warns says that a failure of it leaves the verdict.
	Warns bool
}

// Write writes a judged result.
func Write(w io.Writer, r *reports.Result) error {
	return execute(w, pageTemplate, page{Result: r, Areas: areas(r), Failed: reports.FailedFirst(r)})
}

// WriteMatrix writes results side by side.
func WriteMatrix(w io.Writer, ms []matrix.Matrix) error { return execute(w, matrixTemplate, ms) }

// execute writes all or nothing.
func execute(w io.Writer, t *template.Template, data any) error {
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return err
	}
	_, err := w.Write(out.Bytes())
	return err
}

// areas groups the requirements by area, in the catalogue's order.
func areas(r *reports.Result) []area {
	var out []area
	at := map[string]int{}
	for i := range r.Requirements {
		q := &r.Requirements[i]
		name := q.ID[:max(strings.LastIndexByte(q.ID, '-'), 0)]
		n, known := at[name]
		if !known {
			n = len(out)
			at[name] = n
			out = append(out, area{Name: name})
		}
		out[n].Requirements = append(out[n].Requirements, entry{
			Requirement: q, Rerun: evidence.Rerun(r, q.ID), Warns: q.Status == reports.Failed && !r.Binding(q),
		})
	}
	return out
}
