package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/specs"
)

// version and revision are set when a release is built.
var (
	version  = "0.1.0-dev"
	revision = ""
)

// about is what the version command prints.
type about struct {
	Version  string        `json:"version"`
	Commit   string        `json:"commit"`
	Go       string        `json:"go"`
	Editions []specEdition `json:"editions"`
}

func newVersionCommand() *cobra.Command {
	var asJSON, quiet bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print version, commit, Go version and the edition of each dialect's catalogue",
		Example: "  leasecheck version\n  leasecheck version --json",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a, err := aboutThis()
			if err != nil {
				return err
			}
			switch out := cmd.OutOrStdout(); {
			case asJSON:
				return json.NewEncoder(out).Encode(a)
			case quiet:
				_, err := fmt.Fprintln(out, a.Version)
				return err
			default:
				return a.write(out)
			}
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print the version alone")
	return cmd
}

// aboutThis describes the leasecheck that runs.
func aboutThis() (about, error) {
	a := about{Version: version, Commit: commit(), Go: runtime.Version()}
	for _, d := range specs.Dialects() {
		c, err := specs.Load(d)
		if err != nil {
			return a, err
		}
		a.Editions = append(a.Editions, specEdition{d, c.Edition, c.Hash()})
	}
	return a, nil
}

// printVersion prints all of it for people.
func printVersion(w io.Writer) error {
	a, err := aboutThis()
	if err != nil {
		return err
	}
	return a.write(w)
}

func (a about) write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "leasecheck %s (%s, %s)\n", a.Version, a.Commit, a.Go)
	for _, e := range a.Editions {
		if err == nil {
			_, err = fmt.Fprintf(w, "%s: %s of %s, catalogue %s\n", e.Dialect, e.Source, e.SourceDate, e.CatalogueHash)
		}
	}
	return err
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
