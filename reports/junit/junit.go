// Package junit writes results as JUnit XML, one testcase a requirement, for
// the CI systems that read it.
package junit

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	xml "github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// FileName is the name of the file in a report directory.
const FileName = "junit.xml"

// verdictCase is the testcase that stands for the run as a whole.
const verdictCase = "verdict"

// Write writes judged results, each as a suite named after its target. A
// testcase is named by its requirement's id alone, so that its history can be
// followed from run to run; its class is the dialect and the area.
func Write(w io.Writer, results ...*reports.Result) error {
	all := xml.Testsuites{Name: "leasecheck"}
	var seconds float64
	for i, r := range results {
		s := suite(r)
		s.ID = i
		all.AddSuite(s)
		seconds += r.DurationSeconds
	}
	all.Time = duration(seconds)
	if _, err := io.WriteString(w, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"); err != nil {
		return err
	}
	return all.WriteXML(w)
}

func suite(r *reports.Result) xml.Testsuite {
	s := xml.Testsuite{Name: clean(r.Target.Name), Package: "leasecheck." + clean(r.Target.Dialect), Time: duration(r.DurationSeconds)}
	s.SetTimestamp(r.StartedAt.UTC().Truncate(time.Second))
	for _, p := range [][2]string{
		{"dialect", r.Target.Dialect}, {"url", r.Target.URL}, {"verdict", string(r.Summary.Verdict)},
		{"reason", r.Summary.Reason}, {"tier", r.Tier}, {"seed", strconv.FormatUint(r.Seed, 10)},
		{"version", r.Tool.Version}, {"catalogue", r.Edition.CatalogueHash}, {"source_date", r.Edition.SourceDate},
	} {
		s.AddProperty(p[0], clean(p[1]))
	}
	for i := range r.Requirements {
		s.AddTestcase(requirement(r, &r.Requirements[i]))
	}
	s.AddTestcase(verdict(r))
	return s
}

func requirement(r *reports.Result, q *reports.Requirement) xml.Testcase {
	tc := xml.Testcase{Name: q.ID, Classname: class(r, q.ID), Time: duration(q.DurationSeconds)}
	why := &xml.Result{Message: clean(firstLine(q.Reason)), Type: q.Level, Data: clean(text(r, q))}
	switch {
	case q.Status == reports.Failed && r.Binding(q):
		tc.Failure = why
	case r.Unjudged(q):
		why.Type = string(q.Status)
		tc.Error = why
	case q.Status == reports.Passed || q.Status == reports.Recorded:
		tc.SystemOut = output(q.Title, q.Reason)
	default: // a warning, a waiver, a skip, a consequence: nothing that fails the run
		tc.Skipped = &xml.Result{Message: clean(string(q.Status) + ": " + firstLine(q.Reason)), Data: why.Data}
	}
	return tc
}

// verdict fails with the run, also for what is no requirement's fault: a waiver
// to mend, a fault of the suite, a target that went away.
func verdict(r *reports.Result) xml.Testcase {
	tc := xml.Testcase{Name: verdictCase, Classname: class(r, verdictCase), Time: duration(0)}
	lines := append([]string{reports.Headline(r)}, r.Summary.Problems...)
	result := &xml.Result{Message: clean(reports.Headline(r)), Data: clean(strings.Join(append(lines, r.SuiteFaults...), "\n"))}
	switch reports.ExitStatus(r) {
	case reports.ExitOK:
		tc.SystemOut = output(lines...)
	case reports.ExitNotConformant:
		tc.Failure = result
	default:
		tc.Error = result
	}
	return tc
}

func output(parts ...string) *xml.Output {
	var lines []string
	for _, p := range parts {
		if p != "" {
			lines = append(lines, clean(p))
		}
	}
	return &xml.Output{Data: strings.Join(lines, "\n")}
}

// class groups testcases by dialect and area: leasecheck.basaltic.BQ-LEASE.
func class(r *reports.Result, id string) string {
	area := id
	if i := strings.LastIndexByte(id, '-'); i > 0 {
		area = id[:i]
	}
	return clean("leasecheck." + r.Target.Dialect + "." + area)
}

// text is the evidence for a requirement's status.
func text(r *reports.Result, q *reports.Requirement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s\nfrom %s\n", q.Level, q.ID, q.Title, q.Source)
	for _, c := range q.Cases {
		if c.Status == reports.Passed || c.Status == reports.Skipped {
			continue
		}
		fmt.Fprintf(&b, "\n%s %s %s\n%s\n", c.Name, c.Status, c.Location, c.Message)
		b.WriteString(evidence.Text(c))
	}
	if rerun := evidence.Rerun(r, q.ID); rerun != "" && len(q.Cases) > 0 {
		fmt.Fprintf(&b, "\nagain: %s\n", rerun)
	}
	return b.String()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// clean leaves only characters that XML allows, whatever a target answered.
func clean(s string) string { return evidence.PrintableLines(s) }

func duration(seconds float64) string { return strconv.FormatFloat(seconds, 'f', 3, 64) }
