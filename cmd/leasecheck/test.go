package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/conformance"
	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/bundle"
	"github.com/leasecheck/leasecheck/reports/console"
	"github.com/leasecheck/leasecheck/reports/junit"
)

// testOptions are the flags of the test command.
type testOptions struct {
	targetOptions
	tier       string
	focus      []string
	skip       []string
	strict     bool
	requireAll bool
	waivers    string
	reportDir  string
	parallel   int
	repeat     int
	seed       uint64
	rerun      string
	failFast   bool
	dryRun     bool
	quiet      bool
	json       bool
}

func newTestCommand() *cobra.Command {
	o := &testOptions{}
	cmd := &cobra.Command{
		Use:   "test",
		Short: "Judge a target, or the embedded reference servers, by the rules of its dialect",
		Long: "Runs the conformance suite. Without a target it judges both dialects, each against a\n" +
			"reference server that it starts as a process of its own. Reports are written to\n" +
			"--report-dir: cases.jsonl as cases end, then result.json, junit.xml, and failures/ with\n" +
			"a folder for each case that failed; without a target in a folder per dialect.\n\n" +
			"Exit status: 0 conformant or partial, 1 not conformant, 2 wrong usage, 3 inconclusive,\n" +
			"70 a fault of leasecheck itself, 130 interrupted.",
		Example: "  leasecheck test\n" +
			"  leasecheck test --target acme.yaml --tier quick\n" +
			"  leasecheck test --url http://127.0.0.1:8080 --dialect basaltic --token \"$TOKEN\" --focus 'BQ-LEASE-*'",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	o.register(cmd)
	return cmd
}

func (o *testOptions) register(cmd *cobra.Command) {
	o.targetOptions.register(cmd)
	f := cmd.Flags()
	f.StringVar(&o.tier, "tier", string(judge.StandardTier), "how long cases may wait: quick (3 s), standard (25 s) or slow")
	f.StringSliceVar(&o.focus, "focus", nil, "only requirements whose id matches the `glob`")
	f.StringSliceVar(&o.skip, "skip", nil, "no requirement whose id matches the `glob`")
	f.BoolVar(&o.strict, "strict", false, "judge an assumed SHOULD as a MUST")
	f.BoolVar(&o.requireAll, "require-all", false, "inconclusive when a MUST was skipped for a need")
	f.StringVar(&o.waivers, "waivers", "", "accept the failures that the `file` names")
	f.StringVar(&o.reportDir, "report-dir", defaultReportDir, "write the reports into `dir`")
	f.IntVar(&o.parallel, "parallel", run.DefaultParallel, "how many cases overlap at most")
	f.IntVar(&o.repeat, "repeat", 1, "run `n` times, each with reports of its own")
	f.Uint64Var(&o.seed, "seed", 0, "of what is drawn at random; 0 draws one")
	f.StringVar(&o.rerun, "rerun", "", "only what failed or was inconclusive in the `result` file")
	f.BoolVar(&o.failFast, "fail-fast", false, "stop at the first failure")
	f.BoolVar(&o.dryRun, "dry-run", false, "list the cases, what they need, what is skipped and the number of requests; send nothing")
	f.BoolVar(&o.quiet, "quiet", false, "print nothing but the verdict")
	f.BoolVar(&o.json, "json", false, "print the results as JSON")
}

func (o *testOptions) run(cmd *cobra.Command) error {
	selection, err := o.selection()
	if err != nil {
		return err
	}
	policy, err := o.policy()
	if err != nil {
		return err
	}
	if o.dryRun {
		return o.plan(cmd.OutOrStdout(), selection)
	}
	ctx := cmd.Context()
	targets, err := o.open(ctx)
	if err != nil {
		return err
	}
	defer targets.close()
	jobs, err := o.jobs(targets, selection, policy, o.told(cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	results, err := o.judge(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr(), jobs)
	if err != nil {
		return err
	}
	return exitWith(reports.ExitStatus(results...), nil)
}

// selection reads which requirements are wanted.
func (o *testOptions) selection() (run.Selection, error) {
	s := run.Selection{Tier: judge.Tier(o.tier), Focus: o.focus, Skip: o.skip}
	if err := errors.Join(checkTier(o.tier), checkCount("repeat", o.repeat), checkCount("parallel", o.parallel)); err != nil {
		return s, err
	}
	if o.rerun == "" {
		return s, nil
	}
	previous, err := reports.Read(o.rerun)
	if err != nil {
		return s, usageErrorf("--rerun: %w", err)
	}
	s.IDs = []string{}
	for _, r := range previous.Requirements {
		if r.Status == reports.Failed || r.Status == reports.Inconclusive {
			s.IDs = append(s.IDs, r.ID)
		}
	}
	if len(s.IDs) == 0 {
		return s, usageErrorf("--rerun %s: nothing failed and nothing was inconclusive there", o.rerun)
	}
	return s, nil
}

func (o *testOptions) policy() (reports.Policy, error) {
	p := reports.Policy{Strict: o.strict, RequireAll: o.requireAll}
	if o.waivers == "" {
		return p, nil
	}
	waivers, err := reports.ReadWaivers(o.waivers)
	if err != nil {
		return p, usageErrorf("%w", err)
	}
	p.Waivers = waivers
	return p, nil
}

// job is one run and where its reports go.
type job struct {
	suite   *conformance.Suite
	dir     string
	journal *run.Journal
}

// told is where how a run goes is told.
func (o *testOptions) told(w io.Writer) io.Writer {
	if o.quiet || o.json {
		return io.Discard
	}
	return w
}

// jobs plans a run for each target that the selection has something for. How
// they go is told to w.
func (o *testOptions) jobs(targets *targets, s run.Selection, p reports.Policy, w io.Writer) ([]job, error) {
	observer := newProgress(w)
	var jobs []job
	for _, t := range targets.all {
		for n := range o.repeat {
			dir := o.dirOf(targets, t, n)
			journal := run.NewJournal(dir, t.file.Dialect)
			suite, err := conformance.New(run.Config{
				File: t.file, Cases: cases.All(), Selection: s, Parallel: o.parallel, Seed: o.seed,
				FailFast: o.failFast, Policy: p, Tool: tool(), Command: t.command, Observer: run.Observers(journal, observer),
				Probed: func(offer *probe.Offer, skips []run.Skip) { printOffer(w, t.file.Dialect, offer, skips) },
			})
			if err != nil {
				return nil, asUsage(err)
			}
			if suite.Run.Plan().Empty() {
				suite.Run.Close()
				continue
			}
			jobs = append(jobs, job{suite, dir, journal})
		}
	}
	if len(jobs) == 0 {
		return nil, usageErrorf("nothing is selected: no requirement matches %s", o.wish())
	}
	return jobs, writable(jobs)
}

// writable makes the report directories: what a run finds must have a place
// before it begins.
func writable(jobs []job) error {
	for _, j := range jobs {
		if err := reports.Writable(j.dir); err != nil {
			return usageErrorf("--report-dir: %w", err)
		}
	}
	return nil
}

// asUsage makes an impossible selection wrong usage.
func asUsage(err error) error {
	var selection *run.SelectionError
	if errors.As(err, &selection) {
		return usageErrorf("%w", err)
	}
	return err
}

// wish is the selection as the user gave it.
func (o *testOptions) wish() string {
	var parts []string
	for _, f := range o.focus {
		parts = append(parts, "--focus "+f)
	}
	for _, s := range o.skip {
		parts = append(parts, "--skip "+s)
	}
	if o.rerun != "" {
		parts = append(parts, "--rerun "+o.rerun)
	}
	return strings.Join(parts, " ")
}

// dirOf is the report directory of the nth run of a target.
func (o *testOptions) dirOf(targets *targets, t openTarget, n int) string {
	dir := o.reportDir
	if targets.embedded {
		dir = filepath.Join(dir, string(t.file.Dialect))
	}
	if o.repeat > 1 {
		dir = filepath.Join(dir, fmt.Sprintf("run-%02d", n+1))
	}
	return dir
}

// judge runs the jobs in turn, and writes and prints each result as it ends.
// What could not be run for an interrupt is told as interrupted, and to notes
// which queues stay behind.
func (o *testOptions) judge(ctx context.Context, out, notes io.Writer, jobs []job) ([]*reports.Result, error) {
	suites := make([]*conformance.Suite, len(jobs))
	for i, j := range jobs {
		suites[i] = j.suite
	}
	var results []*reports.Result
	var failures []error
	conformance.RunSpecs(ctx, suites, func(i int) {
		result := jobs[i].suite.Run.Result(ctx.Err() != nil)
		if len(results) > 0 && !o.quiet && !o.json {
			fmt.Fprintln(out)
		}
		results = append(results, result)
		failures = append(failures, jobs[i].journal.Close(), o.deliver(out, result, jobs[i].dir))
		if left := jobs[i].suite.Run.LeftOver(); left != nil {
			fmt.Fprintf(notes, "leasecheck: %s: %v; leasecheck sweep removes them\n", result.Target.Name, left)
		}
	})
	for _, j := range jobs {
		if err := j.suite.Run.Unusable(); err != nil {
			return nil, usageErrorf("%w", err)
		}
	}
	if ctx.Err() != nil {
		failures = append(failures, cutShort(o.reportDir, jobs[len(results):]))
		return results, exitWith(reports.ExitInterrupted, errors.Join(failures...))
	}
	if err := errors.Join(failures...); err != nil {
		return results, exitWith(reports.ExitFault, undelivered(err, results))
	}
	return results, nil
}

// cutShort says where to find what was judged, and what was not begun.
func cutShort(reportDir string, left []job) error {
	text := "interrupted; what was judged until then is in " + reportDir
	for _, j := range left {
		text += "; not begun: " + string(j.suite.Run.Plan().Dialect)
	}
	return errors.New(text)
}

// undelivered says beside what could not be written or printed what the run
// came to, since its own exit status gives way.
func undelivered(err error, results []*reports.Result) error {
	for _, r := range results {
		err = fmt.Errorf("%w\n%s: %s", err, r.Target.Name, reports.Headline(r))
	}
	return fmt.Errorf("%w\nBut for that the run would end with status %d", err, reports.ExitStatus(results...))
}

// deliver writes the reports of a result and prints it, whatever could not be
// written.
func (o *testOptions) deliver(out io.Writer, result *reports.Result, dir string) error {
	written, err := writeReports(dir, result)
	return errors.Join(err, o.print(out, result, written))
}

// written are the paths of reports that are there; empty for those that are not.
type written struct{ result, bundles string }

// writeReports writes what a run leaves in its report directory: the result,
// JUnit's form of it, and a bundle for each case that failed. It stops at the
// first that cannot be written.
func writeReports(dir string, result *reports.Result) (w written, err error) {
	if err := result.Write(dir); err != nil {
		return w, err
	}
	w.result = filepath.Join(dir, reports.FileName)
	var text bytes.Buffer
	if err := junit.Write(&text, result); err != nil {
		return w, err
	}
	if err := reports.WriteFile(filepath.Join(dir, junit.FileName), text.Bytes()); err != nil {
		return w, err
	}
	if err := bundle.Write(dir, result); err != nil {
		return w, err
	}
	if bundle.Holds(result) {
		w.bundles = filepath.Join(dir, bundle.Folder)
	}
	return w, nil
}

// print tells a result on standard output.
func (o *testOptions) print(out io.Writer, result *reports.Result, w written) error {
	switch {
	case o.json:
		return json.NewEncoder(out).Encode(result)
	case o.quiet:
		_, err := fmt.Fprintf(out, "%s: %s\n", result.Target.Name, reports.Headline(result))
		return err
	default:
		return console.Write(out, result, console.Options{Colour: console.Colour(out), ResultFile: w.result, BundleFolder: w.bundles})
	}
}

func tool() reports.Tool { return reports.Tool{Version: version, Commit: commit()} }
