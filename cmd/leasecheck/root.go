package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// newRootCommand assembles the commands. Anything cobra itself refuses, such as
// an unknown flag, is wrong usage.
func newRootCommand() *cobra.Command {
	var showVersion bool
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
		RunE: func(cmd *cobra.Command, _ []string) error {
			if showVersion {
				return printVersion(cmd.OutOrStdout())
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVar(&showVersion, "version", false, "the same as leasecheck version")
	root.SetOut(stdout{os.Stdout})
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelpCommand())
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

// flagError refuses a flag that is unknown or wrong. Where the command itself
// is unknown, the flag was meant for another one.
func flagError(cmd *cobra.Command, err error) error {
	if cmd.HasAvailableSubCommands() {
		if unknown := cmd.ValidateArgs(cmd.Flags().Args()); unknown != nil {
			return unknown
		}
	}
	return usageErrorf("%w; see %s --help", err, cmd.CommandPath())
}

// newHelpCommand is "help", which refuses what is no command.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show the help of a command",
		Example: "  leasecheck help spec show",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil {
				return usageErrorf("%w", err)
			}
			if err := noArguments(of, rest); err != nil {
				return err
			}
			return of.Help()
		},
	}
}

// noArguments refuses positional arguments as wrong usage. Where a command has
// commands of its own, the first argument is one that does not exist.
func noArguments(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case cmd.HasAvailableSubCommands():
		return unknownCommand(cmd, args[0])
	default:
		return usageErrorf("%s takes no argument %q; see %[1]s --help", cmd.CommandPath(), args[0])
	}
}

// suggestedWithin is how many letters a name may be off to be suggested.
const suggestedWithin = 2

func unknownCommand(parent *cobra.Command, name string) error {
	parent.SuggestionsMinimumDistance = suggestedWithin
	near := parent.SuggestionsFor(name)
	for i := range near {
		near[i] = parent.CommandPath() + " " + near[i]
	}
	if len(near) == 0 {
		return usageErrorf("there is no command %q; see %s --help", parent.CommandPath()+" "+name, parent.CommandPath())
	}
	return usageErrorf("there is no command %q; do you mean %s?", parent.CommandPath()+" "+name, strings.Join(near, " or "))
}
