// Package loadtest has tests of the load generator say briefly what to load.
package loadtest

import (
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reference"
	"github.com/leasecheck/leasecheck/specs"
)

// Overlap runs a package's tests, more of them at once than there are
// processors: they mostly wait.
func Overlap(m *testing.M) int {
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	return m.Run()
}

// File is a target file for the Basaltic server at an address.
func File(t testing.TB, address string) *target.File {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return &target.File{
		Name: "test", Dialect: specs.Basaltic, URL: u, Auth: target.Auth{Token: target.NewSecret("token")},
		Provisioning: target.Provisioning{Mode: target.API},
		Tolerance:    target.Tolerance{Early: 50 * time.Millisecond, Late: time.Second, Wake: 500 * time.Millisecond},
	}
}

// Serve serves a handler for the length of a test, and gives its target file.
func Serve(t testing.TB, h http.Handler) *target.File {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return File(t, s.URL)
}

// Reference serves a reference server, broken by faults, for the length of a
// test, and gives its target file.
func Reference(t testing.TB, d specs.Dialect, faults ...string) *target.File {
	t.Helper()
	s, err := reference.New(reference.Config{Dialects: []specs.Dialect{d}, Faults: faults})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(context.Background()) })
	path := filepath.Join(t.TempDir(), "target.yaml")
	if err := s.Targets()[0].WriteFile(path); err != nil {
		t.Fatal(err)
	}
	f, err := target.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
