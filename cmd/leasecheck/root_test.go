package main

import (
	"testing"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/reports"
)

func TestAnUnknownCommandIsNamedWithTheNearest(t *testing.T) {
	for _, tc := range []struct {
		args []string
		says string
	}{
		{[]string{"tset"}, `there is no command "leasecheck tset"; do you mean leasecheck test?`},
		{[]string{"tset", "--tier", "quick"}, `there is no command "leasecheck tset"; do you mean leasecheck test?`},
		{[]string{"nothing-like-it"}, `there is no command "leasecheck nothing-like-it"; see leasecheck --help`},
		{[]string{"spec", "lst"}, "do you mean leasecheck spec list?"},
		{[]string{"faults", "rnu"}, "do you mean leasecheck faults run?"},
		{[]string{"help", "tset"}, "do you mean leasecheck test?"},
		{[]string{"help", "spec", "shw"}, "do you mean leasecheck spec show?"},
		{[]string{"version", "all"}, `leasecheck version takes no argument "all"`},
	} {
		leasecheck(t, tc.args...).expect(t, reports.ExitUsage, tc.says)
	}
}

func TestHelpOfACommand(t *testing.T) {
	leasecheck(t, "help", "spec", "show").expect(t, reports.ExitOK, "leasecheck spec show ID", "Examples:")
}

func TestCommandsShowAnExampleAndCanBeQuiet(t *testing.T) {
	look := func(cmd *cobra.Command) {
		if cmd.Example == "" || cmd.Flags().Lookup("quiet") == nil {
			t.Errorf("%s has no example, or no --quiet", cmd.CommandPath())
		}
	}
	for _, name := range []string{"test", "check", "sweep", "report", "waive", "serve", "spec", "faults", "version"} {
		cmd, _, err := newRootCommand().Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		look(cmd)
		for _, inner := range cmd.Commands() {
			look(inner)
		}
	}
}

// Alone, spec and faults are the lists of both.
func TestFaultsAloneIsFaultsList(t *testing.T) {
	alone, list := leasecheck(t, "faults", "--json"), leasecheck(t, "faults", "list", "--json")
	if alone != list || alone.status != reports.ExitOK {
		t.Errorf("status %d; faults prints %.80q, faults list %.80q", alone.status, alone.stdout, list.stdout)
	}
}
