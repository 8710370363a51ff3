package cases

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
)

// TestMessagesThatComeTogetherAfterTheirDelayAreAllThere has one receive bring
// both messages, once their delay is over.
func TestMessagesThatComeTogetherAfterTheirDelayAreAllThere(t *testing.T) {
	var receives atomic.Int64
	env := environment(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case !strings.HasSuffix(r.URL.Path, "/receive"):
			io.WriteString(w, `{"queue":{"id":"q1"}}`)
		case receives.Add(1) == 1:
			io.WriteString(w, `{"messages":[{"id":"m1","receipt_handle":"h1","body":"a"},{"id":"m2","receipt_handle":"h2","body":"b"}]}`)
		default:
			io.WriteString(w, `{"messages":[]}`)
		}
	})
	got := env.Execute(context.Background(), &judge.Case{
		Name: "held-back", Title: "messages come once their delay is over", Judges: heldBack, Queues: judge.Standard(),
		Run: func(t *judge.T) { mustHoldBack(t, t.Queue(), delayed{body: "a"}, delayed{body: "b"}) },
	}, nil)
	if got.Status != reports.Passed {
		t.Errorf("got %s %q, want passed", got.Status, got.Message)
	}
}
