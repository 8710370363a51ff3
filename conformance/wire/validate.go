package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"github.com/leasecheck/leasecheck/specs"
)

// validator checks exchanges against a dialect's document. Operations are
// looked up by their id, so no path is ever matched.
type validator struct {
	routes map[string]*routers.Route
	// options find all that is wrong with an exchange, first only the first.
	options, first *openapi3filter.Options
}

// thoroughBytes is the size up to which all that is wrong with an answer is
// named. A larger one may be wrong in tens of thousands of places.
const thoroughBytes = 16 << 10

func newValidator(doc *openapi3.T) *validator {
	v := &validator{routes: map[string]*routers.Route{}, options: specs.ExchangeOptions(doc), first: specs.ExchangeOptions(doc)}
	v.first.MultiError = false
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			v.routes[op.OperationID] = &routers.Route{
				Spec: doc, Path: path, PathItem: item, Method: method, Operation: op,
			}
		}
	}
	return v
}

// request says how our own request breaks the document.
func (v *validator) request(operation string, req *http.Request, path string, body []byte) error {
	route, known := v.routes[operation]
	if !known {
		return fmt.Errorf("the document has no operation %s", operation)
	}
	if req.Method != route.Method {
		return fmt.Errorf("the document asks for %s, not %s", route.Method, req.Method)
	}
	return openapi3filter.ValidateRequest(context.Background(), v.input(route, req, path, body))
}

// response says how an answer breaks the document. An answer to another
// method than the operation's is not the operation's.
func (v *validator) response(operation string, req *http.Request, status int, header http.Header, body []byte) error {
	route, known := v.routes[operation]
	if !known || req.Method != route.Method {
		return nil
	}
	documented := route.Operation.Responses.Status(status)
	if documented == nil {
		documented = route.Operation.Responses.Default()
	}
	if documented == nil || documented.Value == nil {
		return fmt.Errorf("status %d is not documented", status)
	}
	if len(documented.Value.Content) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("a body of %d bytes came with status %d, which is documented without content", len(body), status)
		}
		return nil
	}
	options := v.options
	if len(body) > thoroughBytes {
		options = v.first
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, Route: route, Options: options},
		Status:                 status,
		Header:                 header,
		Body:                   io.NopCloser(bytes.NewReader(body)),
		Options:                options,
	}
	return briefly(openapi3filter.ValidateResponse(context.Background(), input))
}

func (v *validator) input(route *routers.Route, req *http.Request, path string, body []byte) *openapi3filter.RequestValidationInput {
	shadow := &http.Request{Method: req.Method, URL: req.URL, Header: req.Header}
	if body != nil {
		shadow.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
		shadow.Body, _ = shadow.GetBody() // never fails
	}
	return &openapi3filter.RequestValidationInput{
		Request: shadow, Route: route, Options: v.options, PathParams: pathParameters(route.Path, path),
	}
}

// pathParameters reads the values of a template's placeholders from a path
// that was made from it.
func pathParameters(template, path string) map[string]string {
	values := map[string]string{}
	names, texts := strings.Split(template, "/"), strings.Split(path, "/")
	for i, name := range names {
		if i >= len(texts) || !strings.HasPrefix(name, "{") {
			continue
		}
		if text, err := url.PathUnescape(texts[i]); err == nil {
			values[strings.Trim(name, "{}")] = text
		}
	}
	return values
}

// briefly leaves out of an error what names the library's own types.
func briefly(err error) error {
	var response *openapi3filter.ResponseError
	if !errors.As(err, &response) || response.Err == nil {
		return err
	}
	return fmt.Errorf("%s: %w", response.Reason, response.Err)
}

// excused says whether a status is never held against the target: a server may
// fail, and may turn away what is odd on purpose in a way of its own.
func excused(status int, deviant bool) bool {
	if status >= 500 {
		return true
	}
	switch status {
	case http.StatusMethodNotAllowed, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType, http.StatusRequestHeaderFieldsTooLarge:
		return deviant
	}
	return false
}
