package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/reference/fault"
)

// newFaultsCommand is "faults" with its subcommands; alone it is "faults list".
func newFaultsCommand() *cobra.Command {
	cmd := newFaultsListCommand()
	cmd.Use = "faults"
	cmd.Short = "Show the broken behaviours that the reference server can imitate"
	cmd.Example = "  leasecheck faults list\n  leasecheck serve --fault lapsed-handle-deletes"
	cmd.AddCommand(newFaultsListCommand(), newFaultsRunCommand())
	return cmd
}

func newFaultsListCommand() *cobra.Command {
	var asJSON, quiet bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List each fault with what it breaks and the requirements that catch it",
		Example: "  leasecheck faults list --json",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch out := cmd.OutOrStdout(); {
			case asJSON:
				return printFaultsJSON(out)
			case quiet:
				return printFaultNames(out)
			default:
				return printFaults(out)
			}
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print the names alone")
	return cmd
}

func printFaultNames(w io.Writer) error {
	for _, f := range fault.Catalogue() {
		if _, err := fmt.Fprintln(w, f.Name); err != nil {
			return err
		}
	}
	return nil
}

func printFaults(w io.Writer) error {
	for _, f := range fault.Catalogue() {
		_, err := fmt.Fprintf(w, "%s\n    %s\n    caught by %s\n", f.Name, f.Description, strings.Join(f.Requirements, ", "))
		if err != nil {
			return err
		}
	}
	return nil
}

func printFaultsJSON(w io.Writer) error {
	type row struct {
		Name         string   `json:"name"`
		Dialects     []string `json:"dialects"`
		Description  string   `json:"description"`
		Requirements []string `json:"requirements"`
	}
	rows := []row{}
	for _, f := range fault.Catalogue() {
		rows = append(rows, row{f.Name, names(f.Dialects), f.Description, f.Requirements})
	}
	return writeJSON(w, map[string]any{"faults": rows})
}

// faultsOf names the faults that the cases of a requirement must catch.
func faultsOf(id string) []string {
	var found []string
	for _, f := range fault.Catalogue() {
		if slices.Contains(f.Requirements, id) {
			found = append(found, f.Name)
		}
	}
	return found
}

// casesOf names the cases that judge a requirement.
func casesOf(id string) []string {
	var found []string
	for _, c := range cases.All() {
		for _, duty := range c.Judges {
			if duty.ID == id {
				found = append(found, c.Name)
			}
		}
	}
	return found
}
