package wire

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/leasecheck/leasecheck/specs"
)

// OverrunPause is what a case far past its requests waits before each.
const OverrunPause = overrunPause

// ValidationOf gives a function that validates one exchange of an operation.
func ValidationOf(t testing.TB, operation, path, request, answer string) func() error {
	t.Helper()
	doc, err := specs.Document(specs.Basaltic)
	if err != nil {
		t.Fatal(err)
	}
	v := newValidator(doc)
	header := http.Header{"Content-Type": {"application/json"}}
	req := &http.Request{Method: "POST", URL: &url.URL{Path: path}, Header: header}
	return func() error {
		if err := v.request(operation, req, path, []byte(request)); err != nil {
			return err
		}
		return v.response(operation, req, 200, header, []byte(answer))
	}
}
