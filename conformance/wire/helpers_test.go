package wire_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

const token = "tok-0123456789abcdef"

// serve runs a server for the test's length.
func serve(t testing.TB, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// fileFor is a basaltic target at a URL, changed by options.
func fileFor(t testing.TB, address string, options ...func(*target.File)) *target.File {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	f := &target.File{
		Dialect:   specs.Basaltic,
		URL:       base,
		Auth:      target.Auth{Token: target.NewSecret(token)},
		Tolerance: target.Tolerance{Early: 50 * time.Millisecond, Late: time.Second, Wake: 500 * time.Millisecond},
	}
	for _, o := range options {
		o(f)
	}
	return f
}

// open gives a client without a document and a session of it.
func open(t *testing.T, f *target.File) (*wire.Client, *wire.Session) {
	t.Helper()
	c, err := wire.NewClient(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, session(t, c, wire.SessionOptions{Name: "a case"})
}

// validating is open with the dialect's own document.
func validating(t *testing.T, f *target.File) (*wire.Client, *wire.Session) {
	t.Helper()
	doc, err := specs.Document(f.Dialect)
	if err != nil {
		t.Fatal(err)
	}
	c, err := wire.NewClient(f, doc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, session(t, c, wire.SessionOptions{Name: "a case"})
}

func session(t *testing.T, c *wire.Client, o wire.SessionOptions) *wire.Session {
	t.Helper()
	s := c.Session(o)
	t.Cleanup(s.Close)
	return s
}

// get sends a plain request.
func get(s *wire.Session) target.Call {
	return s.Do(context.Background(), wire.Request{Method: "GET", Path: "/x"})
}
