package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/reports"
)

// How soon it ends on an idle machine is proved elsewhere; here it must end long
// before its minute is over.
func TestLoadEndsWithAnInterrupt(t *testing.T) {
	if took := interrupted(t, unraced(t)); took > 20*time.Second {
		t.Errorf("it ended %s after the interrupt", took)
	}
}

// interrupted interrupts a load in its measured phase, and tells how long it
// took to end with a report of what it had.
func interrupted(t *testing.T, leasecheck string) time.Duration {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(leasecheck, "load", "latency", "--rate", "200", "--duration", "1m", "--set", "warm_up=0s", "--report-dir", dir)
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	progress, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(progress)
	for lines.Scan() && !strings.Contains(lines.Text(), "acknowledged/s") { // the first figures
	}
	began := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
	_ = cmd.Wait() // the status tells
	took := time.Since(began)
	if status := cmd.ProcessState.ExitCode(); status != reports.ExitInterrupted {
		t.Errorf("exit status %d, due %d: %s", status, reports.ExitInterrupted, stdout.String())
	}
	r, err := result.Read(filepath.Join(dir, result.FileName))
	if err != nil || !r.Interrupted || r.Invariants.Sent == 0 {
		t.Errorf("the report: %+v (%v)", r, err)
	}
	return took
}
