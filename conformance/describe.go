package conformance

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/onsi/ginkgo/v2"

	"github.com/leasecheck/leasecheck/conformance/cases"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/run"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/bundle"
)

// Describe adds the whole suite to the Ginkgo tree of another project, one It a
// case, and is true so that it can be called where a package's variables are set:
//
//	var _ = conformance.Describe(acme, conformance.Tier(judge.Quick))
//
// Of file only the dialect must be set by then. What else it says, such as the
// URL of a server that BeforeSuite starts, may be filled in until the first
// spec of the container begins.
//
// The cases overlap, also under ginkgo -p, which keeps the container in one of
// its processes. Some move the target's clock or limit its rates where it lets
// them, so other specs should have a server of their own.
//
// A case that fails a MUST fails its It, at the line of its assertion. The end
// of the container fails when the verdict is neither conformant nor partial,
// and when a waiver has to be mended.
func Describe(file *target.File, options ...Option) bool {
	e := &embedding{config: run.Config{
		File: file, Cases: cases.All(), Selection: run.Selection{Tier: judge.StandardTier}, Tool: tool(),
	}}
	for _, o := range options {
		o(e)
	}
	plan, err := run.NewPlan(file.Dialect, e.config.Cases, e.config.Selection)
	if err == nil && plan.Empty() {
		err = errors.New("nothing is selected: no requirement of the dialect matches")
	}
	if err != nil {
		return ginkgo.It("leasecheck has cases to run", func() { ginkgo.Fail(err.Error()) })
	}
	container(plan, hooks{e.begin, e.tell, e.end})
	return true
}

// Option says how Describe judges a target.
type Option func(*embedding)

// Tier bounds how long cases may wait; without it the tier is standard.
func Tier(t judge.Tier) Option {
	return func(e *embedding) { e.config.Selection.Tier = t }
}

// Focus judges only requirements whose id matches one of the globs, such as
// "BQ-LEASE-*". The verdict is then partial at best.
func Focus(globs ...string) Option {
	return func(e *embedding) { e.config.Selection.Focus = append(e.config.Selection.Focus, globs...) }
}

// Skip judges no requirement whose id matches one of the globs. The verdict is
// then partial at best.
func Skip(globs ...string) Option {
	return func(e *embedding) { e.config.Selection.Skip = append(e.config.Selection.Skip, globs...) }
}

// Policy says what the verdict is strict about, and which failures are waived;
// reports.ReadWaivers reads a waivers file.
func Policy(p reports.Policy) Option {
	return func(e *embedding) { e.config.Policy = p }
}

// Seed is that of what the cases draw at random; without it one is drawn.
func Seed(seed uint64) Option {
	return func(e *embedding) { e.config.Seed = seed }
}

// Parallel is how many cases overlap at most; without it run.DefaultParallel.
func Parallel(n int) Option {
	return func(e *embedding) { e.config.Parallel = n }
}

// ReportDir writes result.json, cases.jsonl and the bundles of failed cases
// into a directory, which is made. Without it nothing is written.
func ReportDir(dir string) Option {
	return func(e *embedding) { e.reportDir = dir }
}

// embedding is the suite within another project's.
type embedding struct {
	config    run.Config
	reportDir string

	suite   *Suite
	journal *run.Journal
	// stop ends the cases early, because Ginkgo was interrupted.
	stop        context.CancelFunc
	interrupted atomic.Bool
}

func (e *embedding) begin(spec context.Context) {
	if e.reportDir != "" {
		e.journal = run.NewJournal(e.reportDir, e.config.File.Dialect)
		e.config.Observer = e.journal
	}
	suite, err := New(e.config)
	if err != nil {
		ginkgo.Fail(err.Error())
	}
	e.suite = suite
	ctx, stop := context.WithCancel(context.Background()) // a spec's own ends with the spec
	e.stop = stop
	defer e.obey(spec)()
	suite.start(ctx)
}

func (e *embedding) tell(spec context.Context, item run.Item) {
	defer e.obey(spec)()
	e.suite.tell(item)
}

// obey ends the cases when Ginkgo interrupts a spec, until the returned
// function is called.
func (e *embedding) obey(spec context.Context) (forget func() bool) {
	return context.AfterFunc(spec, func() {
		e.interrupted.Store(true)
		e.stop()
	})
}

// end writes the reports and fails where the verdict does.
func (e *embedding) end() {
	if e.suite == nil {
		return // what kept it from beginning is told already
	}
	e.suite.end()
	e.stop()
	result := e.suite.Run.Result(e.interrupted.Load())
	err := e.write(result)
	ginkgo.AddReportEntry("verdict", reports.Headline(result))
	if reports.ExitStatus(result) != reports.ExitOK {
		ginkgo.Fail(strings.Join(slices.Concat([]string{reports.Headline(result)}, result.Summary.Problems, result.SuiteFaults), "\n"))
	}
	if err != nil {
		ginkgo.Fail(err.Error())
	}
}

func (e *embedding) write(result *reports.Result) error {
	if e.reportDir == "" {
		return nil
	}
	return errors.Join(e.journal.Close(), result.Write(e.reportDir), bundle.Write(e.reportDir, result))
}

// module is the path that a build knows leasecheck by.
const module = "github.com/leasecheck/leasecheck"

// tool is the version of leasecheck that a test binary was built with.
func tool() reports.Tool {
	unknown := reports.Tool{Version: "unknown", Commit: "unknown"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknown
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == module && m.Version != "" {
			return reports.Tool{Version: m.Version, Commit: "unknown"}
		}
	}
	return unknown
}
