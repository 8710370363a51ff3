package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/specs"
)

// planView is a plan as --json prints it. Times are in seconds.
type planView struct {
	Dialect specs.Dialect `json:"dialect"`
	Tier    string        `json:"tier"`
	Cases   []plannedCase `json:"cases"`
	// Skipped names by need the requirements that are skipped for certain.
	Skipped []run.Skip `json:"skipped"`
	// Requests is about how many requests the run sends.
	Requests int `json:"requests"`
	// WaitsS is what the cases wait at most one by one, and OverlappedS at once.
	WaitsS      float64 `json:"waits_s"`
	OverlappedS float64 `json:"overlapped_s"`
}

// plannedCase is a case that a run would run.
type plannedCase struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Needs  []string `json:"needs"`
	WaitsS float64  `json:"waits_s"`
}

func (o *testOptions) printPlans(out io.Writer, plans []planned) error {
	if o.json {
		return writeJSON(out, map[string][]planView{"plans": planViews(plans)})
	}
	var text bytes.Buffer
	for _, p := range plans {
		if !o.quiet {
			p.list(&text)
		}
		p.sum(&text)
	}
	_, err := out.Write(text.Bytes())
	return err
}

func planViews(plans []planned) []planView {
	var views []planView
	for _, p := range plans {
		sum, overlapped := p.Waits()
		v := planView{
			Dialect: p.Dialect, Tier: string(p.Selection.Tier), Cases: []plannedCase{}, Skipped: append([]run.Skip{}, p.skips...),
			Requests: p.Requests(), WaitsS: sum.Seconds(), OverlappedS: overlapped.Seconds(),
		}
		for _, item := range p.Running() {
			v.Cases = append(v.Cases, plannedCase{item.ID, item.Case.Name, needsOf(item), item.Case.Waits.Seconds()})
		}
		views = append(views, v)
	}
	return views
}

// list prints the cases, and which others are skipped for certain.
func (p planned) list(out io.Writer) {
	for _, item := range p.Running() {
		fmt.Fprintf(out, "%-14s %-44s waits %-5s %s\n", item.ID, item.Case.Name,
			item.Case.Waits.Round(time.Second), strings.Join(needsOf(item), ", "))
	}
	printSkips(out, p.skips)
}

// sum prints the plan's size as one line.
func (p planned) sum(out io.Writer) {
	sum, overlapped := p.Waits()
	fmt.Fprintf(out, "%s: %d cases, about %d requests; waits of %s at most, about %s when they overlap\n",
		p.Dialect, len(p.Running()), p.Requests(), sum.Round(time.Second), overlapped.Round(time.Second))
}

func needsOf(item run.Item) []string {
	needs := make([]string, len(item.Case.Needs))
	for i, n := range item.Case.Needs {
		needs[i] = string(n)
	}
	return needs
}
