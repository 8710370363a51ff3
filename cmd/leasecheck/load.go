package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/loadgen"
	"github.com/leasecheck/leasecheck/loadgen/metrics"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/loadgen/scenario"
	"github.com/leasecheck/leasecheck/loadgen/threshold"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// loadOptions are the flags of the load command.
type loadOptions struct {
	targetOptions
	rate        string
	duration    string
	set         []string
	require     []string
	allowRemote bool
	shard       string
	startAt     string
	metrics     string
	reportDir   string
	quiet       bool
	json        bool
}

func newLoadCommand() *cobra.Command {
	o := &loadOptions{}
	cmd := &cobra.Command{
		Use:   "load SCENARIO",
		Short: "Load a target, and prove that nothing broke meanwhile",
		Long: "Runs a load scenario, which has a name (leasecheck load list) or is a YAML file.\n" +
			"Without a target it loads a reference server in a process of its own. Every figure\n" +
			"stands beside an account of each message: what was lost, doubled or out of order.\n" +
			"load.json and load.html are written into --report-dir.\n\n" +
			"Exit status: 0 thresholds and invariants held, 1 one of them did not, 2 wrong usage,\n" +
			"3 inconclusive or the generator was the limit, 70 a fault of leasecheck itself,\n" +
			"130 interrupted.",
		Example: "  leasecheck load latency\n" +
			"  leasecheck load latency --rate 2000 --require 'delivery.p99 < 250ms' --require 'lost == 0'\n" +
			"  leasecheck load my-load.yaml --target acme.yaml --allow-remote",
		Args: oneScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return o.run(cmd, args[0])
		},
	}
	o.register(cmd)
	cmd.AddCommand(newLoadListCommand(), newLoadCompareCommand(), newLoadMergeCommand())
	return cmd
}

func oneScenario(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usageErrorf("%s takes one scenario, not %q; see %[1]s --help", cmd.CommandPath(), args)
	}
	return nil
}

func (o *loadOptions) register(cmd *cobra.Command) {
	o.targetOptions.register(cmd)
	f := cmd.Flags()
	f.StringVar(&o.rate, "rate", "", "messages a second, or a shape such as '{ramp: {from: 100, to: 2000, over: 30s}}'")
	f.StringVar(&o.duration, "duration", "", "how long the measured phase lasts, such as 30s")
	f.StringArrayVar(&o.set, "set", nil, "set a `field=value` of the scenario, such as size=1024 (leasecheck load list --settings)")
	f.StringArrayVar(&o.require, "require", nil, "a threshold, such as 'delivery.p99 < 250ms' or 'lost == 0'")
	f.BoolVar(&o.allowRemote, "allow-remote", false, "load a target that is not on this machine")
	f.StringVar(&o.shard, "shard", "", "this process's part of a load, `i/n`, with i from 0 to n-1; each has queues of its own (leasecheck load merge)")
	f.StringVar(&o.startAt, "start-at", "", "start at the `time`, such as 2026-01-02T15:04:05Z: the same for all shards")
	f.StringVar(&o.metrics, "metrics-listen", "", "serve metrics for Prometheus at the `host:port` while the load runs")
	f.StringVar(&o.reportDir, "report-dir", defaultReportDir, "write the reports into `dir`")
	f.BoolVar(&o.quiet, "quiet", false, "print nothing but the verdict")
	f.BoolVar(&o.json, "json", false, "print the result as JSON")
}

func (o *loadOptions) run(cmd *cobra.Command, name string) error {
	c, err := o.config(name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.reportDir, 0o755); err != nil {
		return usageErrorf("--report-dir: %w", err)
	}
	if o.targetOptions.file == "" && o.url == "" && o.dialect == "" {
		o.dialect = string(specs.Basaltic)
	}
	targets, err := o.open(cmd.Context())
	if err != nil {
		return err
	}
	defer targets.close()
	one := targets.all[0]
	c.File = one.file
	if one.server != nil {
		c.TargetPid = one.server.Pid()
	}
	o.tellPlan(cmd.ErrOrStderr(), c)
	if !o.allowRemote && !isLoopback(cmd.Context(), c.File.URL.Hostname()) {
		return usageErrorf("%s is not on this machine: give --allow-remote to load it as planned above", c.File.URL.Host)
	}
	return o.load(cmd, c)
}

// config reads the scenario and the thresholds.
func (o *loadOptions) config(name string) (loadgen.Config, error) {
	changes := o.set
	for field, value := range map[string]string{"rate": o.rate, "duration": o.duration} {
		if value != "" {
			changes = append(changes, field+"="+value)
		}
	}
	s, settings, err := scenario.Load(name, changes...)
	if err != nil {
		return loadgen.Config{}, usageErrorf("%w", err)
	}
	settings.Require = append(settings.Require, o.require...)
	thresholds, err := threshold.ParseAll(settings.Require)
	if err != nil {
		return loadgen.Config{}, usageErrorf("%w", err)
	}
	c := loadgen.Config{
		Scenario: s, Settings: settings, Thresholds: thresholds, Tool: result.Tool{Version: version, Commit: commit()},
	}
	if c.Share, c.StartAt, err = o.share(settings); err != nil {
		return c, err
	}
	return c, nil
}

func (o *loadOptions) tellPlan(w io.Writer, c loadgen.Config) {
	if o.quiet {
		return
	}
	fmt.Fprintf(w, "%s against %s at %s: %s\n", c.Scenario.Name, c.File.Name, c.File.URL, c.Scenario.Plan(c.Settings))
}

// load runs the load, and writes and prints what came of it.
func (o *loadOptions) load(cmd *cobra.Command, c loadgen.Config) error {
	progress := newLoadProgress(cmd.ErrOrStderr(), o.quiet || o.json)
	c.Observer = progress
	if o.metrics != "" {
		server, err := metrics.Listen(o.metrics)
		if err != nil {
			return usageErrorf("--metrics-listen: %w", err)
		}
		defer server.Close(context.WithoutCancel(cmd.Context()))
		if !o.quiet {
			fmt.Fprintf(cmd.ErrOrStderr(), "metrics at %s\n", server.URL())
		}
		c.Started = server.Show
	}
	r, err := loadgen.Run(cmd.Context(), c)
	progress.end()
	if err != nil {
		return loadError(cmd.Context(), err)
	}
	return tellLoad(cmd.OutOrStdout(), r, loadOutput{o.reportDir, o.quiet, o.json})
}

// loadError gives the exit status of a run without a result.
func loadError(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return exitWith(reports.ExitInterrupted, errors.New("interrupted before anything was measured"))
	case errors.Is(err, loadgen.ErrNoQueues):
		return exitWith(reports.ExitInconclusive, err)
	default:
		return err
	}
}
