package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/run"
)

// plan prints what a run would do.
func (o *testOptions) plan(out io.Writer, s run.Selection) error {
	dialects, err := o.dialects()
	if err != nil {
		return err
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
		printPlan(out, p)
	}
	if planned == 0 {
		return usageErrorf("nothing is selected: no requirement matches %s", o.wish())
	}
	return nil
}

func printPlan(out io.Writer, p *run.Plan) {
	for _, item := range p.Running() {
		needs := make([]string, len(item.Case.Needs))
		for i, n := range item.Case.Needs {
			needs[i] = string(n)
		}
		fmt.Fprintf(out, "%-14s %-44s waits %-5s %s\n", item.ID, item.Case.Name,
			item.Case.Waits.Round(time.Second), strings.Join(needs, ", "))
	}
	sum, overlapped := p.Waits()
	fmt.Fprintf(out, "%s: %d cases, about %d requests; waits of %s at most, about %s when they overlap\n",
		p.Dialect, len(p.Running()), p.Requests(), sum.Round(time.Second), overlapped.Round(time.Second))
}
