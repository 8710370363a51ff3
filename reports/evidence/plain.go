package evidence

import (
	"fmt"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
)

// Text writes the timeline of a case as plain text: where neither colour nor
// folding is to be had.
func Text(c reports.Case) string {
	var b strings.Builder
	for _, l := range Timeline(c) {
		if l.Kind != Exchange {
			fmt.Fprintf(&b, "  %11s %s %s\n", Offset(l.AtS), l.Gutter, l.Text)
			continue
		}
		mark := " "
		if l.Deciding {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s %11s %s %d %s: %s\n      %s\n", mark, Offset(l.AtS), l.Gutter, l.Seq, l.Text, l.Outcome, l.Curl)
		if l.Answer != "" {
			fmt.Fprintf(&b, "      %s\n", l.Answer)
		}
	}
	return b.String()
}
