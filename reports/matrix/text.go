package matrix

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
	"github.com/leasecheck/leasecheck/reports/markdown"
)

// WriteText writes matrices as text: the verdicts, then each requirement that
// targets do not agree on or that one did not pass.
func WriteText(w io.Writer, ms []Matrix) error {
	var out bytes.Buffer
	for i, m := range ms {
		if i > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "%s\n", m.Dialect)
		for c, column := range m.Columns {
			fmt.Fprintf(&out, "  %s  %s: %s\n", letter(c), evidence.Printable(column.Name), evidence.Printable(reports.Headline(column.Result)))
		}
		for _, note := range m.Notes {
			fmt.Fprintf(&out, "  note: %s\n", evidence.Printable(note))
		}
		m.writeRows(&out)
	}
	_, err := w.Write(out.Bytes())
	return err
}

func (m Matrix) writeRows(out *bytes.Buffer) {
	shown := 0
	for _, row := range m.Rows {
		if !row.Interesting() {
			continue
		}
		if shown == 0 {
			fmt.Fprintf(out, "\n  %-14s %-6s", "", "")
			for c := range m.Columns {
				fmt.Fprintf(out, " %-13s", letter(c))
			}
			out.WriteByte('\n')
		}
		shown++
		fmt.Fprintf(out, "  %-14s %-6s", row.ID, row.Level)
		for _, q := range row.Cells {
			fmt.Fprintf(out, " %-13s", cell(q))
		}
		fmt.Fprintf(out, " %s\n", short(evidence.Printable(row.Title)))
	}
	fmt.Fprintf(out, "  %d of %d requirements shown; the others passed, or were skipped, alike everywhere\n", shown, len(m.Rows))
}

// letter names a column in a narrow table.
func letter(column int) string {
	if column < 26 {
		return string(rune('A' + column))
	}
	return fmt.Sprintf("#%d", column+1)
}

func cell(q *reports.Requirement) string {
	if q == nil {
		return ""
	}
	return string(q.Status)
}

// short cuts a title to what fits beside the columns.
func short(title string) string {
	const most = 60
	if utf8.RuneCountInString(title) <= most {
		return title
	}
	return string([]rune(title)[:most-1]) + "…"
}

// WriteMarkdown writes matrices as tables, every requirement a row.
func WriteMarkdown(w io.Writer, ms []Matrix) error {
	var out bytes.Buffer
	for _, m := range ms {
		fmt.Fprintf(&out, "# %s\n\n", markdown.Escape(m.Dialect))
		for _, column := range m.Columns {
			fmt.Fprintf(&out, "- **%s**: %s\n", markdown.Escape(column.Name), markdown.Escape(reports.Headline(column.Result)))
		}
		for _, note := range m.Notes {
			fmt.Fprintf(&out, "- note: %s\n", markdown.Escape(note))
		}
		out.WriteString("\n| Requirement | | Duty |")
		for _, column := range m.Columns {
			fmt.Fprintf(&out, " %s |", markdown.Escape(column.Name))
		}
		fmt.Fprintf(&out, "\n| --- | --- | --- |%s\n", strings.Repeat(" --- |", len(m.Columns)))
		for _, row := range m.Rows {
			fmt.Fprintf(&out, "| %s | %s | %s |", row.ID, row.Level, markdown.Escape(row.Title))
			for _, q := range row.Cells {
				fmt.Fprintf(&out, " %s |", emphasised(q))
			}
			out.WriteByte('\n')
		}
		out.WriteByte('\n')
	}
	_, err := w.Write(out.Bytes())
	return err
}

// emphasised makes what failed stand out.
func emphasised(q *reports.Requirement) string {
	if q != nil && q.Status == reports.Failed {
		return "**failed**"
	}
	return cell(q)
}
