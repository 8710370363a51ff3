package console

import (
	"fmt"
	"strings"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

const (
	// fullEvidence is how many failed requirements show their exchanges.
	fullEvidence = 12
	// shownExchanges is how many exchanges of a case are shown.
	shownExchanges = 12
)

// failures shows each failed requirement with its evidence.
func (p *printer) failures() {
	found := reports.FailedFirst(p.result)
	if len(found) == 0 {
		return
	}
	p.section("Failed")
	for i, q := range found {
		if i > 0 {
			p.out.WriteByte('\n')
		}
		p.failure(q, i < fullEvidence)
	}
}

func (p *printer) failure(q *reports.Requirement, full bool) {
	p.line("%s", p.title(q))
	p.line("  %s", p.paint(dim, evidence.Printable(dutyNote(p.result, q))))
	shown := false
	for _, c := range q.Cases {
		if c.Status != reports.Failed {
			continue
		}
		p.line("  %s %s", p.paint(bold, evidence.Printable(c.Name)), p.paint(dim, c.Location))
		p.indented("    ", c.Message)
		if full && !shown && len(c.Exchanges) > 0 {
			p.timeline(c)
			shown = true
		}
	}
	if rerun := evidence.Rerun(p.result, q.ID); rerun != "" {
		p.line("  %s %s", p.paint(dim, "again:"), evidence.Printable(rerun))
	}
}

// dutyNote says where a duty comes from and what its failure means.
func dutyNote(r *reports.Result, q *reports.Requirement) string {
	note := "from " + q.Source
	if q.From != "" {
		note += fmt.Sprintf(" (%s)", q.From)
	}
	if !r.Binding(q) {
		note += "; a warning, it leaves the verdict"
	}
	return note
}

// timeline draws the exchanges and leases of a case in the order of time.
func (p *printer) timeline(c reports.Case) {
	exchanges := 0
	for _, l := range evidence.Timeline(c) {
		if l.Kind != evidence.Exchange {
			p.line("      %11s %s %s", evidence.Offset(l.AtS), l.Gutter, p.paint(cyan, l.Text))
			continue
		}
		if exchanges++; exchanges > shownExchanges && !l.Deciding {
			continue
		}
		p.exchange(l)
	}
	if more := exchanges - shownExchanges; more > 0 {
		p.line("      %s", p.paint(dim, fmt.Sprintf("and up to %d more exchanges in the result file", more)))
	}
}

func (p *printer) exchange(l evidence.Line) {
	mark, decides, number := "  ", "", fmt.Sprintf("%d", l.Seq)
	if l.Deciding {
		mark, decides = p.paint(red, "▶ "), p.paint(red, "  ◀ decides")
	}
	p.line("    %s%11s %s %s %s → %s%s", mark, evidence.Offset(l.AtS), l.Gutter, p.paint(dim, number), p.paint(bold, l.Text), l.Outcome, decides)
	under := strings.Repeat(" ", 18) + held(l.Gutter) + strings.Repeat(" ", len(number)+2)
	p.line("%s%s", under, p.paint(dim, l.Curl))
	if l.Answer != "" {
		p.line("%s%s", under, l.Answer)
	}
}

// held continues the leases of a line on the lines under it.
func held(gutter string) string {
	return strings.NewReplacer("┌", "│", "├", "│", "└", " ").Replace(gutter)
}
