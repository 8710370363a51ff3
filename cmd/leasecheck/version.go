package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version and revision are set when a release is built.
var (
	version  = "0.1.0-dev"
	revision = ""
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print version, commit, Go version and the edition of each dialect's catalogue",
		Example: "  leasecheck version",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			fmt.Fprintf(cmd.OutOrStdout(), "leasecheck %s (%s, %s)\n", version, commit(), runtime.Version())
			return nil
		},
	}
}

// commit is the revision the binary was built from, as far as the build told it.
func commit() string {
	if revision != "" {
		return revision
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return "unknown"
}
