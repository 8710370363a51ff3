package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/check"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

func newCheckCommand() *cobra.Command {
	o := &targetOptions{}
	var tier string
	var asJSON, quiet bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Look whether a target can be judged: reachable, credential, clock, capabilities",
		Long: "Looks at a target within seconds: whether it can be reached, knows the credential, how\n" +
			"far away it is in time, whether queues can be made, what it offers to its tests, and which\n" +
			"requirements a run would skip. It makes one queue and removes it.\n\n" +
			"Exit status: 0 ready, 2 wrong usage, 3 the target cannot be judged, or something that it\n" +
			"offers does not work.",
		Example: "  leasecheck check --target acme.yaml\n" +
			"  leasecheck check --url http://127.0.0.1:8080 --dialect basaltic --token \"$TOKEN\" --json",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkTier(tier); err != nil {
				return err
			}
			file, err := o.remote(cmd.Context())
			if err != nil {
				return err
			}
			report, err := check.Run(cmd.Context(), file, cases.All(), judge.Tier(tier))
			if err != nil {
				return err
			}
			if err := printCheck(cmd, report, asJSON, quiet); err != nil {
				return err
			}
			return checkStatus(cmd, report, asJSON || quiet)
		},
	}
	o.registerRemote(cmd)
	cmd.Flags().StringVar(&tier, "tier", string(judge.StandardTier), "the tier whose cases might be skipped: "+tierNames())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print nothing; the exit status tells")
	return cmd
}

func printCheck(cmd *cobra.Command, report *check.Report, asJSON, quiet bool) error {
	switch {
	case quiet:
		return nil
	case asJSON:
		return writeJSON(cmd.OutOrStdout(), report)
	default:
		return report.Print(cmd.OutOrStdout())
	}
}

// checkStatus ends the command; tell has it say why, where the report was not
// printed for people.
func checkStatus(cmd *cobra.Command, report *check.Report, tell bool) error {
	if cmd.Context().Err() != nil {
		return exitWith(reports.ExitInterrupted, errors.New("interrupted"))
	}
	failure, failed := report.FirstFailure()
	switch {
	case !failed:
		return nil
	case tell:
		return exitWith(reports.ExitInconclusive, errors.New(failure.Name+": "+failure.Detail))
	default:
		return exitWith(reports.ExitInconclusive, nil)
	}
}

// remote is the target that the flags name.
func (o *targetOptions) remote(ctx context.Context) (*target.File, error) {
	if o.file == "" && o.url == "" {
		return nil, usageErrorf("--target is missing: give a target file, or --url, --dialect and --token")
	}
	targets, err := o.open(ctx)
	if err != nil {
		return nil, err
	}
	return targets.all[0].file, nil
}
