package wire_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/wire"
)

const (
	queueID   = "a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d"
	message   = `{"id":"019400aa-bbbb-7ccc-8ddd-eeeeffff0000","receipt_handle":"h1","body":"b","receive_count":1,"enqueued_at":"2026-01-18t11:45:00.123+02:00","visible_at":"2026-01-18T11:45:30Z","more":1}`
	errorBody = `{"error":{"code":"INVALID_INPUT","message":"m","request_id":"550e8400-e29b-41d4-a716-446655440000"}}`
)

func TestValidation(t *testing.T) {
	receive := wire.Request{Operation: "receiveMessages", Method: "POST", Path: "/v1/queues/" + queueID + "/messages/receive"}
	deleting := wire.Request{Operation: "deleteQueue", Method: "DELETE", Path: "/v1/queues/" + queueID}
	with := func(r wire.Request, change func(*wire.Request)) wire.Request { change(&r); return r }
	deviant := func(r *wire.Request) { r.Deviant = true }

	for _, test := range []struct {
		name                 string
		request              wire.Request
		status               int
		contentType          string
		body                 string
		violation, ourselves string // stand in the reason; empty for none
	}{
		{"right", receive, 200, "application/json; charset=utf-8", `{"messages":[` + message + `]}`, "", ""},
		{"empty list", receive, 200, "application/json", `{"messages":[]}`, "", ""},
		{"field missing", receive, 200, "application/json", `{}`, `property "messages" is missing`, ""},
		{"no uuid", receive, 200, "application/json", `{"messages":[` + strings.Replace(message, "019400aa", "zz", 1) + `]}`, "uuid", ""},
		{"no date", receive, 200, "application/json", `{"messages":[` + strings.Replace(message, "2026-01-18T", "18 Jan ", 1) + `]}`, "/messages/0/visible_at", ""},
		{"another type", receive, 200, "application/json", `{"messages":[` + strings.Replace(message, `"receive_count":1`, `"receive_count":"1"`, 1) + `]}`, "/messages/0/receive_count", ""},
		{"wrong all over", receive, 200, "application/json", `{"messages":[{}` + strings.Repeat(",{}", 2000) + `]}`, "missing", ""},
		{"no JSON", receive, 200, "application/json", `nonsense`, "failed to decode", ""},
		{"content type", receive, 200, "text/html", `{"messages":[]}`, `unexpected value: "text/html"`, ""},
		{"undocumented status", receive, 204, "", "", "status 204 is not documented", ""},
		{"redirect", receive, 302, "", "", "status 302 is not documented", ""},
		{"error", receive, 400, "application/json", errorBody, "", ""},
		{"error without envelope", receive, 400, "application/json", `{}`, `property "error" is missing`, ""},
		{"5xx", receive, 503, "text/plain", "down", "", ""},
		{"an error that is no JSON", receive, 404, "text/plain", "nothing here", `unexpected value: "text/plain"`, ""},
		{"415 to an odd one", with(receive, deviant), 415, "text/plain", "no", "", ""},
		{"any 2xx without content", deleting, 202, "", "", "", ""},
		{"a body where none belongs", deleting, 200, "application/json", "{}", "documented without content", ""},
		{"our mistake", with(receive, func(r *wire.Request) { r.Body = []byte(`{"max_messages":11}`) }), 400, "application/json", errorBody, "", "max_messages"},
		{"our oddity", with(receive, func(r *wire.Request) { r.Body = []byte(`{"max_messages":11}`); r.Deviant = true }), 400, "application/json", errorBody, "", ""},
		{"our oddity, accepted wrongly", with(receive, func(r *wire.Request) { r.Body = []byte(`{`); r.Deviant = true }), 200, "application/json", `{}`, `"messages" is missing`, ""},
		{"another method", with(receive, func(r *wire.Request) { r.Method = "GET"; r.Deviant = true }), 405, "text/plain", "no", "", ""},
		{"unknown operation", wire.Request{Operation: "nonesuch", Method: "GET", Path: "/"}, 200, "", "", "", "no operation nonesuch"},
		{"no operation", wire.Request{Method: "OPTIONS", Path: "/"}, 299, "x/y", "z", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{test.contentType}
				w.WriteHeader(test.status)
				io.WriteString(w, test.body)
			})
			c, s := validating(t, fileFor(t, server.URL))
			for range 2 {
				if call := s.Do(context.Background(), test.request); call.Err != nil {
					t.Fatal(call.Err)
				}
			}
			expectOne(t, "violation", c.Violations(), test.violation)
			expectOne(t, "invalid request", c.InvalidRequests(), test.ourselves)
		})
	}
}

// expectOne wants one violation that came twice, with its exchange; or none.
func expectOne(t *testing.T, what string, got []wire.Violation, reason string) {
	t.Helper()
	if reason == "" {
		if len(got) > 0 {
			t.Errorf("%s: %s", what, got[0].Reason)
		}
		return
	}
	if len(got) != 1 {
		t.Fatalf("%d %ss, want one that says %q", len(got), what, reason)
	}
	v := got[0]
	if !strings.Contains(v.Reason, reason) {
		t.Errorf("%s: %q does not say %q", what, v.Reason, reason)
	}
	if len(v.Reason) > 1100 {
		t.Errorf("%s: the reason has %d bytes", what, len(v.Reason))
	}
	if v.Count != 2 || v.Case != "a case" || v.Exchange.Seq != 1 || v.Exchange.Response == nil {
		t.Errorf("%s is %+v", what, v)
	}
}

// BenchmarkValidation is what validating one receive of ten messages and its
// request costs beside sending it.
func BenchmarkValidation(b *testing.B) {
	messages := strings.TrimSuffix(strings.Repeat(message+",", 10), ",")
	for _, size := range []struct {
		name string
		body string
	}{{"empty", `{"messages":[]}`}, {"one", `{"messages":[` + message + `]}`}, {"ten", `{"messages":[` + messages + `]}`}} {
		b.Run(size.name, func(b *testing.B) {
			check := wire.ValidationOf(b, "receiveMessages", "/v1/queues/"+queueID+"/messages/receive", `{"max_messages":10,"wait_time_seconds":0}`, size.body)
			b.ReportAllocs()
			for b.Loop() {
				if err := check(); err != nil {
					b.Fatal(fmt.Errorf("invalid: %w", err))
				}
			}
		})
	}
}
