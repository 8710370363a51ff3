package wire_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/wire"
)

// A target may answer without the id that a case goes on with; a DELETE to the
// path without it would be another operation.
func TestNothingIsSentWithoutTheIDThatItGoesTo(t *testing.T) {
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s %s was sent", r.Method, r.URL.Path) })
	_, s := open(t, fileFor(t, server.URL))
	call := s.Call(context.Background(), wire.Operation{ID: "deleteQueue", Method: "DELETE", Path: "/v1/queues/{queue_id}"}, []string{""}, nil)
	if call.Err == nil || !strings.Contains(call.Err.Error(), "deleteQueue was not sent") {
		t.Errorf("the call ended with %v", call.Err)
	}
}
