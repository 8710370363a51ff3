package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/check"
	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/specs"
)

// printOffer tells before a run what its target offers, what of that does not
// work, and what is skipped.
func printOffer(out io.Writer, d specs.Dialect, offer *probe.Offer, skips []run.Skip) {
	met := strings.Join(check.Useful(offer.Met(), cases.All(), d), ", ")
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
