package cases

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/reports"
)

func TestAnswersThatMatchTheDocumentPass(t *testing.T) {
	env := environment(t, refusing)
	if got := env.Execute(context.Background(), answersMatchTheDocument, nil); got.Status != reports.Passed {
		t.Errorf("got %s %q, want passed", got.Status, got.Message)
	}
}

func TestEachOperationsFirstViolationIsShown(t *testing.T) {
	env := environment(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || strings.HasSuffix(r.URL.Path, "/receive") {
			w.Header().Set("Content-Type", "application/json")
			w.Write([]byte(`{"messages":null}`))
			return
		}
		refusing(w, r)
	})
	s := env.Client.Session(wire.SessionOptions{Name: "another case"})
	basaltic.NewClient(s).ReceiveMessages(context.Background(), "550e8400-e29b-41d4-a716-446655440000", nil)

	got := env.Execute(context.Background(), answersMatchTheDocument, nil)
	if got.Status != reports.Failed || got.Fault != "" {
		t.Fatalf("got %s %q, want failed", got.Status, got.Message)
	}
	for _, told := range []string{"2 operations", "listQueues, 1 times", "receiveMessages, 2 times, first in case another case"} {
		if !strings.Contains(got.Message, told) {
			t.Errorf("the message does not tell %q: %s", told, got.Message)
		}
	}
	for i, path := range []string{"/v1/queues", "/receive"} {
		if x := got.Exchanges[i]; !x.Deciding || !strings.HasSuffix(x.Request.URL, path) {
			t.Errorf("evidence %d is %s, deciding %v; want an exchange of %s", i, x.Request.URL, x.Deciding, path)
		}
	}
}

func TestAnInvalidRequestIsAFaultOfTheSuite(t *testing.T) {
	env := environment(t, refusing)
	s := env.Client.Session(wire.SessionOptions{Name: "another case"})
	basaltic.NewClient(s).ReceiveMessages(context.Background(), "550e8400-e29b-41d4-a716-446655440000", wire.Raw(`{"max_messages":0}`))

	got := env.Execute(context.Background(), answersMatchTheDocument, nil)
	if got.Status != reports.Inconclusive || !strings.Contains(got.Fault, "receiveMessages, 1 times, first in case another case") {
		t.Errorf("got %s, fault %q; want a fault that names the operation and the case", got.Status, got.Fault)
	}
}
