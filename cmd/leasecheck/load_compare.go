package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/loadgen/compare"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/reports"
)

func newLoadCompareCommand() *cobra.Command {
	var asJSON, quiet, fail bool
	cmd := &cobra.Command{
		Use:   "compare BEFORE AFTER",
		Short: "Set two load results side by side, and tell real changes from noise",
		Long: "Compares two load.json of one scenario. The windows of each run give its figures a band\n" +
			"of noise, in which four of five lie; a change is real when each run's median lies outside\n" +
			"the other's band.\n\n" +
			"Exit status: 0, or with --fail-on-regression 1 when something became worse, 3 when the\n" +
			"generator limited a run; 2 wrong usage.",
		Example: "  leasecheck load compare main/load.json branch/load.json --fail-on-regression",
		RunE: func(cmd *cobra.Command, paths []string) error {
			c, err := compareFiles(cmd, paths)
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				err = writeJSON(cmd.OutOrStdout(), c)
			case !quiet:
				err = c.Write(cmd.OutOrStdout())
			}
			if err != nil || !fail {
				return err
			}
			return regression(c)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&fail, "fail-on-regression", false, "exit 1 when something became worse")
	f.BoolVar(&asJSON, "json", false, "print as JSON")
	f.BoolVar(&quiet, "quiet", false, "print nothing; the exit status tells")
	return cmd
}

func compareFiles(cmd *cobra.Command, paths []string) (*compare.Comparison, error) {
	if len(paths) != 2 {
		return nil, usageErrorf("%s takes two results; see %[1]s --help", cmd.CommandPath())
	}
	var both [2]*result.Result
	for i, path := range paths {
		var err error
		if both[i], err = result.Read(path); err != nil {
			return nil, usageErrorf("%w", err)
		}
	}
	c, err := compare.Runs(both[0], both[1])
	if err != nil {
		return nil, usageErrorf("%w", err)
	}
	return c, nil
}

// regression is the exit status of a comparison that must not be worse.
func regression(c *compare.Comparison) error {
	switch {
	case c.Regressed():
		return exitWith(reports.ExitNotConformant, errors.New("it became worse"))
	case len(c.Limited) > 0:
		return exitWith(reports.ExitInconclusive, errors.New("the generator was the limit, so nothing can be told"))
	default:
		return nil
	}
}
