package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
)

func TestFaultsRunFindsOutAtItsStartThatItCannotWrite(t *testing.T) {
	for _, out := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none", "matrix.md")} {
		e := leasecheck(t, "faults", "run", "--only", "lapsed-handle-deletes", "--out", out)
		e.expect(t, reports.ExitUsage, "--out")
		if strings.Contains(e.stderr, "caught by") {
			t.Errorf("it ran before it said so: %s", e.stderr)
		}
	}
}

// What was finished when the interrupt came is printed and written.
func TestAnInterruptKeepsFinishedTrials(t *testing.T) {
	path := filepath.Join(t.TempDir(), "matrix.md")
	cmd := exec.Command(unraced(t), "faults", "run", "--tier", "quick", "--jobs", "1", "--out", path)
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
	lines.Scan() // the first trial
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var rest strings.Builder
	for lines.Scan() {
		rest.WriteString(lines.Text() + "\n")
	}
	_ = cmd.Wait() // the status tells
	if status := cmd.ProcessState.ExitCode(); status != reports.ExitInterrupted {
		t.Errorf("exit status %d, due %d: %s", status, reports.ExitInterrupted, rest.String())
	}
	written, err := os.ReadFile(path)
	if err != nil || string(written) != stdout.String() {
		t.Errorf("written %q (%v), printed %q", written, err, stdout.String())
	}
	if text := stdout.String(); !strings.HasPrefix(text, "Partial: interrupted when 1 of ") || strings.Count(text, "\n") != 5 {
		t.Errorf("one trial of all is due: %s", text)
	}
}
