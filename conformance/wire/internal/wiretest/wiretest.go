// Package wiretest is what the tests of the dialects' clients share.
package wiretest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// Script answers every request alike and keeps the last one.
type Script struct {
	Status int
	Body   string
	// Request is the last request's method and URI, Sent its body.
	Request, Sent string
	// Header is the last request's.
	Header http.Header
}

// ServeHTTP answers.
func (s *Script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.Request, s.Sent, s.Header = r.Method+" "+r.RequestURI, string(body), r.Header
	if s.Body != "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(s.Status)
	io.WriteString(w, s.Body)
}

// Session reaches h as a target of a dialect, in organization org and project
// prj, with h as its control API too. A request that the dialect's document
// forbids fails the test.
func Session(t *testing.T, d specs.Dialect, h http.Handler) *wire.Session {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := specs.Document(d)
	if err != nil {
		t.Fatal(err)
	}
	c, err := wire.NewClient(&target.File{
		Dialect: d, URL: base, Control: base, Organization: "org", Project: "prj",
		Auth: target.Auth{Token: target.NewSecret("tok-0123")},
	}, doc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, v := range c.InvalidRequests() {
			t.Errorf("%s sends what the document forbids: %s", v.Operation, v.Reason)
		}
		c.Close()
	})
	return c.Session(wire.SessionOptions{})
}
