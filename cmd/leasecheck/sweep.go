package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/conformance/sweep"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

func newSweepCommand() *cobra.Command {
	o := &targetOptions{}
	var asJSON, quiet bool
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Delete the queues that interrupted runs left on a target",
		Long: "Deletes every queue whose name only leasecheck gives: " + target.NamePrefix + "<run>-<number>. That\n" +
			"includes the queues of runs that are still going on elsewhere.\n\n" +
			"Exit status: 0 nothing is left, 2 wrong usage, 3 something could not be listed or deleted.",
		Example: "  leasecheck sweep --target acme.yaml",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := o.remote(cmd.Context())
			if err != nil {
				return err
			}
			swept := []string{}
			err = sweep.Run(cmd.Context(), file, func(name string) {
				swept = append(swept, name)
				if !asJSON && !quiet {
					fmt.Fprintln(cmd.OutOrStdout(), name)
				}
			})
			return errors.Join(printSwept(cmd, swept, asJSON, quiet), sweepStatus(cmd, err))
		},
	}
	o.registerRemote(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the deleted names as JSON")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print nothing; the exit status tells")
	return cmd
}

func printSwept(cmd *cobra.Command, swept []string, asJSON, quiet bool) error {
	switch {
	case asJSON:
		return json.NewEncoder(cmd.OutOrStdout()).Encode(map[string][]string{"deleted": swept})
	case !quiet:
		fmt.Fprintf(cmd.ErrOrStderr(), "queues deleted: %d\n", len(swept))
	}
	return nil
}

func sweepStatus(cmd *cobra.Command, err error) error {
	switch {
	case cmd.Context().Err() != nil:
		return exitWith(reports.ExitInterrupted, errors.New("interrupted"))
	case err != nil:
		return exitWith(reports.ExitInconclusive, err)
	}
	return nil
}
