package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/leasecheck/leasecheck/conformance/judge"
)

// defaultReportDir is where reports go unless --report-dir says otherwise.
const defaultReportDir = "leasecheck-report"

// noEmptyFlag refuses a flag that is given without a value, as a script does
// whose variable is not set: --target "" would judge the embedded reference
// server and pass.
func noEmptyFlag(cmd *cobra.Command, _ []string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && isEmpty(f.Value) {
			err = usageErrorf("--%s is empty: give it a value, or leave it out", f.Name)
		}
	})
	return err
}

func isEmpty(v pflag.Value) bool {
	if list, is := v.(pflag.SliceValue); is {
		values := list.GetSlice()
		return len(values) == 0 || slices.Contains(values, "")
	}
	return v.String() == ""
}

// tierNames lists the tiers for people: "quick, standard or slow".
func tierNames() string {
	tiers := judge.Tiers()
	last := len(tiers) - 1
	names := make([]string, last)
	for i, t := range tiers[:last] {
		names[i] = string(t)
	}
	return strings.Join(names, ", ") + " or " + string(tiers[last])
}

// checkTier refuses a --tier that there is not.
func checkTier(tier string) error {
	if slices.Contains(judge.Tiers(), judge.Tier(tier)) {
		return nil
	}
	return usageErrorf("--tier %q: it is %s", tier, tierNames())
}

// checkCount refuses a number below 1.
func checkCount(flag string, n int) error {
	if n >= 1 {
		return nil
	}
	return usageErrorf("--%s takes a number from 1 on, not %d", flag, n)
}
