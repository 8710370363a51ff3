package basaltic

import (
	"net/http"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/reference/variant"
)

// limitTo lets n requests of an operation on the queue pass in a minute.
func (q testQueue) limitTo(n int, operation string) {
	q.Helper()
	rule := limit.Rule{Key: limit.Key{Scope: limit.Queue, Name: q.id, Operation: operation}, Limit: n, Window: time.Minute}
	if err := q.Limits.Set(rule); err != nil {
		q.Fatal(err)
	}
}

func (a result) wantHeaders(headers map[string]string) {
	a.Helper()
	for name, want := range headers {
		if got := a.header.Get(name); got != want {
			a.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestALimitedOperationSaysSo(t *testing.T) {
	s := newService(t)
	q := s.newQueue("limited")
	q.trySend().wantHeaders(map[string]string{"X-RateLimit-Limit": "", "X-RateLimit-Remaining": "", "X-RateLimit-Reset": "", "Retry-After": ""})
	q.limitTo(2, "sendMessage")
	q.trySend().want(201).wantHeaders(map[string]string{"X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "60", "Retry-After": ""})
	s.Clock.Advance(10 * time.Second)
	bad := s.ask("POST", q.path+"/messages", `{}`).want(400)
	bad.wantHeaders(map[string]string{"X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "50"})
	refused := q.trySend().want(429, codeRateLimited)
	refused.wantHeaders(map[string]string{"X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "50", "Retry-After": "50"})
	s.Clock.Advance(40 * time.Second)
	q.trySend().want(429).wantHeaders(map[string]string{"Retry-After": "60"})
	s.Clock.Advance(60 * time.Second)
	q.trySend().want(201)
}

func TestOnlyOperationsThatDocumentALimitHaveOne(t *testing.T) {
	s := newService(t)
	q := s.newQueue("limited")
	for _, o := range operations {
		q.limitTo(1, o.id)
	}
	limited := map[string]bool{}
	for id, request := range everyOperation(q.path) {
		for range 2 {
			if id != "deleteQueue" && s.ask(request[0], request[1], request[2]).status == 429 {
				limited[id] = true
			}
		}
	}
	if len(limited) != 2 || !limited["sendMessage"] || !limited["purgeQueue"] {
		t.Errorf("limited: %v", limited)
	}
}

func TestALimitOfAllOperationsCountsTheDataPlane(t *testing.T) {
	s := newService(t)
	q := s.newQueue("limited")
	q.limitTo(1, "")
	s.ask("POST", q.path+"/purge", "").want(200)
	q.trySend().want(201)
	q.trySend().want(429)
	s.ask("POST", q.path+"/purge", "").want(200)
}

func TestARefusedCredentialCountsAgainstNoLimit(t *testing.T) {
	s := newService(t)
	q := s.newQueue("limited")
	q.limitTo(1, "sendMessage")
	for range 3 {
		s.ask("POST", q.path+"/messages", `{"body":"b"}`, anonymous).want(401)
	}
	q.trySend().want(201)
}

func TestAnUnavailableQueue(t *testing.T) {
	s := newService(t)
	q, other := s.newQueue("down"), s.newQueue("up")
	if err := s.Limits.SetUnavailable(q.id, 2, 7*time.Second); err != nil {
		t.Fatal(err)
	}
	other.trySend().want(201)
	q.describe()
	q.delete("x").want(400)
	for range 2 {
		a := q.tryReceive().want(http.StatusServiceUnavailable, codeUnavailable)
		a.wantHeaders(map[string]string{"Retry-After": "7"})
	}
	q.trySend().want(201)
	q.tryReceive().want(200)
	if err := s.Limits.SetUnavailable(q.id, 1, 0); err != nil {
		t.Fatal(err)
	}
	q.tryReceive().want(http.StatusServiceUnavailable).wantHeaders(map[string]string{"Retry-After": "1"})
}

func TestRetryAfterMayBeADate(t *testing.T) {
	s := newVariant(t, variant.Legal{RetryAfterDate: true})
	q := s.newQueue("dated")
	q.limitTo(0, "sendMessage")
	q.trySend().want(429).wantHeaders(map[string]string{
		"Retry-After": start.Add(time.Minute).Format(http.TimeFormat),
		"Date":        start.Format(http.TimeFormat),
	})
}
