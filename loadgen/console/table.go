package console

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Table aligns columns, the first to the left and the others to the right.
type Table struct{ rows [][]string }

// Row adds a row.
func (t *Table) Row(cells ...string) { t.rows = append(t.rows, cells) }

// Write writes the rows with two spaces between columns.
func (t *Table) Write(w io.Writer) {
	widths := map[int]int{}
	for _, r := range t.rows {
		for i, cell := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, r := range t.rows {
		line := ""
		for i, cell := range r {
			fill := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line += cell + fill
			} else {
				line += "  " + fill + cell
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}
