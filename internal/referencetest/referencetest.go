// Package referencetest gives tests a reference server in their own process.
package referencetest

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reference"
	"github.com/leasecheck/leasecheck/specs"
)

// Path starts a reference server of one dialect that shows the named faults,
// and gives the path of its target file. It ends with the test.
func Path(t testing.TB, d specs.Dialect, faults ...string) string {
	t.Helper()
	server, err := reference.New(reference.Config{Dialects: []specs.Dialect{d}, Faults: faults})
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close(context.Background()) })
	path := filepath.Join(t.TempDir(), "target.yaml")
	if err := server.Targets()[0].WriteFile(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// Target is Path, with the file read.
func Target(t testing.TB, d specs.Dialect, faults ...string) *target.File {
	t.Helper()
	file, err := target.Load(Path(t, d, faults...))
	if err != nil {
		t.Fatal(err)
	}
	return file
}
