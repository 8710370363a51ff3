// Package render picks the writer for a format, for one result or several.
package render

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/console"
	"github.com/leasecheck/leasecheck/reports/csv"
	"github.com/leasecheck/leasecheck/reports/html"
	"github.com/leasecheck/leasecheck/reports/junit"
	"github.com/leasecheck/leasecheck/reports/markdown"
	"github.com/leasecheck/leasecheck/reports/matrix"
)

// Format is a form that results can be written in.
type Format string

// The formats.
const (
	Text     Format = "text"
	HTML     Format = "html"
	Markdown Format = "markdown"
	JUnit    Format = "junit"
	CSV      Format = "csv"
)

// Formats lists all formats.
func Formats() []Format { return []Format{Text, HTML, Markdown, JUnit, CSV} }

// writer writes one result, and several side by side.
type writer struct {
	one     func(io.Writer, *reports.Result) error
	several func(io.Writer, []*reports.Result) error
}

var writers = map[Format]writer{
	HTML:     {html.Write, sideBySide(html.WriteMatrix)},
	Markdown: {markdown.Write, sideBySide(matrix.WriteMarkdown)},
	JUnit: {
		func(w io.Writer, r *reports.Result) error { return junit.Write(w, r) },
		func(w io.Writer, rs []*reports.Result) error { return junit.Write(w, rs...) },
	},
	CSV: {
		func(w io.Writer, r *reports.Result) error { return csv.Write(w, r) },
		func(w io.Writer, rs []*reports.Result) error { return csv.Write(w, rs...) },
	},
	Text: {
		func(w io.Writer, r *reports.Result) error {
			return console.Write(w, r, console.Options{Colour: console.Colour(w)})
		},
		sideBySide(matrix.WriteText),
	},
}

func sideBySide(write func(io.Writer, []matrix.Matrix) error) func(io.Writer, []*reports.Result) error {
	return func(w io.Writer, rs []*reports.Result) error { return write(w, matrix.New(rs...)) }
}

// Write writes one judged result, or several side by side.
func Write(w io.Writer, f Format, results ...*reports.Result) error {
	to, known := writers[f]
	switch {
	case !known:
		return fmt.Errorf("no format is called %q; there are %s", f, names())
	case len(results) == 1:
		return to.one(w, results[0])
	default:
		return to.several(w, results)
	}
}

// FormatOf reads the format's name, or where it is empty the ending of the file
// that is to be written; without either it is Text.
func FormatOf(name, path string) (Format, error) {
	if name == "" {
		return byEnding[strings.ToLower(filepath.Ext(path))].orText(), nil
	}
	if _, known := writers[Format(name)]; !known {
		return "", fmt.Errorf("no format is called %q; there are %s", name, names())
	}
	return Format(name), nil
}

var byEnding = map[string]Format{".html": HTML, ".htm": HTML, ".md": Markdown, ".xml": JUnit, ".csv": CSV}

func (f Format) orText() Format {
	if f == "" {
		return Text
	}
	return f
}

func names() string {
	var all []string
	for _, f := range Formats() {
		all = append(all, string(f))
	}
	return strings.Join(all, ", ")
}
