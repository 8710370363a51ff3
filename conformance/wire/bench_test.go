package wire_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// BenchmarkExchange sets an exchange of a session, recorded and validated,
// beside the same one over a bare transport.
func BenchmarkExchange(b *testing.B) {
	answer := `{"messages":[` + message + `]}`
	const asked = `{"max_messages":1,"wait_time_seconds":0}`
	server := serve(b, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, answer)
	})
	path := "/v1/queues/" + queueID + "/messages/receive"

	b.Run("bare", func(b *testing.B) {
		transport := &http.Transport{}
		b.ReportAllocs()
		for b.Loop() {
			req, _ := http.NewRequest("POST", server.URL+path, strings.NewReader(asked))
			req.Header.Set("Content-Type", "application/json")
			resp, err := transport.RoundTrip(req)
			if err != nil {
				b.Fatal(err)
			}
			io.ReadAll(resp.Body)
			resp.Body.Close()
		}
	})
	b.Run("session", func(b *testing.B) {
		doc, err := specs.Document(specs.Basaltic)
		if err != nil {
			b.Fatal(err)
		}
		f := fileFor(b, server.URL, func(f *target.File) {
			f.LimitedAuth = &target.Auth{Token: target.NewSecret("lim-0123456789abcdef0123456789")}
			f.ControlToken = target.NewSecret("ctl-0123456789abcdef0123456789")
		})
		c, err := wire.NewClient(f, doc)
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close()
		s := c.Session(wire.SessionOptions{})
		b.ReportAllocs()
		for b.Loop() {
			call := s.Do(context.Background(), wire.Request{Operation: "receiveMessages", Method: "POST", Path: path, Body: []byte(asked)})
			if call.Err != nil {
				b.Fatal(call.Err)
			}
		}
		if v := c.Violations(); len(v) > 0 {
			b.Fatal(v[0].Reason)
		}
	})
}
