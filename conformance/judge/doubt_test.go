package judge_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// slowClient reaches a target that takes d for each request.
func slowClient(t *testing.T, d time.Duration) *wire.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(d) }))
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client, err := wire.NewClient(&target.File{Dialect: specs.Basaltic, URL: base}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// TestATargetThatIsSlowInAllItDoesIsNotSaidToWaitTooLong has answers come late by
// less and by more than those to requests beside them.
func TestATargetThatIsSlowInAllItDoesIsNotSaidToWaitTooLong(t *testing.T) {
	const wait, slow = time.Second, 300 * time.Millisecond
	for late, want := range map[time.Duration]reports.Status{slow / 2: reports.Inconclusive, time.Minute: reports.Failed} {
		q := &fakeQueue{}
		env, _ := environment(t, q)
		env.Client = slowClient(t, slow)
		q.receive = func() target.Received {
			s := env.Client.Session(wire.SessionOptions{})
			defer s.Close()
			s.Do(context.Background(), wire.Request{Method: "GET", Path: "/"})
			return lasting(empty(), wait+late)
		}
		for what, body := range map[string]func(*judge.T){
			"ends empty": func(t *judge.T) { t.Queue().Park(wait).EndsEmpty(0) },
			"soon": func(t *judge.T) {
				p := t.Queue().Park(wait)
				p.Answer() // before the sample: what was slow then counts too
				t.Soon(2, wait, "an answer", func() judge.Sample { return judge.Sample{Took: p.Took()} })
			},
		} {
			got := env.Execute(context.Background(), kase(body), nil)
			if got.Status != want {
				t.Errorf("%s, late by %s: %s %q; want %s", what, late, got.Status, got.Message, want)
			}
			if want == reports.Inconclusive && !strings.Contains(got.Message, "took up to") {
				t.Errorf("%s: %q tells no numbers", what, got.Message)
			}
		}
	}
}

// TestAPollThatRunsAloneMeetsSlownessTwice has nothing run beside polls that end
// late by more than one request takes, and by less than two.
func TestAPollThatRunsAloneMeetsSlownessTwice(t *testing.T) {
	const wait, slow = time.Second, 300 * time.Millisecond
	for beside, want := range map[time.Duration]reports.Status{slow: reports.Inconclusive, 0: reports.Failed} {
		late := slow * 3 / 2
		if want == reports.Failed {
			late = time.Minute // beyond what a busy machine may do
		}
		q := &fakeQueue{receive: func() target.Received {
			time.Sleep(wait + slow*3/2)
			return lasting(empty(), wait+late)
		}}
		env, _ := environment(t, q)
		env.Client = slowClient(t, beside)
		q.describe = func() target.Outcome {
			s := env.Client.Session(wire.SessionOptions{})
			defer s.Close()
			return wire.Classify(s.Do(context.Background(), wire.Request{Method: "GET", Path: "/"}), nil)
		}
		got := env.Execute(context.Background(), kase(func(t *judge.T) { t.Queue().Park(wait).EndsEmpty(0) }), nil)
		if got.Status != want {
			t.Errorf("a request takes %s: %s %q; want %s", beside, got.Status, got.Message, want)
		}
	}
}
