package main

import (
	"testing"

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
