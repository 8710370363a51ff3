// Package bundle writes the evidence of each case that failed or could not be
// judged as files that other tools take: its exchanges as HAR 1.2, a script
// that sends them again, and its leases and exchanges on one line of time.
package bundle

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/evidence"
)

// Folder holds the bundles of a report directory, each in a folder called
// after its requirement and case.
const Folder = "failures"

// The files of a bundle.
const (
	HARName      = "exchanges.har"
	ReplayName   = "replay.sh"
	TimelineName = "timeline.txt"
)

// Write writes a bundle for each case of a judged result that failed or was
// inconclusive and exchanged anything, and removes those of an earlier run.
func Write(dir string, r *reports.Result) error {
	folder := filepath.Join(dir, Folder)
	if err := remove(folder); err != nil {
		return err
	}
	for i := range r.Requirements {
		q := &r.Requirements[i]
		for _, c := range q.Cases {
			if !toBundle(r, c) {
				continue
			}
			if err := writeCase(filepath.Join(folder, Name(q.ID, c)), subject{r, q, c}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Holds reports whether a result has a case that gets a bundle.
func Holds(r *reports.Result) bool {
	return slices.ContainsFunc(r.Requirements, func(q reports.Requirement) bool {
		return slices.ContainsFunc(q.Cases, func(c reports.Case) bool { return toBundle(r, c) })
	})
}

// Name is the name of a case's folder.
func Name(id string, c reports.Case) string { return id + "-" + c.Name }

// toBundle reports whether a case gets a bundle: it failed, or could not be
// judged for another reason than that the run was interrupted.
func toBundle(r *reports.Result, c reports.Case) bool {
	unclear := c.Status == reports.Inconclusive && !r.Interrupted
	return (c.Status == reports.Failed || unclear) && len(c.Exchanges) > 0
}

// subject is the case that a bundle is about, and what it judged.
type subject struct {
	result      *reports.Result
	requirement *reports.Requirement
	testCase    reports.Case
}

func writeCase(dir string, s subject) error {
	har, err := archive(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := reports.WriteFile(filepath.Join(dir, HARName), har); err != nil {
		return err
	}
	if err := reports.WriteFile(filepath.Join(dir, TimelineName), timeline(s)); err != nil {
		return err
	}
	path := filepath.Join(dir, ReplayName)
	if err := reports.WriteFile(path, replay(s)); err != nil {
		return err
	}
	return os.Chmod(path, 0o755)
}

// timeline is the case's leases and exchanges in the order of time.
func timeline(s subject) []byte {
	var b bytes.Buffer
	for _, line := range s.heading() {
		b.WriteString(line + "\n")
	}
	b.WriteString("\n" + evidence.Text(s.testCase))
	return b.Bytes()
}

// remove removes the bundles in a folder, and nothing else that is there.
func remove(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		dir := filepath.Join(folder, e.Name())
		for _, name := range []string{HARName, ReplayName, TimelineName} {
			if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		_ = os.Remove(dir) // it stays where it holds something else
	}
	_ = os.Remove(folder)
	return nil
}
