package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/specs"
)

// namesOf finds what concerns a requirement: its cases, or its faults.
type namesOf func(requirementID string) []string

// newSpecCommand is "spec" with its subcommands; alone it is "spec list".
func newSpecCommand(cases, faults namesOf) *cobra.Command {
	shelf := specShelf{cases, faults}
	cmd := newSpecListCommand(shelf)
	cmd.Use = "spec"
	cmd.Short = "Show the requirement catalogue and the OpenAPI documents"
	cmd.Example = "  leasecheck spec list --dialect ezgh\n" +
		"  leasecheck spec show BQ-LEASE-04\n" +
		"  leasecheck spec openapi basaltic"
	cmd.AddCommand(newSpecListCommand(shelf), newSpecShowCommand(shelf), newSpecOpenAPICommand())
	return cmd
}

func newSpecListCommand(shelf specShelf) *cobra.Command {
	var dialect string
	var asJSON, quiet bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the requirements with their level, cases and faults",
		Example: "  leasecheck spec list --dialect basaltic\n" +
			"  leasecheck spec list --json",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			books, err := shelf.open(dialect)
			if err != nil {
				return err
			}
			switch out := cmd.OutOrStdout(); {
			case asJSON:
				return writeJSON(out, listingOf(books))
			case quiet:
				return writeIDs(out, books)
			default:
				return writeTables(out, books)
			}
		},
	}
	cmd.Flags().StringVar(&dialect, "dialect", "", "only this `dialect`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print the ids alone")
	return cmd
}

func newSpecShowCommand(shelf specShelf) *cobra.Command {
	var asJSON, quiet bool
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Show one requirement with its source, cases and faults",
		Example: "  leasecheck spec show BQ-LEASE-04\n" +
			"  leasecheck spec show EQ-ACK-08 --json",
		Args: oneArgument("a requirement's id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			entry, err := shelf.find(args[0])
			if err != nil {
				return err
			}
			switch out := cmd.OutOrStdout(); {
			case asJSON:
				return writeJSON(out, entry)
			case quiet:
				_, err := fmt.Fprintln(out, entry.Title)
				return err
			default:
				return writeEntry(out, entry)
			}
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print the duty alone")
	return cmd
}

func newSpecOpenAPICommand() *cobra.Command {
	var asJSON, quiet bool
	cmd := &cobra.Command{
		Use:   "openapi DIALECT",
		Short: "Print the OpenAPI document of a dialect, or of the test-control API",
		Example: "  leasecheck spec openapi basaltic > basaltic.yaml\n" +
			"  leasecheck spec openapi control --json",
		Args: oneArgument("a dialect, or control"),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, document, err := openAPIOf(args[0])
			if err != nil {
				return err
			}
			switch out := cmd.OutOrStdout(); {
			case quiet:
				return nil
			case asJSON:
				return writeJSON(out, document)
			default:
				_, err := out.Write(text)
				return err
			}
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON in place of YAML")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print nothing; the exit status tells whether there is one")
	return cmd
}

// openAPIOf gives the source and the parsed form of the document of a dialect,
// or of the test-control API, which is named control.
func openAPIOf(name string) (text []byte, document *openapi3.T, err error) {
	if name == "control" {
		document, err = specs.ControlDocument()
		return specs.ControlOpenAPI(), document, err
	}
	d, err := dialectNamed(name)
	if err != nil {
		return nil, nil, err
	}
	document, err = specs.Document(d)
	return specs.OpenAPI(d), document, err
}

func dialectNamed(name string) (specs.Dialect, error) {
	d := specs.Dialect(name)
	if !slices.Contains(specs.Dialects(), d) {
		return "", usageErrorf("%q is no dialect; the dialects are %s", name, joined(specs.Dialects()))
	}
	return d, nil
}

func joined[T ~string](names []T) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	return strings.Join(texts, ", ")
}

// oneArgument asks for exactly one positional argument.
func oneArgument(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		return usageErrorf("%s takes %s; see %[1]s --help", cmd.CommandPath(), what)
	}
}
