package evidence

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
)

// leased is the event of a span that is a lease.
const leased = "leased"

// leaseLines gives the lines of a case's leases: where each begins, where it is
// changed, where it may end, and what else happened.
func leaseLines(spans []reports.Span, handles Handles) []Line {
	var lines []Line
	for i, s := range spans {
		name := Printable(fmt.Sprintf("message %s, handle %s", shortID(s.Message), handles.Shorten(s.Handle)))
		switch {
		case s.Event != leased:
			lines = append(lines, Line{Kind: Event, AtS: s.FromS, Text: Printable(s.Event) + ": " + name})
		case s.UntilS <= s.FromS:
			lines = append(lines, Line{Kind: Event, AtS: s.FromS, Text: "leased for no certain time: " + name})
		default:
			begins := Line{Kind: LeaseBegins, AtS: s.FromS, Text: "lease begins: " + name, handle: cmp.Or(s.Handle, s.Message)}
			if changes(spans[:i], s) {
				begins.Text = "lease changed: " + name
			}
			lines = append(lines, begins)
			if !slices.ContainsFunc(spans[i+1:], func(later reports.Span) bool { return changes([]reports.Span{s}, later) }) {
				lines = append(lines, Line{Kind: LeaseMayEnd, AtS: s.UntilS, Text: "certainly held until here: " + name, handle: cmp.Or(s.Handle, s.Message)})
			}
		}
	}
	return lines
}

// changes reports whether s is a lease that goes on where an earlier one of its
// handle was.
func changes(earlier []reports.Span, s reports.Span) bool {
	return s.Event == leased && s.UntilS > s.FromS && slices.ContainsFunc(earlier, func(e reports.Span) bool {
		return e.Event == leased && e.Handle == s.Handle && e.FromS < s.FromS && s.FromS < e.UntilS
	})
}

// shortID shortens a message id as a handle is.
func shortID(id string) string {
	if len([]rune(id)) <= shortHandle {
		return id
	}
	return ends(id)
}

// drawLeases draws each lease in a column of its own beside the lines from its
// beginning to its end.
func drawLeases(lines []Line) {
	var columns []string // the handle drawn in each column, or ""
	width := 0
	for i := range lines {
		l := &lines[i]
		column := slices.Index(columns, l.handle)
		known := l.handle != "" && column >= 0
		if l.Kind == LeaseBegins && !known {
			if column = slices.Index(columns, ""); column < 0 {
				column = len(columns)
				columns = append(columns, "")
			}
			columns[column] = l.handle
		}
		l.Gutter = gutter(columns, column, l.Kind, known)
		if l.Kind == LeaseMayEnd && known {
			columns[column] = ""
		}
		width = max(width, len(columns))
	}
	for i := range lines {
		lines[i].Gutter += strings.Repeat(" ", width-len([]rune(lines[i].Gutter)))
	}
}

// gutter draws the columns beside one line; column is the one the line is about.
func gutter(columns []string, column int, k Kind, known bool) string {
	var b strings.Builder
	for i, handle := range columns {
		switch {
		case i == column && k == LeaseBegins && known:
			b.WriteRune('├')
		case i == column && k == LeaseBegins:
			b.WriteRune('┌')
		case i == column && k == LeaseMayEnd:
			b.WriteRune('└')
		case handle != "":
			b.WriteRune('│')
		default:
			b.WriteRune(' ')
		}
	}
	return b.String()
}
