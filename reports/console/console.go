// Package console writes a result as text for the person who ran it: what
// failed and by what evidence, what could not be judged, what was skipped and
// why, and the verdict as the last line.
package console

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// Options of a summary.
type Options struct {
	// Colour allows ANSI colours; see the function Colour.
	Colour bool
	// ResultFile is where the whole evidence is; empty when it is in no file.
	ResultFile string
	// BundleFolder is where the bundles of failed cases are; empty without any.
	BundleFolder string
}

// Write writes the summary of a judged result.
func Write(w io.Writer, r *reports.Result, o Options) error {
	p := &printer{result: r, options: o}
	p.head()
	p.failures()
	p.inconclusive()
	p.notes()
	p.skips()
	p.problems()
	p.counts()
	p.slowness()
	p.verdict()
	_, err := w.Write(p.out.Bytes())
	return err
}

// printer gathers a summary.
type printer struct {
	out     bytes.Buffer
	result  *reports.Result
	options Options
}

func (p *printer) paint(s style, text string) string {
	if !p.options.Colour || s == plain {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

func (p *printer) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// section writes a heading after an empty line.
func (p *printer) section(title string) { p.line("\n%s", p.paint(bold, title)) }

// head says what was judged, by what, and how the run went.
func (p *printer) head() {
	r := p.result
	field := func(name, format string, args ...any) {
		p.line("%s %s", p.paint(dim, fmt.Sprintf("%-8s", name)), evidence.Printable(fmt.Sprintf(format, args...)))
	}
	field("target", "%s", Place(r.Target.Name, r.Target.Dialect, r.Target.URL))
	field("edition", "%s of %s, catalogue %.12s", r.Edition.Source, r.Edition.SourceDate, r.Edition.CatalogueHash)
	field("suite", "leasecheck %s (%s), %s tier, seed %d", r.Tool.Version, r.Tool.Commit, r.Tier, r.Seed)
	field("run", "%s for cases that add up to %s; round trip %s, p99 %s; own lag p99 %s",
		evidence.Duration(r.DurationSeconds), evidence.Duration(r.CaseSeconds()),
		evidence.Duration(r.Conditions.RTTP50), evidence.Duration(r.Conditions.RTTP99), evidence.Duration(r.Conditions.OwnLagP99))
}

// title is the line that names a requirement.
func (p *printer) title(q *reports.Requirement) string {
	l := looks[q.Status]
	return fmt.Sprintf("%s %s  %s", p.paint(l.style, l.mark+" "+q.ID), q.Level, evidence.Printable(q.Title))
}

// inconclusive lists what could not be judged, with the numbers that say why.
func (p *printer) inconclusive() {
	found := reports.WithStatus(p.result, reports.Inconclusive)
	if len(found) == 0 {
		return
	}
	p.section("Not judged")
	shared := map[string][]string{}
	for _, q := range found {
		shared[q.Reason] = append(shared[q.Reason], q.ID)
	}
	for _, q := range found {
		if ids := shared[q.Reason]; len(ids) > mostAlike {
			p.alike(q, ids)
			continue
		}
		p.line("%s", p.title(q))
		p.indented("    ", q.Reason)
	}
}

// mostAlike is how many requirements are shown one by one though their reason is
// the same, such as a target that does not answer.
const mostAlike = 8

// alike shows a reason once, at the first requirement of those that share it.
func (p *printer) alike(q *reports.Requirement, ids []string) {
	if q.ID != ids[0] {
		return
	}
	l := looks[q.Status]
	p.line("%s", p.paint(l.style, fmt.Sprintf("%s %d requirements", l.mark, len(ids))))
	p.indented("    ", q.Reason)
	p.line("    %s", p.paint(dim, shortList(ids)))
}

// notes lists what is waived and what was recorded.
func (p *printer) notes() {
	for _, part := range []struct {
		status reports.Status
		title  string
	}{{reports.Waived, "Waived"}, {reports.Recorded, "Recorded, not judged"}} {
		found := reports.WithStatus(p.result, part.status)
		if len(found) == 0 {
			continue
		}
		p.section(part.title)
		for _, q := range found {
			p.line("%s", p.title(q))
			p.indented("    ", q.Reason)
		}
	}
}

// skips counts what was skipped by reason, and names it.
func (p *printer) skips() {
	groups := reports.SkippedByReason(p.result)
	if len(groups) == 0 {
		return
	}
	p.section("Skipped")
	for _, g := range groups {
		p.line("%4d  %s", len(g.IDs), evidence.Printable(g.Reason))
		p.line("      %s", p.paint(dim, shortList(g.IDs)))
	}
}

// shortList names the first few of many ids.
func shortList(ids []string) string {
	const most = 8
	if len(ids) <= most {
		return strings.Join(ids, " ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(ids[:most], " "), len(ids)-most)
}

// problems lists what fails the run beside the target.
func (p *printer) problems() {
	if len(p.result.Summary.Problems) > 0 {
		p.section("Waivers to mend")
		for _, problem := range p.result.Summary.Problems {
			p.line("%s %s", p.paint(red, "✗"), evidence.Printable(problem))
		}
	}
	if len(p.result.SuiteFaults) > 0 {
		p.section("Faults of leasecheck itself; please report them")
		for _, fault := range p.result.SuiteFaults {
			p.line("%s %s", p.paint(red, "✗"), evidence.Printable(fault))
		}
	}
}

// counts is a table of the requirements by level and status.
func (p *printer) counts() {
	p.out.WriteByte('\n')
	head := fmt.Sprintf("%-7s", "")
	for _, s := range reports.Statuses() {
		head += fmt.Sprintf("%14s", s)
	}
	p.line("%s", p.paint(dim, head))
	for _, l := range p.result.Summary.Levels() {
		row := fmt.Sprintf("%-7s", l.Level)
		for _, s := range reports.Statuses() {
			cell := fmt.Sprintf("%14s", l.Cell(s))
			if l.Counts[s] > 0 && s != reports.Passed {
				cell = p.paint(looks[s].style, cell)
			}
			row += cell
		}
		p.line("%s", strings.TrimRight(row, " "))
	}
}

// verdict is the last line, so that it is what a CI log ends with.
func (p *printer) verdict() {
	p.out.WriteByte('\n')
	if p.options.ResultFile != "" {
		p.line("%s %s", p.paint(dim, "all evidence:"), p.options.ResultFile)
	}
	if p.options.BundleFolder != "" {
		p.line("%s %s", p.paint(dim, "to send it again:"), p.options.BundleFolder+"/*/replay.sh")
	}
	p.line("%s", p.paint(styleOf(p.result.Summary.Verdict), evidence.Printable(reports.Headline(p.result))))
}

// indented writes a text of any number of lines.
func (p *printer) indented(indent, text string) {
	for line := range strings.Lines(evidence.PrintableLines(text)) {
		p.line("%s%s", indent, strings.TrimRight(line, "\n"))
	}
}
