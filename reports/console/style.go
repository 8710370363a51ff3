package console

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"

	"github.com/leasecheck/leasecheck/reports"
)

// Colour reports whether output to w may be coloured: w is a terminal and
// NO_COLOR is not set.
func Colour(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isatty.IsTerminal(f.Fd())
}

// style is an ANSI style; the empty one leaves text as it is.
type style string

const (
	plain  style = ""
	bold   style = "1"
	dim    style = "2"
	red    style = "1;31"
	green  style = "32"
	yellow style = "33"
	cyan   style = "36"
)

// look is how a status shows: a mark that needs no colour, and a colour.
type look struct {
	mark  string
	style style
}

var looks = map[reports.Status]look{
	reports.Passed:       {"✓", green},
	reports.Failed:       {"✗", red},
	reports.Inconclusive: {"?", yellow},
	reports.Skipped:      {"-", dim},
	reports.Waived:       {"~", yellow},
	reports.Recorded:     {"·", plain},
}

func styleOf(v reports.Verdict) style {
	switch v {
	case reports.Conformant:
		return green
	case reports.NotConformant:
		return red
	default:
		return yellow
	}
}
