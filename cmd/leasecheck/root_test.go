package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
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

// examplesOf are the lines of all examples of a command and those below it.
func examplesOf(cmd *cobra.Command) []string {
	lines := strings.Split(cmd.Example, "\n")
	for _, c := range cmd.Commands() {
		lines = append(lines, examplesOf(c)...)
	}
	return lines
}

func TestExamplesBreakADialectInAWayItHas(t *testing.T) {
	found := 0
	for _, line := range examplesOf(newRootCommand()) {
		_, fault, broken := strings.Cut(line, "--fault ")
		if !broken {
			continue
		}
		found++
		wanted := specs.Dialects()
		if _, dialect, one := strings.Cut(line, "--dialect "); one {
			wanted = []specs.Dialect{specs.Dialect(strings.Fields(dialect)[0])}
		}
		if _, err := showing([]string{strings.Fields(fault)[0]}, wanted); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if found < 2 {
		t.Errorf("examples with faults: %d", found)
	}
}
