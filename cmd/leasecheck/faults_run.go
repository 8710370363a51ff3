package main

import (
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/faultrun"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// faultsRunOptions are the flags of the faults run command.
type faultsRunOptions struct {
	only  []string
	tier  string
	jobs  int
	seed  uint64
	out   string
	quiet bool
}

func newFaultsRunCommand() *cobra.Command {
	o := &faultsRunOptions{}
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Judge the reference server broken in each way, and print which requirements catch it",
		Long: "Runs the suite against each fault, several servers at a time. It exits 1 when a fault\n" +
			"survives, when a requirement that claims a fault does not catch it, or when a\n" +
			"requirement has no fault that fails it and no unrelated area. A trial that missed\n" +
			"something is made twice more by itself, and must catch it both times then.",
		Example: "  leasecheck faults run --out matrix.md\n  leasecheck faults run --only 'lapsed-*'",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.only, "only", nil, "only faults whose name matches the `glob`; requirements without a fault are then no problem")
	f.StringVar(&o.tier, "tier", string(judge.StandardTier), "how long cases may wait: quick, standard or slow")
	f.IntVar(&o.jobs, "jobs", 16, "how many servers are judged at once")
	f.Uint64Var(&o.seed, "seed", 1, "of what is drawn at random")
	f.StringVar(&o.out, "out", "", "also write the matrix to `file`, as Markdown")
	f.BoolVar(&o.quiet, "quiet", false, "print only the problems")
	return cmd
}

func (o *faultsRunOptions) run(cmd *cobra.Command) error {
	if !validTier(judge.Tier(o.tier)) {
		return usageErrorf("--tier %q: it is quick, standard or slow", o.tier)
	}
	if o.jobs < 1 {
		return usageErrorf("--jobs takes a number from 1 on")
	}
	selected, err := o.faults()
	if err != nil {
		return err
	}
	done := 0
	trials := faultrun.Run(cmd.Context(), faultrun.Config{
		Faults: selected, Cases: cases.All(), Tier: judge.Tier(o.tier), Jobs: o.jobs, Seed: o.seed,
		Tried: func(t faultrun.Trial) {
			done++
			o.progress(cmd, "%d %s (%s) in %.0f s: caught by %s", done, t.Fault.Name, t.Dialect, t.Took.Seconds(), strings.Join(t.Failed, " "))
		},
		Repeating: func(t faultrun.Trial) {
			for _, m := range t.Missed {
				o.progress(cmd, "again %s (%s), by itself: missed by %s, %s", t.Fault.Name, t.Dialect, m.ID, m.Why())
			}
		},
	})
	if cmd.Context().Err() != nil {
		return exitWith(reports.ExitInterrupted, fmt.Errorf("interrupted after %d trials", done))
	}
	return o.tell(cmd, trials)
}

// progress prints a line for who waits.
func (o *faultsRunOptions) progress(cmd *cobra.Command, format string, args ...any) {
	if !o.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), format+"\n", args...)
	}
}

// faults are those of the catalogue that --only selects.
func (o *faultsRunOptions) faults() ([]faultrun.Fault, error) {
	var selected []faultrun.Fault
	for _, f := range fault.Catalogue() {
		if len(o.only) == 0 || matchesAny(o.only, f.Name) {
			selected = append(selected, faultrun.Fault{Name: f.Name, Dialects: f.Dialects, Requirements: f.Requirements})
		}
	}
	if len(selected) == 0 {
		return nil, usageErrorf("no fault matches --only %s; leasecheck faults list names them all", strings.Join(o.only, ","))
	}
	return selected, nil
}

func matchesAny(globs []string, name string) bool {
	for _, g := range globs {
		if ok, _ := path.Match(g, name); ok {
			return true
		}
	}
	return false
}

// tell prints the matrix and the problems; these decide the exit status.
func (o *faultsRunOptions) tell(cmd *cobra.Command, trials []faultrun.Trial) error {
	if !o.quiet {
		if err := faultrun.WriteMarkdown(cmd.OutOrStdout(), trials); err != nil {
			return err
		}
	}
	if o.out != "" {
		if err := writeMatrix(o.out, trials); err != nil {
			return usageErrorf("--out: %w", err)
		}
	}
	var requirements []specs.Requirement
	if len(o.only) == 0 {
		for _, d := range specs.Dialects() {
			catalogue, err := specs.Load(d)
			if err != nil {
				return err
			}
			requirements = append(requirements, catalogue.Requirements...)
		}
	}
	problems := faultrun.Problems(trials, requirements)
	for _, p := range problems {
		fmt.Fprintln(cmd.OutOrStdout(), p)
	}
	if len(problems) > 0 {
		return exitWith(reports.ExitNotConformant, fmt.Errorf("%d trials, %d problems", len(trials), len(problems)))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d trials: every fault is caught by all that claim it\n", len(trials))
	return nil
}

func writeMatrix(name string, trials []faultrun.Trial) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := faultrun.WriteMarkdown(f, trials); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
