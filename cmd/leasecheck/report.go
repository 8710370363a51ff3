package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/diff"
	"github.com/leasecheck/leasecheck/reports/render"
)

// reportOptions are the flags of the report command.
type reportOptions struct {
	format string
	out    string
	verify bool
	quiet  bool
	json   bool
}

// newReportCommand is "report" with its subcommand "diff".
func newReportCommand() *cobra.Command {
	o := &reportOptions{}
	cmd := &cobra.Command{
		Use:   "report FILE...",
		Short: "Render result files, set several side by side, or verify them",
		Long: "Renders result files of leasecheck test; a report directory stands for those in it.\n" +
			"Several files give a comparison matrix. Without --format the ending of --out says the\n" +
			"format, else it is text.\n\n" +
			"--verify computes each verdict again from the cases and refuses a file that was edited.\n\n" +
			"Exit status: 0 rendered or verified, 1 a file was edited, 2 wrong usage or no result file.",
		Example: "  leasecheck report leasecheck-report/basaltic/result.json --out report.html\n" +
			"  leasecheck report acme.json other.json --format markdown\n" +
			"  leasecheck report leasecheck-report --verify\n" +
			"  leasecheck report diff before.json after.json",
		Args: atLeastOneArgument("result files"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.OutOrStdout(), args) },
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "", "text, html, markdown, junit or csv")
	f.StringVar(&o.out, "out", "", "write into `file` in place of standard output")
	f.BoolVar(&o.verify, "verify", false, "compute the verdicts again, and refuse an edited file")
	f.BoolVar(&o.quiet, "quiet", false, "print the verdicts alone, where the format is text")
	f.BoolVar(&o.json, "json", false, "print the summaries as JSON")
	cmd.AddCommand(newReportDiffCommand())
	return cmd
}

// atLeastOneArgument refuses a command line without positional arguments.
func atLeastOneArgument(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return nil
		}
		return usageErrorf("%s takes %s; see %[1]s --help", cmd.CommandPath(), what)
	}
}

func (o *reportOptions) run(out io.Writer, paths []string) error {
	format, err := o.formatWanted()
	if err != nil {
		return err
	}
	files, err := resultFiles(paths)
	if err != nil {
		return err
	}
	results, err := readResults(files, o.verify)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(files, o.overwrites) {
		return usageErrorf("--out %s: it is one of the result files; name another", o.out)
	}
	if o.verify && o.format == "" && o.out == "" && !o.json {
		return printVerified(out, files, results)
	}
	return o.deliver(out, func(w io.Writer) error {
		switch {
		case o.json:
			return writeJSON(w, overviewsOf(files, results))
		case o.quiet && format == render.Text:
			return printHeadlines(w, results)
		default:
			return render.Write(w, format, results...)
		}
	})
}

// overwrites says that --out is this result file.
func (o *reportOptions) overwrites(result string) bool {
	from, err := os.Stat(result)
	to, missing := os.Stat(o.out)
	return err == nil && missing == nil && os.SameFile(from, to)
}

// textEndings are those of files that are written as text; another one that is
// of no format is a mistake.
var textEndings = []string{"", ".txt", ".text", ".log"}

// formatWanted is the format that --format names, or that the ending of --out
// stands for.
func (o *reportOptions) formatWanted() (render.Format, error) {
	format, err := render.FormatOf(o.format, o.out)
	if err != nil {
		return "", usageErrorf("--format: %w", err)
	}
	ending := strings.ToLower(filepath.Ext(o.out))
	if o.format != "" || format != render.Text || slices.Contains(textEndings, ending) || o.json && ending == ".json" {
		return format, nil
	}
	return "", usageErrorf("--out %s: no format ends in %s: end it in .html, .md, .xml (junit), .csv or .txt, or give --format, one of %s",
		o.out, ending, joined(render.Formats()))
}

// deliver writes to standard output, or the --out file as a whole or not at all.
func (o *reportOptions) deliver(out io.Writer, write func(io.Writer) error) error {
	if o.out == "" {
		return write(out)
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if err := reports.WriteFile(o.out, text.Bytes()); err != nil {
		return usageErrorf("--out: %w", err)
	}
	return nil
}

func resultFiles(paths []string) ([]string, error) {
	var files []string
	for _, p := range paths {
		found, err := reports.Find(p)
		if err != nil {
			return nil, usageErrorf("%w", err)
		}
		files = append(files, found...)
	}
	return files, nil
}

// readResults reads result files; with verify an edited one ends with status 1.
func readResults(files []string, verify bool) ([]*reports.Result, error) {
	read := reports.Read
	if verify {
		read = reports.Verify
	}
	results := make([]*reports.Result, len(files))
	for i, f := range files {
		r, err := read(f)
		var edited *reports.EditedError
		switch {
		case errors.As(err, &edited):
			return nil, exitWith(reports.ExitNotConformant, err)
		case err != nil:
			return nil, usageErrorf("%w", err)
		}
		results[i] = r
	}
	return results, nil
}

func printVerified(out io.Writer, files []string, results []*reports.Result) error {
	for i, r := range results {
		if _, err := fmt.Fprintf(out, "%s is as its run wrote it; %s\n", files[i], reports.Headline(r)); err != nil {
			return err
		}
	}
	return nil
}

func printHeadlines(out io.Writer, results []*reports.Result) error {
	for _, r := range results {
		if _, err := fmt.Fprintf(out, "%s: %s\n", r.Target.Name, reports.Headline(r)); err != nil {
			return err
		}
	}
	return nil
}

// overview is what --json prints of a result file.
type overview struct {
	File string `json:"file"`
	reports.Overview
}

func overviewsOf(files []string, results []*reports.Result) map[string][]overview {
	all := make([]overview, len(results))
	for i, r := range results {
		all[i] = overview{files[i], r.Overview()}
	}
	return map[string][]overview{"results": all}
}

func newReportDiffCommand() *cobra.Command {
	var quiet, asJSON bool
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Tell what broke and what got fixed from result A to result B",
		Long: "Compares two results of one dialect. What is recorded only breaks nothing, and a waived\n" +
			"failure is no new one.\n\n" +
			"Exit status: 0 nothing broke, 1 something broke, 2 wrong usage or no result file.",
		Example: "  leasecheck report diff before.json after.json\n" +
			"  leasecheck report diff main/result.json change/result.json --json",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return usageErrorf("%s takes two result files; see %[1]s --help", cmd.CommandPath())
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			results, err := readResults(args, false)
			if err != nil {
				return err
			}
			d, err := diff.Compare(results[0], results[1])
			if err != nil {
				return usageErrorf("%w", err)
			}
			if err := printDiff(cmd.OutOrStdout(), d, quiet, asJSON); err != nil {
				return err
			}
			return exitWith(d.ExitStatus(), nil)
		},
	}
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print nothing; the exit status tells")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the ids as JSON")
	return cmd
}

func printDiff(out io.Writer, d diff.Diff, quiet, asJSON bool) error {
	switch {
	case asJSON:
		return writeJSON(out, d.JSON())
	case quiet:
		return nil
	default:
		return diff.WriteText(out, d)
	}
}
