package cases

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

func TestMessagesThatComeAfterTheLongestWaitsShowNothing(t *testing.T) {
	for after, want := range map[time.Duration]reports.Status{
		17 * time.Second: reports.Passed,
		19 * time.Second: reports.Passed,
		20 * time.Second: reports.Inconclusive,
		36 * time.Second: reports.Inconclusive,
	} {
		got := environment(t, refusing).Execute(context.Background(), &judge.Case{
			Name: "fake", Judges: judge.By{specs.Basaltic: {ID: "BQ-POLL-12"}},
			Run: func(t *judge.T) { mustComeInTime(t, after, longest) },
		}, nil)
		if got.Status != want || want == reports.Inconclusive && !strings.Contains(got.Message, after.String()) {
			t.Errorf("after %s: got %s %q, want %s", after, got.Status, got.Message, want)
		}
	}
}

// TestWhoKeepsShortWaitsIsTold has a target end waits of 2 and 5 s early.
func TestWhoKeepsShortWaitsIsTold(t *testing.T) {
	for _, test := range []struct {
		name string
		cap  time.Duration
		part float64
		kept bool
	}{
		{"whole", time.Minute, 1, true},
		{"at 7/10 of what was asked", time.Minute, 0.7, false},
		{"after 4 s at the latest", 4 * time.Second, 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			env := environment(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if !strings.HasSuffix(r.URL.Path, "/receive") {
					io.WriteString(w, `{"queue":{"id":"q1"}}`)
					return
				}
				var asked struct {
					Wait float64 `json:"wait_time_seconds"`
				}
				_ = json.NewDecoder(r.Body).Decode(&asked)
				time.Sleep(min(time.Duration(asked.Wait*test.part*float64(time.Second)), test.cap))
				io.WriteString(w, `{"messages":[]}`)
			})
			kept := !test.kept
			got := env.Execute(context.Background(), &judge.Case{
				Name: "short", Title: "short waits are looked at", Judges: heldBack, Queues: judge.Standard(), Waits: 5 * time.Second,
				Run: func(t *judge.T) { kept = keepsShortWaits(t, t.Queue()) },
			}, nil)
			if got.Status != reports.Passed || kept != test.kept {
				t.Errorf("kept is %v; %s %q", kept, got.Status, got.Message)
			}
		})
	}
}
