// Package spectest holds the answers that tests get from a handler against the
// OpenAPI document that they must keep to.
package spectest

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/leasecheck/leasecheck/specs"
)

// Checker checks answers against one document.
type Checker struct {
	router  routers.Router
	options *openapi3filter.Options
}

// New checks against a document, which is the checker's from then on.
func New(t testing.TB, document *openapi3.T) *Checker {
	t.Helper()
	document.Servers = nil
	router, err := gorillamux.NewRouter(document)
	if err != nil {
		t.Fatal(err)
	}
	return &Checker{router, specs.ExchangeOptions(document)}
}

// Serve lets h answer r, and fails t when the answer breaks the document.
// Requests to paths and methods that it does not know pass.
func (c *Checker) Serve(t testing.TB, h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	route, parameters, err := c.router.FindRoute(r)
	if err != nil {
		return w
	}
	err = openapi3filter.ValidateResponse(r.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, PathParams: parameters, Route: route},
		Status:                 w.Code,
		Header:                 w.Header(),
		Body:                   io.NopCloser(bytes.NewReader(w.Body.Bytes())),
		Options:                c.options,
	})
	if err != nil {
		t.Errorf("%s %s answered %d: %v", r.Method, r.URL.Path, w.Code, err)
	}
	return w
}
