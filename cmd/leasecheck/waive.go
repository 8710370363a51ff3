package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/reports"
)

// longestWaiver bounds --days, in days: what is accepted for longer is no waiver.
const longestWaiver = 3650

// waiveOptions are the flags of the waive command.
type waiveOptions struct {
	days  int
	out   string
	quiet bool
	json  bool
}

func newWaiveCommand() *cobra.Command {
	o := &waiveOptions{}
	cmd := &cobra.Command{
		Use:   "waive RESULT",
		Short: "Write a waivers file for what failed, with dates to expire",
		Long: "Writes a waiver for each requirement that failed in a result file. Read the reasons,\n" +
			"put your own in, add a link, and give the file to leasecheck test --waivers. A waiver\n" +
			"that expired, or whose requirement no longer fails, fails the run.",
		Example: "  leasecheck waive leasecheck-report/basaltic/result.json --out waivers.yaml --days 30",
		Args:    oneArgument("one result file"),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	cmd.Flags().IntVar(&o.days, "days", 90, "how many `days` the waivers hold")
	cmd.Flags().StringVar(&o.out, "out", "", "write to a new `file` in place of the standard output")
	cmd.Flags().BoolVar(&o.quiet, "quiet", false, "say nothing of the file that was written")
	cmd.Flags().BoolVar(&o.json, "json", false, "write JSON in place of YAML; leasecheck test reads both")
	return cmd
}

func (o *waiveOptions) run(cmd *cobra.Command, path string) error {
	if o.days < 1 || o.days > longestWaiver {
		return usageErrorf("--days takes a number from 1 to %d", longestWaiver)
	}
	result, err := reports.Read(path)
	if err != nil {
		return usageErrorf("%w", err)
	}
	waivers := reports.WaiversFor(result, time.Now().UTC().AddDate(0, 0, o.days))
	if len(waivers) == 0 {
		return usageErrorf("%s: nothing failed there, so there is nothing to waive", path)
	}
	var text bytes.Buffer
	if err := o.encode(&text, waivers); err != nil {
		return err
	}
	if o.out == "" {
		_, err := cmd.OutOrStdout().Write(text.Bytes())
		return err
	}
	if _, err := os.Stat(o.out); !errors.Is(err, os.ErrNotExist) {
		return usageErrorf("--out %s: the file is there already; remove it or name another", o.out)
	}
	if err := reports.WriteFile(o.out, text.Bytes()); err != nil {
		return usageErrorf("--out: %w", err)
	}
	if !o.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "waivers until %s in %s: %d\n", waivers[0].Expires, o.out, len(waivers))
	}
	return nil
}

func (o *waiveOptions) encode(w io.Writer, waivers []reports.Waiver) error {
	if o.json {
		return writeJSON(w, map[string][]reports.Waiver{"waivers": waivers})
	}
	return reports.EncodeWaivers(w, waivers)
}
