package cases

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
)

// TestAWaitThatMayHaveEndedBeforeTheDeletionShowsNothing has a queue's deletion
// take longer than the wait that it is to end, and then by far not as long.
func TestAWaitThatMayHaveEndedBeforeTheDeletionShowsNothing(t *testing.T) {
	for _, tc := range []struct {
		takes, wait time.Duration
		want        reports.Status
	}{{2 * time.Second, time.Second, reports.Inconclusive}, {0, 20 * time.Second, reports.Failed}} {
		env := environment(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			switch {
			case r.Method == http.MethodDelete:
				time.Sleep(tc.takes)
				w.WriteHeader(http.StatusNoContent)
			case strings.HasSuffix(r.URL.Path, "/receive"):
				io.WriteString(w, `{"messages":[]}`)
			default:
				io.WriteString(w, `{"queue":{"id":"q1"}}`)
			}
		})
		got := env.Execute(context.Background(), &judge.Case{
			Name: "deleted", Title: "a queue is deleted", Judges: heldBack, Queues: judge.Standard(),
			Run: func(t *judge.T) {
				t.Expect(deletedUnder(t, t.Queue(), 1, tc.wait)[0].Answer()).To(judge.HaveStatus(404))
			},
		}, nil)
		if got.Status != tc.want {
			t.Errorf("a deletion that takes %s: %s %q, want %s", tc.takes, got.Status, got.Message, tc.want)
		}
	}
}
