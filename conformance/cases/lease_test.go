package cases

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// oneAtATime answers as a queue does each of whose receives brings one message.
func oneAtATime() http.HandlerFunc {
	const queue = `{"queue":{"id":"3b7e5a10-6c2d-4f18-9a41-7d20c5e8b913","crn":"crn:q","name":"q","kind":"standard","attributes":{},"created_at":"","updated_at":""}}`
	const message = `{"messages":[{"id":"550e8400-e29b-41d4-a716-44665544000%d","receipt_handle":"h%d","body":"work %d","receive_count":1,` +
		`"enqueued_at":"2026-01-18T11:45:00Z","visible_at":"2026-01-18T11:45:30Z"}]}`
	received := 0
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case strings.HasSuffix(r.URL.Path, "/receive"):
			received++
			fmt.Fprintf(w, message, received, received, received)
		case r.Method == http.MethodPost:
			fmt.Fprint(w, queue)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}
}

func TestOneMessageAReceiveIsEnoughToTakeSome(t *testing.T) {
	var bodies []string
	got := environment(t, oneAtATime()).Execute(context.Background(), &judge.Case{
		Name: "fake", Judges: judge.By{specs.Basaltic: {ID: "BQ-LEASE-17"}}, Queues: judge.Standard(),
		Run: func(t *judge.T) { bodies = judge.Bodies(takeSome(t.Queue(), 3)...) },
	}, nil)
	if got.Status != reports.Passed || fmt.Sprint(bodies) != "[work 1 work 2 work 3]" {
		t.Errorf("got %s %q with %q", got.Status, got.Message, bodies)
	}
}
