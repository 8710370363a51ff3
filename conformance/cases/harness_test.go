package cases

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/specs"
)

// environment is one whose Basaltic target answers as the handler does.
func environment(t *testing.T, answer http.HandlerFunc) *judge.Environment {
	t.Helper()
	return environmentOf(t, specs.Basaltic, answer)
}

// environmentOf is one whose target answers as the handler does.
func environmentOf(t *testing.T, dialect specs.Dialect, answer http.HandlerFunc) *judge.Environment {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	f := &target.File{
		Dialect: dialect, URL: base, Organization: "org", Project: "prj",
		Tolerance: target.Tolerance{Early: 50 * time.Millisecond, Late: time.Second, Wake: 500 * time.Millisecond},
	}
	doc, err := specs.Document(dialect)
	if err != nil {
		t.Fatal(err)
	}
	client, err := wire.NewClient(f, doc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return &judge.Environment{
		Dialect: dialect, Tolerance: f.Tolerance, Client: client, Provision: target.NewProvisioner(f),
		Service: func(s *wire.Session) target.Service { return dialects.Service(s) },
		Granted: map[judge.Need]bool{}, Budget: &judge.Budget{}, Prefix: target.NewRunPrefix(),
	}
}

// refusing answers 404 as Basaltic does.
func refusing(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusNotFound)
	w.Write([]byte(`{"error":{"code":"NOT_FOUND","message":"none","request_id":"550e8400-e29b-41d4-a716-446655440000"}}`))
}
