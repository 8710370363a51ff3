package reports_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/reports"
)

func TestFind(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "odd[*]name")
	place := func(parts ...string) string {
		path := filepath.Join(append([]string{dir}, parts...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		overwrite(t, path, "{}")
		return path
	}
	find := func() []string {
		found, err := reports.Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	place("notes.txt")
	if _, err := reports.Find(dir); err == nil || !strings.Contains(err.Error(), "no result.json in") {
		t.Errorf("of a directory without any: %v", err)
	}
	deep := []string{place("ezgh", "run-01", "result.json"), place("ezgh", "run-02", "result.json")}
	if got := find(); !slices.Equal(got, deep) {
		t.Errorf("%v, due %v", got, deep)
	}
	both := []string{place("basaltic", "result.json"), place("ezgh", "result.json")}
	if got := find(); !slices.Equal(got, both) {
		t.Errorf("%v, due %v", got, both)
	}
	own := []string{place("result.json")}
	if got := find(); !slices.Equal(got, own) {
		t.Errorf("%v, due %v", got, own)
	}
	if got, err := reports.Find("missing.json"); err != nil || !slices.Equal(got, []string{"missing.json"}) {
		t.Errorf("%v %v", got, err)
	}
}
