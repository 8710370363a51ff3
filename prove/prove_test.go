//go:build prove

// Package prove holds what takes longer than a test may: repeated runs, idle
// and beside busy loops, legal variants, times and memory, stress. It uses the
// binary that make builds, as a user would, and prints one line a measurement.
package prove

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/variant"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// binary is what make builds.
const binary = "../bin/leasecheck"

// The promises that are measured here.
const (
	repeats          = 10
	seeds            = 20
	quickTime        = 6 * time.Second
	standardTime     = 30 * time.Second
	suiteMemory      = 150 << 20
	busyInconclusive = 0.05
)

// atATime is how many servers are judged at once where nothing needs an idle
// machine: a run mostly waits.
const atATime = 4

func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		flag.Set("test.parallel", strconv.Itoa(atATime))
	}
	os.Exit(m.Run())
}

// measured is one run of leasecheck test.
type measured struct {
	results []*reports.Result
	took    time.Duration
	memory  int64
	exit    int
}

// judgeBoth judges the reference server of each dialect, at the same time.
func judgeBoth(t *testing.T, args ...string) measured {
	t.Helper()
	var all measured
	runs := make([]measured, len(specs.Dialects()))
	var wg sync.WaitGroup
	for i, d := range specs.Dialects() {
		wg.Go(func() { runs[i] = judge(t, append([]string{"--dialect", string(d)}, args...)...) })
	}
	wg.Wait()
	for _, m := range runs {
		all.results = append(all.results, m.results...)
		all.exit = max(all.exit, m.exit)
	}
	return all
}

// judge runs leasecheck test and reads what it wrote.
func judge(t *testing.T, args ...string) measured {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(binary, append([]string{"test", "--quiet", "--report-dir", dir}, args...)...)
	cmd.Stderr = os.Stderr
	start := time.Now()
	err := cmd.Run()
	m := measured{took: time.Since(start), exit: cmd.ProcessState.ExitCode()}
	if err != nil && m.exit < 0 {
		t.Error(err)
		return m
	}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		m.memory = usage.Maxrss << 10
	}
	m.results = read(t, dir)
	return m
}

// read gives the results in a report directory.
func read(t *testing.T, dir string) []*reports.Result {
	t.Helper()
	files, err := reports.Find(dir)
	if err != nil {
		t.Error(err)
	}
	var results []*reports.Result
	for _, f := range files {
		r, err := reports.Read(f)
		if err != nil {
			t.Error(err)
			continue
		}
		results = append(results, r)
	}
	return results
}

// casesOf gives the cases of a run that came to a status.
func casesOf(m measured, status reports.Status) []reports.Case {
	var found []reports.Case
	for _, r := range m.results {
		for _, q := range r.Requirements {
			for _, c := range q.Cases {
				if c.Status == status {
					found = append(found, c)
				}
			}
		}
	}
	return found
}

// tally counts the cases of runs by status.
type tally struct {
	mu                          sync.Mutex
	cases, failed, inconclusive int
}

func (y *tally) add(t *testing.T, m measured) {
	t.Helper()
	if len(m.results) == 0 {
		t.Fatalf("a run wrote no result and ended with status %d", m.exit)
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	for _, r := range m.results {
		for _, q := range r.Requirements {
			for _, c := range q.Cases {
				y.count(t, q, c)
			}
		}
	}
}

func (y *tally) count(t *testing.T, q reports.Requirement, c reports.Case) {
	t.Helper()
	switch c.Status {
	case reports.Skipped:
		return
	case reports.Failed:
		if q.Level != string(specs.INFO) {
			y.failed++
			t.Errorf("false alarm: %s %s: %s", q.ID, c.Name, c.Message)
		}
	case reports.Inconclusive:
		y.inconclusive++
		t.Logf("inconclusive: %s %s: %s", q.ID, c.Name, c.Message)
	}
	y.cases++
}

func (y *tally) String() string {
	return fmt.Sprintf("%d cases, %d failed, %d inconclusive", y.cases, y.failed, y.inconclusive)
}

// busy keeps every core busy with one loop each until the test ends.
func busy(t *testing.T) {
	t.Helper()
	for range runtime.NumCPU() {
		cmd := exec.Command("sh", "-c", "while :; do :; done")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		})
	}
}

// say prints a measurement.
func say(format string, args ...any) { fmt.Printf("proved: "+format+"\n", args...) }

func TestIdleRunsRaiseNoAlarm(t *testing.T) {
	var y tally
	for range repeats {
		y.add(t, judgeBoth(t))
	}
	if y.inconclusive > 0 {
		t.Errorf("%s on an idle machine; want none inconclusive", &y)
	}
	say("%d idle runs of both dialects: %s", repeats, &y)
}

func TestRunsBesideBusyLoopsRaiseNoAlarm(t *testing.T) {
	busy(t)
	var y tally
	for range repeats {
		y.add(t, judgeBoth(t))
	}
	if float64(y.inconclusive) > busyInconclusive*float64(y.cases) {
		t.Errorf("%s beside busy loops; want at most %.0f %% inconclusive", &y, 100*busyInconclusive)
	}
	say("%d runs of both dialects beside %d busy loops: %s", repeats, runtime.NumCPU(), &y)
}

func TestTimesAndMemory(t *testing.T) {
	for _, d := range specs.Dialects() {
		for tier, most := range map[string]time.Duration{"quick": quickTime, "standard": standardTime} {
			m := judge(t, "--dialect", string(d), "--tier", tier)
			if m.took > most || m.memory > suiteMemory {
				t.Errorf("%s %s took %s and %d MB; want at most %s and %d MB", d, tier, m.took, m.memory>>20, most, suiteMemory>>20)
				continue
			}
			say("%s, %s tier: %.1f s of at most %.0f, %d MB of at most %d", d, tier,
				m.took.Seconds(), most.Seconds(), m.memory>>20, suiteMemory>>20)
		}
	}
}

func TestLegalServersRaiseNoAlarm(t *testing.T) {
	var variants []string
	for seed := range seeds {
		variants = append(variants, fmt.Sprint("legal:", seed+1))
	}
	raiseNoAlarm(t, "legal servers, seeds 1 to 10", variants[:seeds/2], false)
	raiseNoAlarm(t, "legal servers, seeds 11 to 20", variants[seeds/2:], true)
}

func TestEachFreedomAloneRaisesNoAlarm(t *testing.T) {
	for half, beside := range []bool{false, true} {
		var names, variants []string
		for i, name := range variant.Names() {
			if i%2 == half {
				names, variants = append(names, name), append(variants, "legal:"+name+":1")
			}
		}
		raiseNoAlarm(t, "legal servers that use one freedom alone ("+strings.Join(names, ", ")+")", variants, beside)
	}
}

// raiseNoAlarm judges a server of each variant and dialect, several at a time
// and, where asked, beside busy loops.
func raiseNoAlarm(t *testing.T, what string, variants []string, besideLoops bool) {
	beside := "by themselves"
	if besideLoops {
		beside = "beside busy loops"
	}
	t.Run(beside, func(t *testing.T) {
		if besideLoops {
			busy(t)
		}
		var y tally
		t.Run("servers", func(t *testing.T) {
			for _, v := range variants {
				for _, d := range specs.Dialects() {
					t.Run(fmt.Sprint(v, " ", d), func(t *testing.T) {
						t.Parallel()
						y.add(t, judge(t, "--dialect", string(d), "--variant", v))
					})
				}
			}
		})
		say("%s, %d at a time %s: %s", what, atATime, beside, &y)
	})
}

// brokenServers are faults with the requirement that must tell each.
var brokenServers = map[string]string{
	"lapsed-handle-deletes":      "BQ-LEASE-04",
	"send-unnoticed":             "BQ-POLL-02",
	"group-taken-twice":          "BQ-FIFO-17",
	"send-frees-group":           "BQ-FIFO-04",
	"extension-from-lease-start": "BQ-LEASE-07",
	"retry-after-missing":        "BQ-RATE-02",
	"handle-tail-ignored":        "BQ-LEASE-19",
}

func TestBrokenServersAreNamed(t *testing.T) {
	t.Parallel()
	for fault, id := range brokenServers {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			m := judge(t, "--dialect", "basaltic", "--fault", fault, "--strict")
			if m.exit != reports.ExitNotConformant {
				t.Errorf("exit status %d, want %d", m.exit, reports.ExitNotConformant)
			}
			if s := statusOf(m, id); s != reports.Failed {
				t.Errorf("%s is %s, want failed", id, s)
			}
			say("the fault %s: exit status %d, %s %s", fault, m.exit, id, statusOf(m, id))
		})
	}
}

func statusOf(m measured, id string) reports.Status {
	for _, r := range m.results {
		for _, q := range r.Requirements {
			if q.ID == id {
				return q.Status
			}
		}
	}
	return ""
}

func TestStressUnderTheRaceDetector(t *testing.T) {
	cmd := exec.Command("go", "test", "-race", "-json", "-run", "Stress", "-timeout", "20m", "../reference/lease")
	cmd.Env = append(os.Environ(), "LEASECHECK_PROVE=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	passed := 0
	for line := range bytes.Lines(out) {
		var event struct{ Action, Test string }
		if json.Unmarshal(line, &event) == nil && event.Action == "pass" && event.Test != "" {
			passed++
		}
	}
	say("%d stress tests of the engine under the race detector pass", passed)
}
