// Package markdown writes a result as a Markdown document: for a wiki, a release
// note or a comment on a change.
package markdown

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// Write writes a judged result.
func Write(w io.Writer, r *reports.Result) error {
	d := &document{result: r}
	d.head()
	d.failures()
	d.table(reports.Inconclusive, "Not judged", "Why")
	d.table(reports.Waived, "Waived", "Why")
	d.table(reports.Recorded, "Recorded", "Seen")
	d.skips()
	d.all()
	_, err := w.Write(d.out.Bytes())
	return err
}

type document struct {
	out    bytes.Buffer
	result *reports.Result
}

func (d *document) line(format string, args ...any) { fmt.Fprintf(&d.out, format+"\n", args...) }

func (d *document) head() {
	r := d.result
	d.line("# %s: %s\n", Escape(r.Target.Name), r.Summary.Verdict)
	d.line("**%s**\n", Escape(reports.Headline(r)))
	for _, problem := range slices.Concat(r.Summary.Problems, r.SuiteFaults) {
		d.line("- ✗ %s", Escape(problem))
	}
	d.line("")
	d.counts()
	d.line("\nJudged on %s at %s by leasecheck %s (%s), %s tier, seed %d, in %s. Edition: %s of %s, catalogue `%.12s`.",
		r.StartedAt.UTC().Format("2006-01-02 15:04 MST"), Escape(r.Target.URL), Escape(r.Tool.Version), Escape(r.Tool.Commit),
		r.Tier, r.Seed, evidence.Duration(r.DurationSeconds), Escape(r.Edition.Source), r.Edition.SourceDate, r.Edition.CatalogueHash)
}

// counts is a table of the requirements by level and status.
func (d *document) counts() {
	head, rule := "|", "| ---"
	for _, s := range reports.Statuses() {
		head += " | " + string(s)
		rule += " | ---:"
	}
	d.line("%s |\n%s |", head, rule)
	for _, l := range d.result.Summary.Levels() {
		row := "| " + string(l.Level)
		for _, s := range reports.Statuses() {
			row += " | " + l.Cell(s)
		}
		d.line("%s |", row)
	}
}

func (d *document) failures() {
	found := reports.FailedFirst(d.result)
	if len(found) == 0 {
		return
	}
	d.line("\n## Failed")
	for _, q := range found {
		d.line("\n### %s (%s): %s\n", q.ID, q.Level, Escape(q.Title))
		d.line("From %s.", Escape(q.Source))
		for _, c := range q.Cases {
			if c.Status == reports.Failed {
				d.failedCase(c)
			}
		}
		if rerun := evidence.Rerun(d.result, q.ID); rerun != "" {
			d.line("\nAgain: %s", code(evidence.Printable(rerun)))
		}
	}
}

func (d *document) failedCase(c reports.Case) {
	d.line("\n%s at %s\n\n%s", code(c.Name), code(c.Location), fence(evidence.PrintableLines(c.Message)))
	if len(c.Exchanges) > 0 {
		d.line("\n<details><summary>%d exchanges</summary>\n\n%s\n\n</details>", len(c.Exchanges), fence(evidence.Text(c)))
	}
}

// table lists the requirements of a status with their reasons.
func (d *document) table(status reports.Status, title, reason string) {
	found := reports.WithStatus(d.result, status)
	if len(found) == 0 {
		return
	}
	d.line("\n## %s\n\n| Requirement | | Duty | %s |\n| --- | --- | --- | --- |", title, reason)
	for _, q := range found {
		d.line("| %s | %s | %s | %s |", q.ID, q.Level, Escape(q.Title), Escape(q.Reason))
	}
}

func (d *document) skips() {
	groups := reports.SkippedByReason(d.result)
	if len(groups) == 0 {
		return
	}
	d.line("\n## Skipped\n\n| | Why | Requirements |\n| ---: | --- | --- |")
	for _, g := range groups {
		d.line("| %d | %s | %s |", len(g.IDs), Escape(g.Reason), strings.Join(g.IDs, " "))
	}
}

func (d *document) all() {
	d.line("\n<details><summary>All %d requirements</summary>\n\n| Requirement | | Status | Duty |\n| --- | --- | --- | --- |", len(d.result.Requirements))
	for _, q := range d.result.Requirements {
		d.line("| %s | %s | %s | %s |", q.ID, q.Level, q.Status, Escape(q.Title))
	}
	d.line("\n</details>")
}

// Escape writes a text for a line or a table's cell, as itself.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range evidence.PrintableLines(text) {
		switch {
		case r == '\n':
			b.WriteString("<br>")
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*_[]|~#", r):
			b.WriteRune('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// fence puts a text into a code block that it cannot end.
func fence(text string) string {
	marks := "```"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	return marks + "text\n" + strings.TrimRight(text, "\n") + "\n" + marks
}

// code puts a text into a code span that it cannot end.
func code(text string) string {
	marks := "`"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	if len(marks) > 1 {
		return marks + " " + text + " " + marks
	}
	return marks + text + marks
}
