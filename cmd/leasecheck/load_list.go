package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/loadgen/scenario"
)

func newLoadListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the load scenarios and what they measure",
		Example: "  leasecheck load list\n  leasecheck load list --json",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return printScenariosJSON(cmd.OutOrStdout())
			}
			for _, s := range scenario.All() {
				fmt.Fprintf(cmd.OutOrStdout(), "%-11s %s\n", s.Name, s.Measures)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON, each with its settings")
	return cmd
}

func printScenariosJSON(w io.Writer) error {
	type row struct {
		Name     string            `json:"name"`
		Measures string            `json:"measures"`
		Settings scenario.Settings `json:"settings"`
	}
	rows := []row{}
	for _, s := range scenario.All() {
		rows = append(rows, row{s.Name, s.Measures, s.Defaults})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"scenarios": rows})
}
