package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/leasecheck/leasecheck/loadgen/scenario"
)

func newLoadListCommand() *cobra.Command {
	var asJSON, withSettings, quiet bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the load scenarios and what they measure",
		Example: "  leasecheck load list\n" +
			"  leasecheck load list --settings | less",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			switch {
			case asJSON:
				return printScenariosJSON(out)
			case quiet:
				return printScenarioNames(out)
			default:
				return printScenarios(out, withSettings)
			}
		},
	}
	f := cmd.Flags()
	f.BoolVar(&withSettings, "settings", false, "also each scenario's settings, as a file may hold them")
	f.BoolVar(&asJSON, "json", false, "print as JSON, each with its settings")
	f.BoolVar(&quiet, "quiet", false, "print the names alone")
	return cmd
}

func printScenarioNames(w io.Writer) error {
	for _, s := range scenario.All() {
		if _, err := fmt.Fprintln(w, s.Name); err != nil {
			return err
		}
	}
	return nil
}

// printScenarios prints what each scenario measures, and its settings where
// they are wanted.
func printScenarios(w io.Writer, withSettings bool) error {
	for _, s := range scenario.All() {
		if _, err := fmt.Fprintf(w, "%-11s %s\n", s.Name, s.Measures); err != nil {
			return err
		}
		if !withSettings {
			continue
		}
		if err := printSettings(w, s.Defaults); err != nil {
			return err
		}
	}
	return nil
}

// printSettings prints settings as a scenario file has them.
func printSettings(w io.Writer, s scenario.Settings) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var fields yaml.Node // JSON is YAML, and a node keeps the order
	if err := yaml.Unmarshal(text, &fields); err != nil {
		return err
	}
	plain(&fields)
	e := yaml.NewEncoder(w)
	e.SetIndent(2)
	if err := e.Encode(&fields); err != nil {
		return err
	}
	if err := e.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w)
	return err
}

// plain takes off the quotes and braces that JSON needs and YAML does not.
func plain(n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		n.Style = 0
	}
	for _, inner := range n.Content {
		plain(inner)
	}
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
	return writeJSON(w, map[string]any{"scenarios": rows})
}
