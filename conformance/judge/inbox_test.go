package judge_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
)

func TestInboxKeepsWhatIsPosted(t *testing.T) {
	env, _ := environment(t, &fakeQueue{receive: empty})
	var address string
	got := env.Execute(context.Background(), kase(func(t *judge.T) {
		in := t.Inbox()
		address = in.URL
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			r, err := http.NewRequestWithContext(t.Context(), method, in.URL, strings.NewReader(`{"body":"work 1"}`))
			if err != nil {
				t.Failf("%v", err)
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Failf("%v", err)
			}
			answer.Body.Close()
		}
		if in.Posts() != 1 || !in.Holds("work 2", "work 1") || in.Holds("work 2", "") {
			t.Failf("%d posts, of which work 1 should be one, and work 2 none", in.Posts())
		}
	}), nil)
	if got.Status != reports.Passed {
		t.Errorf("got %s %q, want passed", got.Status, got.Message)
	}
	if _, err := http.Post(address, "text/plain", strings.NewReader("late")); err == nil {
		t.Error("the inbox is still open after its case")
	}
}
