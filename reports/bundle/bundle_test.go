package bundle_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/reports/bundle"
	"github.com/leasecheck/leasecheck/reports/internal/sample"
)

// written are the paths of the files below dir, with slashes.
func written(t *testing.T, dir string) []string {
	t.Helper()
	var paths []string
	for _, pattern := range []string{"*", "*/*", "*/*/*"} {
		found, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if info, err := os.Stat(f); err == nil && !info.IsDir() {
				relative, _ := filepath.Rel(dir, f)
				paths = append(paths, filepath.ToSlash(relative))
			}
		}
	}
	slices.Sort(paths)
	return paths
}

func write(t *testing.T, dir string, r *reports.Result) {
	t.Helper()
	if err := bundle.Write(dir, r); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWhatFailedOrWasUnclearHasABundle(t *testing.T) {
	r := sample.Result()
	for i := range r.Requirements {
		if q := &r.Requirements[i]; q.ID == "BQ-POLL-02" {
			q.Cases[0].Exchanges = q.Cases[0].Exchanges[:0]
		} else if q.ID == "BQ-LEASE-05" || q.ID == "BQ-LEASE-01" { // inconclusive, and passed
			q.Cases[0].Exchanges = r.Requirements[1].Cases[0].Exchanges
		}
	}
	dir := t.TempDir()
	write(t, dir, r)
	var due []string
	for _, name := range []string{"BQ-LEASE-04-lapsed-handle-acknowledges", "BQ-LEASE-05-earlier-handle-deletes-nothing", "BQ-POLL-06-lapse-wakes-a-waiter"} {
		for _, file := range []string{bundle.HARName, bundle.ReplayName, bundle.TimelineName} {
			due = append(due, "failures/"+name+"/"+file)
		}
	}
	if got := written(t, dir); !slices.Equal(got, due) {
		t.Errorf("got\n%s\ndue\n%s", strings.Join(got, "\n"), strings.Join(due, "\n"))
	}
	if !bundle.Holds(r) || bundle.Holds(sample.Conformant()) {
		t.Error("Holds does not say which result has bundles")
	}
	info, err := os.Stat(filepath.Join(dir, due[1]))
	if err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("%s cannot be run: %v, %v", due[1], info.Mode(), err)
	}
}

func TestEachFileNamesTheDuty(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, sample.Result())
	folder := filepath.Join(dir, bundle.Folder, "BQ-LEASE-04-lapsed-handle-acknowledges")
	for _, name := range []string{bundle.HARName, bundle.ReplayName, bundle.TimelineName} {
		text := read(t, folder, name)
		for _, due := range []string{
			"BQ-LEASE-04 (MUST): a delete with a lapsed handle", "source: Queue API, Receipt handles (doc)",
			"expected stale, observed status 204", "seed 42",
			"again: leasecheck test --target acme.yaml --focus BQ-LEASE-04 --seed 42",
		} {
			if !strings.Contains(text, due) {
				t.Errorf("%s does not say %q", name, due)
			}
		}
	}
	timeline := read(t, folder, bundle.TimelineName)
	for _, due := range []string{"┌", "lease begins", ">    +2.075 s", "204 in 0.2 ms"} {
		if !strings.Contains(timeline, due) {
			t.Errorf("the timeline does not say %q:\n%s", due, timeline)
		}
	}
}

func TestBundlesOfAnEarlierRunGo(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, sample.Result())
	folder := filepath.Join(dir, bundle.Folder)
	own := []string{
		filepath.Join(folder, "notes.txt"),
		filepath.Join(folder, "BQ-LEASE-04-lapsed-handle-acknowledges", "mine.txt"),
	}
	for _, path := range own {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(t, dir, sample.Conformant())
	due := []string{"failures/BQ-LEASE-04-lapsed-handle-acknowledges/mine.txt", "failures/notes.txt"}
	if got := written(t, dir); !slices.Equal(got, due) {
		t.Errorf("left are %v, due only what leasecheck did not write: %v", got, due)
	}
	for _, path := range own {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	write(t, dir, sample.Conformant())
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("an empty folder is left: %v", err)
	}
}

func TestWriteSaysWhatItCannotWrite(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, bundle.Folder), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := bundle.Write(dir, sample.Result()); err == nil || !strings.Contains(err.Error(), bundle.Folder) {
		t.Errorf("%v", err)
	}
}
