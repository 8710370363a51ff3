// Package loadtest has tests of the load generator say briefly what to load.
package loadtest

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
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
