// Package console writes a load result as text for the person who ran it:
// figures, the account, thresholds, the generator's health, and the verdict as
// the last line.
package console

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
	verdict "github.com/leasecheck/leasecheck/reports/console"
)

// Options of a summary.
type Options struct {
	// Colour allows ANSI colours.
	Colour bool
	// Files are where the result was written to.
	Files []string
}

// Write writes the summary of a judged result.
func Write(w io.Writer, r *result.Result, o Options) error {
	p := &printer{result: r, options: o}
	p.head()
	p.operations()
	p.steps()
	p.account()
	p.thresholds()
	p.generator()
	p.verdict()
	_, err := w.Write(p.out.Bytes())
	return err
}

type printer struct {
	out     bytes.Buffer
	result  *result.Result
	options Options
}

func (p *printer) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

func (p *printer) field(name, format string, args ...any) {
	p.line("%-10s %s", name, fmt.Sprintf(format, args...))
}

func (p *printer) head() {
	r := p.result
	p.field("target", "%s", verdict.Place(r.Target.Name, r.Target.Dialect, r.Target.URL))
	p.field("load", "%s, seed %d, leasecheck %s", r.Scenario.Name, r.Seed, r.Tool.Version)
	var phases []string
	for _, one := range r.Phases {
		phases = append(phases, fmt.Sprintf("%s %s", one.Name, Time(one.DurationSeconds)))
	}
	p.field("phases", "%s", strings.Join(phases, ", "))
	p.line("")
}

// operations is the table of figures.
func (p *printer) operations() {
	var t Table
	t.Row("", "messages", "a second", "asked", "p50", "p90", "p99", "p99.9", "max", "errors")
	for _, o := range p.result.Operations {
		asked := ""
		if o.RateAsked > 0 {
			asked = fmt.Sprintf("%.1f", o.RateAsked)
		}
		t.Row(append(append([]string{label(o.Name), fmt.Sprint(o.Messages), fmt.Sprintf("%.1f", o.RateReached), asked},
			percentiles(o.Latency)...), fmt.Sprint(o.Failed()))...)
		for _, more := range []struct {
			name string
			of   *result.Latency
		}{{"  from schedule", o.FromSchedule}, {"  schedule lag", o.ScheduleLag}} {
			if more.of != nil {
				t.Row(append([]string{more.name, "", "", ""}, percentiles(*more.of)...)...)
			}
		}
	}
	t.Write(&p.out)
	p.remarks()
}

// remarks are what the table has no room for.
func (p *printer) remarks() {
	for _, o := range p.result.Operations {
		for _, kind := range slices.Sorted(maps.Keys(o.Errors)) {
			p.line("%s: %d errors %q", label(o.Name), o.Errors[kind], kind)
		}
		if n := o.Latency.Negative; n > 0 {
			p.line("%s: %d came before what they count from, as this client saw it; they are in no figure", label(o.Name), n)
		}
		if n := o.Latency.Unrecorded; n > 0 {
			p.line("%s: %d took longer than 120 s; they are in no figure", label(o.Name), n)
		}
	}
	p.line("")
}

func percentiles(l result.Latency) []string {
	if l.Count == 0 {
		return []string{"-", "-", "-", "-", "-"}
	}
	return []string{Time(l.P50), Time(l.P90), Time(l.P99), Time(l.P999), Time(l.Max)}
}

// steps is the table of a search or of what steps through something.
func (p *printer) steps() {
	if len(p.result.Steps) == 0 {
		return
	}
	var t Table
	columns := []string{"step", "acknowledged a second", "requests a second"}
	searched := p.result.Searched()
	if searched {
		columns = append(columns, "asked", "delivery p99", "held", "")
	}
	t.Row(columns...)
	for _, s := range p.result.Steps {
		row := []string{s.Name, fmt.Sprintf("%.1f", s.Reached), fmt.Sprintf("%.1f", s.RequestRate)}
		if searched {
			held := map[bool]string{true: "yes", false: "no"}[s.Held]
			row = append(row, fmt.Sprintf("%.1f", s.Rate), Time(s.P99), held, s.Reason)
		}
		t.Row(row...)
	}
	t.Write(&p.out)
	p.line("")
}

// account is what became of the messages.
func (p *printer) account() {
	v := p.result.Invariants
	p.field("account", "%d sent, %d delivered (%d again), %d acknowledged, %d outstanding, %d calls unanswered",
		v.Sent, v.Delivered, v.Redelivered, v.Acknowledged, v.Outstanding, v.Unanswered)
	var parts []string
	for _, t := range v.Violations() {
		name := fmt.Sprintf("%d %s", t.Count, t.Name)
		if t.Name == "lost" && !v.Drained {
			name = "lost unknown, for the queues were not drained"
		}
		parts = append(parts, name)
	}
	p.field("", "%s", strings.Join(parts, ", "))
	for _, e := range v.Examples {
		p.field("", "  %s", e)
	}
}

func (p *printer) thresholds() {
	for i, t := range p.result.Thresholds {
		name, state := "", "held"
		if i == 0 {
			name = "thresholds"
		}
		switch {
		case !t.Judged:
			state = "not judged"
		case !t.Held:
			state = "missed"
		}
		detail := fmt.Sprintf("it was %.6g", t.Observed)
		if t.Reason != "" {
			detail = t.Reason
		}
		p.field(name, "%s: %s (%s)", state, t.Condition, detail)
	}
}

func (p *printer) generator() {
	g := p.result.Generator
	p.field("generator", "schedule lag p99 %s, timers late p99 %s, %d sends at once, %d given up; processors: %.0f %% its own, %.0f %% the target's, %.0f %% others'; %d MiB",
		Time(g.ScheduleLagP99), Time(g.TimerLagP99), g.WorkersMax, g.Dropped,
		g.CPUShare*100, g.TargetCPUShare*100, g.OthersCPUShare*100, g.MemoryMaxBytes>>20)
	for _, f := range p.options.Files {
		p.field("written", "%s", f)
	}
}

func (p *printer) verdict() {
	s := p.result.Summary
	text := string(s.Verdict)
	if p.options.Colour {
		text = colours[s.Verdict] + text + "\x1b[0m"
	}
	p.line("\n%s: %s", text, s.Reason)
}

var colours = map[result.Verdict]string{
	result.Held: "\x1b[32m", result.Broken: "\x1b[1;31m", result.Missed: "\x1b[1;31m",
	result.GeneratorLimited: "\x1b[33m", result.Incomplete: "\x1b[33m",
}

// label is an operation's name in words.
func label(name string) string { return strings.ReplaceAll(name, "_", " ") }

// Time writes seconds for people, to three digits.
func Time(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d == 0:
		return "0"
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.2f ms", seconds*1e3)
	case d < 100*time.Millisecond:
		return fmt.Sprintf("%.1f ms", seconds*1e3)
	case d < time.Second:
		return fmt.Sprintf("%.0f ms", seconds*1e3)
	case d < time.Minute:
		return fmt.Sprintf("%.2f s", seconds)
	default:
		return d.Round(time.Second).String()
	}
}
