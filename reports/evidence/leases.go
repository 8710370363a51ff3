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
// changed, where it ends or may end, and what else happened.
func leaseLines(spans []reports.Span, handles Handles) []Line {
	var lines []Line
	for i, s := range spans {
		name := Printable(fmt.Sprintf("message %s, handle %s", shortID(s.Message), handles.Shorten(s.Handle)))
		goesOn := slices.ContainsFunc(spans[:i], func(earlier reports.Span) bool { return within(s, earlier) })
		line := Line{AtS: s.FromS, handle: columnKey(s), Text: what(s, goesOn) + ": " + name}
		switch {
		case isLease(s):
			line.Kind = LeaseBegins
		case goesOn:
			line.Kind = LeaseMayEnd
		default:
			line.Kind, line.handle = Event, ""
		}
		lines = append(lines, line)
		endsSooner := slices.ContainsFunc(spans[i+1:], func(later reports.Span) bool { return within(later, s) })
		if isLease(s) && !endsSooner {
			lines = append(lines, Line{Kind: LeaseMayEnd, AtS: s.UntilS, handle: columnKey(s), Text: "certainly held until here: " + name})
		}
	}
	return lines
}

// Held is a time in which a lease certainly held.
type Held struct{ FromS, UntilS float64 }

// Leases gives when the leases of a case certainly held, each up to what changed
// or ended it.
func Leases(spans []reports.Span) []Held {
	var out []Held
	for i, s := range spans {
		if !isLease(s) {
			continue
		}
		held := Held{s.FromS, s.UntilS}
		for _, later := range spans[i+1:] {
			if within(later, s) {
				held.UntilS = min(held.UntilS, later.FromS)
			}
		}
		out = append(out, held)
	}
	return out
}

// isLease reports whether a span is a lease that certainly held for a while.
func isLease(s reports.Span) bool { return s.Event == leased && s.UntilS > s.FromS }

// within reports whether s happened to a lease while that certainly held.
func within(s, lease reports.Span) bool {
	return isLease(lease) && columnKey(lease) == columnKey(s) && lease.FromS < s.FromS && s.FromS < lease.UntilS
}

// columnKey tells the leases that are drawn apart.
func columnKey(s reports.Span) string { return cmp.Or(s.Handle, s.Message) }

// what says what happened; goesOn, that a lease of the handle held then.
func what(s reports.Span, goesOn bool) string {
	switch {
	case s.Event != leased:
		return Printable(s.Event)
	case isLease(s) && goesOn:
		return "lease changed"
	case isLease(s):
		return "lease begins"
	case goesOn:
		return "released"
	default:
		return "leased for no certain time"
	}
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
