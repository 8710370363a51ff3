package main

import (
	"os"

	"github.com/spf13/cobra"
)

// newRootCommand assembles the commands. Anything cobra itself refuses, such as
// an unknown flag, is wrong usage.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "leasecheck",
		Short: "Conformance tests and load for message queues whose receive is a lease",
		Long: "leasecheck judges whether a message queue keeps the rules of its dialect: leases,\n" +
			"receipt handles, message groups, long polls and limits. It never accuses a correct\n" +
			"server, never passes a broken one, and shows the evidence for each verdict.",
		Example:       "  leasecheck test\n  leasecheck test --target target.yaml",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArguments,
		// It holds for every command, since none has one of its own.
		PersistentPreRunE: noEmptyFlag,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(stdout{os.Stdout})
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageErrorf("%w; see %s --help", err, cmd.CommandPath())
	})
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		newTestCommand(),
		newCheckCommand(),
		newSweepCommand(),
		newLoadCommand(),
		newReportCommand(),
		newWaiveCommand(),
		newServeCommand(),
		newSpecCommand(casesOf, faultsOf),
		newFaultsCommand(),
		newVersionCommand(),
	)
	return root
}

// noArguments refuses positional arguments as wrong usage; on the root command
// these are unknown commands.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageErrorf("%s takes no argument %q; see %[1]s --help", cmd.CommandPath(), args[0])
}
