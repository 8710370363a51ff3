package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// readerGone is the end of a pipe that nobody reads.
func readerGone(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	t.Cleanup(func() { w.Close() })
	return w
}

func TestAReaderThatGoesChangesNoVerdict(t *testing.T) {
	dir := t.TempDir()
	for name, tc := range map[string]struct {
		args   []string
		status int
	}{
		"a run": {[]string{"test", "--target", referencetest.Path(t, specs.Basaltic, "lapsed-handle-deletes"),
			"--tier", "quick", "--focus", "BQ-LEASE-04", "--report-dir", dir}, reports.ExitNotConformant},
		"a list": {[]string{"spec", "list"}, reports.ExitOK},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], tc.args...)
			cmd.Env = append(os.Environ(), processVariable+"=1")
			cmd.Stdout, cmd.Stderr = readerGone(t), readerGone(t)
			_ = cmd.Run() // the status tells
			if status := cmd.ProcessState.ExitCode(); status != tc.status {
				t.Errorf("it ended with %s, due is status %d", cmd.ProcessState, tc.status)
			}
		})
	}
	if _, err := reports.Read(filepath.Join(dir, reports.FileName)); err != nil {
		t.Errorf("the run left no result: %v", err)
	}
}
