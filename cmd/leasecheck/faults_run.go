package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/faultrun"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// jobsPerCPU keeps the machine busy with servers that are mostly waited for.
const jobsPerCPU = 14

// roomyGC is the garbage collector's target in percent while faults are tried:
// the machine's time is what all the servers share, and memory is less scarce.
const roomyGC = 200

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
			"something is made twice more by itself, and must catch it both times then.\n" +
			"Cases of many requests are left out of a trial whose fault claims nothing near them.",
		Example: "  leasecheck faults run --out matrix.md\n  leasecheck faults run --only 'lapsed-*'",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.only, "only", nil, "only faults whose name matches the `glob`; requirements without a fault are then no problem")
	f.StringVar(&o.tier, "tier", string(judge.StandardTier), "how long cases may wait: "+tierNames())
	f.IntVar(&o.jobs, "jobs", jobsPerCPU*runtime.NumCPU(), "how many servers are judged at once")
	f.Uint64Var(&o.seed, "seed", 1, "of what is drawn at random")
	f.StringVar(&o.out, "out", "", "also write the matrix to `file`, as Markdown")
	f.BoolVar(&o.quiet, "quiet", false, "print only the problems")
	return cmd
}

func (o *faultsRunOptions) run(cmd *cobra.Command) error {
	if err := errors.Join(checkTier(o.tier), checkCount("jobs", o.jobs)); err != nil {
		return err
	}
	selected, err := o.faults()
	if err != nil {
		return err
	}
	if err := o.writable(); err != nil {
		return usageErrorf("--out: %w", err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(roomyGC))
	finished := map[trialName]bool{}
	trials := faultrun.Run(cmd.Context(), faultrun.Config{
		Faults: selected, Cases: cases.All(), Tier: judge.Tier(o.tier), Jobs: o.jobs, Seed: o.seed,
		Tried: func(t faultrun.Trial) {
			if cmd.Context().Err() != nil {
				return // it was cut short, or not begun
			}
			finished[trialName{t.Fault.Name, t.Dialect}] = true
			o.progress(cmd, "%d %s (%s) in %.0f s: caught by %s", len(finished), t.Fault.Name, t.Dialect, t.Took.Seconds(), strings.Join(t.Failed, " "))
		},
		Repeating: func(t faultrun.Trial) {
			for _, m := range t.Missed {
				o.progress(cmd, "again %s (%s), by itself: missed by %s, %s", t.Fault.Name, t.Dialect, m.ID, m.Why())
			}
		},
	})
	if cmd.Context().Err() != nil {
		return o.tellPart(cmd, trials, finished)
	}
	return o.tell(cmd, trials)
}

// trialName tells trials apart.
type trialName struct {
	fault   string
	dialect specs.Dialect
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
	undelivered := o.deliver(cmd.OutOrStdout(), "", trials)
	var requirements []specs.Requirement
	if len(o.only) == 0 {
		for _, d := range specs.Dialects() {
			catalogue, err := specs.Load(d)
			if err != nil {
				return errors.Join(undelivered, err)
			}
			requirements = append(requirements, catalogue.Requirements...)
		}
	}
	problems := faultrun.Problems(trials, requirements)
	for _, p := range problems {
		fmt.Fprintln(cmd.OutOrStdout(), p)
	}
	status := reports.ExitOK
	var found error
	if len(problems) > 0 {
		status, found = reports.ExitNotConformant, fmt.Errorf("%d trials, %d problems", len(trials), len(problems))
	} else {
		fmt.Fprintf(cmd.OutOrStdout(), "%d trials: every fault is caught by all that claim it\n", len(trials))
	}
	if undelivered != nil {
		status = reports.WorstExit(status, reports.ExitFault)
	}
	return exitWith(status, errors.Join(undelivered, found))
}

// tellPart prints the matrix of what an interrupt left finished.
func (o *faultsRunOptions) tellPart(cmd *cobra.Command, trials []faultrun.Trial, finished map[trialName]bool) error {
	var part []faultrun.Trial
	for _, t := range trials {
		if finished[trialName{t.Fault.Name, t.Dialect}] {
			part = append(part, t)
		}
	}
	note := fmt.Sprintf("Partial: interrupted when %d of %d trials were finished; what they missed may not have been tried again.\n\n", len(part), len(trials))
	err := o.deliver(cmd.OutOrStdout(), note, part)
	return exitWith(reports.ExitInterrupted, errors.Join(fmt.Errorf("interrupted after %d of %d trials", len(part), len(trials)), err))
}

// deliver prints the matrix below a note, and writes it to --out, whichever of
// both fails.
func (o *faultsRunOptions) deliver(out io.Writer, note string, trials []faultrun.Trial) error {
	text := bytes.NewBufferString(note)
	err := faultrun.WriteMarkdown(text, trials)
	if err == nil && !o.quiet {
		_, err = out.Write(text.Bytes())
	}
	if o.out == "" {
		return err
	}
	if failed := reports.WriteFile(o.out, text.Bytes()); failed != nil {
		return errors.Join(err, fmt.Errorf("--out: %w", failed))
	}
	return err
}

// writable says why --out cannot be written, and leaves what is there as it is.
func (o *faultsRunOptions) writable() error {
	if o.out == "" {
		return nil
	}
	if info, err := os.Stat(o.out); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file that can be replaced", o.out)
	}
	dir := filepath.Dir(o.out)
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	return reports.Writable(dir)
}
