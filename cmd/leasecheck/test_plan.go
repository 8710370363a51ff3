package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// plan prints what a run would do. Nothing is sent: of what a target offers it
// knows what its file says.
func (o *testOptions) plan(out io.Writer, s run.Selection) error {
	if err := o.check(); err != nil {
		return err
	}
	dialects, err := o.dialects()
	if err != nil {
		return err
	}
	var file *target.File
	if o.file != "" {
		if file, err = target.Load(o.file); err != nil {
			return usageErrorf("%w", err)
		}
	}
	planned := 0
	for _, d := range dialects {
		p, err := run.NewPlan(d, cases.All(), s)
		if err != nil {
			return asUsage(err)
		}
		if p.Empty() {
			continue
		}
		planned++
		printPlan(out, p, file)
	}
	if planned == 0 {
		return usageErrorf("nothing is selected: no requirement matches %s", o.wish())
	}
	return nil
}

// printPlan prints the cases of a plan, and which of them are skipped for
// certain.
func printPlan(out io.Writer, p *run.Plan, file *target.File) {
	var skips []run.Skip
	if file != nil {
		skips = p.Without(probe.Possible(file), file.Provisioning)
	}
	for _, item := range p.Running() {
		needs := make([]string, len(item.Case.Needs))
		for i, n := range item.Case.Needs {
			needs[i] = string(n)
		}
		fmt.Fprintf(out, "%-14s %-44s waits %-5s %s\n", item.ID, item.Case.Name,
			item.Case.Waits.Round(time.Second), strings.Join(needs, ", "))
	}
	printSkips(out, skips)
	sum, overlapped := p.Waits()
	fmt.Fprintf(out, "%s: %d cases, about %d requests; waits of %s at most, about %s when they overlap\n",
		p.Dialect, len(p.Running()), p.Requests(), sum.Round(time.Second), overlapped.Round(time.Second))
}

// printOffer tells before a run what its target offers, what of that does not
// work, and what is skipped.
func printOffer(out io.Writer, d specs.Dialect, offer *probe.Offer, skips []run.Skip) {
	met := strings.Join(offer.Met(), ", ")
	if met == "" {
		met = "nothing beyond its own operations"
	}
	fmt.Fprintf(out, "%s target offers: %s\n", d, met)
	for _, f := range offer.Broken() {
		fmt.Fprintf(out, "  does not work: %s: %s\n", f.Name, f.Detail)
	}
	printSkips(out, skips)
}

func printSkips(out io.Writer, skips []run.Skip) {
	for _, s := range skips {
		fmt.Fprintf(out, "  skipped, needs %s: %s\n", s.Need, strings.Join(s.Requirements, " "))
	}
}
