package wire_test

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reports"
)

func numbers(xs []reports.Exchange) []int {
	var ns []int
	for _, x := range xs {
		ns = append(ns, x.Seq)
	}
	return ns
}

func TestExchangesPutTheDecidingFirst(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) {})
	_, s := open(t, fileFor(t, server.URL))
	for range 9 {
		get(s)
	}
	if got, want := numbers(s.Exchanges(4, 7, 2)), []int{2, 7, 8, 9}; !slices.Equal(got, want) {
		t.Errorf("exchanges %v, want %v", got, want)
	}
	if got, want := numbers(s.Exchanges(1, 7, 2)), []int{2}; !slices.Equal(got, want) {
		t.Errorf("exchanges %v, want %v", got, want)
	}
	for range 20 {
		get(s)
	}
	if got, want := numbers(s.Exchanges(20, 7))[:4], []int{7, 1, 2, 13}; !slices.Equal(got, want) {
		t.Errorf("of many, the exchanges begin with %v, want %v", got, want)
	}
	if got, want := numbers(s.Exchanges(10, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)), []int{5, 6, 7, 8, 9, 10, 11, 12, 13, 1}; !slices.Equal(got, want) {
		t.Errorf("of many deciding ones, %v are given, want the latest and the first: %v", got, want)
	}
	first := s.Exchanges(4, 7)[0]
	if !first.Deciding || first.SentS <= 0 || first.AnsweredS < first.SentS || first.StartedAt.IsZero() {
		t.Errorf("a deciding exchange is %+v", first)
	}
}

func TestExchangesShowWhatIsStillAwaited(t *testing.T) {
	arrived, done := make(chan struct{}), make(chan struct{})
	server := serve(t, func(http.ResponseWriter, *http.Request) {
		close(arrived)
		<-done
	})
	_, s := open(t, fileFor(t, server.URL))
	var wg sync.WaitGroup
	wg.Go(func() { get(s) })
	<-arrived
	got := s.Exchanges(1)
	close(done)
	wg.Wait()
	if len(got) != 1 || got[0].Response != nil || !strings.Contains(got[0].Error, "still waiting") {
		t.Errorf("a parked exchange is shown as %+v", got)
	}
	if after := s.Exchanges(1); after[0].Response == nil || after[0].Error != "" {
		t.Errorf("an answered exchange is shown as %+v", after)
	}
}

// TestRecordIsBounded makes as many exchanges as the largest case does.
func TestRecordIsBounded(t *testing.T) {
	body := strings.Repeat("b", 8<<10)
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) })
	_, s := open(t, fileFor(t, server.URL))
	const n, marked = 5000, 7
	s.Mark(marked)
	for range n {
		get(s)
	}
	got := numbers(s.Exchanges(n))
	if want := []int{1, 2, 3, 4, 5, marked}; !slices.Equal(got[:6], want) || got[len(got)-1] != n {
		t.Errorf("kept %v to %d, want the first, the marked and the last", got[:6], got[len(got)-1])
	}
	if len(got) > 400 || len(got) < 100 {
		t.Errorf("%d exchanges were kept", len(got))
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 32<<20 {
		t.Errorf("the heap holds %d MiB", m.HeapAlloc>>20)
	}
}

func TestBodiesAreCut(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, strings.Repeat("a", 10_000)) })
	_, s := open(t, fileFor(t, server.URL))
	call := s.Do(context.Background(), wire.Request{Method: "POST", Path: "/", Body: []byte(strings.Repeat("q", 9_000))})
	if len(call.Body) != 10_000 {
		t.Errorf("the case got %d bytes", len(call.Body))
	}
	x := s.Exchanges(1)[0]
	if len(x.Request.Body) != 4096 || x.Request.BodyBytes != 9_000 || len(x.Response.Body) != 4096 || x.Response.BodyBytes != 10_000 {
		t.Errorf("kept %d of %d and %d of %d bytes", len(x.Request.Body), x.Request.BodyBytes, len(x.Response.Body), x.Response.BodyBytes)
	}
}

func TestThrottledSessions(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	c, s := open(t, fileFor(t, server.URL))
	own := session(t, c, wire.SessionOptions{OwnLimits: true})
	get(own)
	if time.Until(c.HeldUntil()) > 0 {
		t.Error("a case with limits of its own holds the others")
	}
	get(s)
	if held := time.Until(c.HeldUntil()); held < 50*time.Second || held > time.Minute {
		t.Errorf("the suite is held for %v", held)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	call := s.Do(ctx, wire.Request{Method: "GET", Path: "/"})
	if call.Err == nil || !strings.Contains(call.Err.Error(), "not sent") || call.Exchange != 0 {
		t.Errorf("a held request is %+v", call)
	}
}

func TestConditions(t *testing.T) {
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		time.Sleep(5 * time.Millisecond)
		if r.URL.Path == "/slow" {
			time.Sleep(1500 * time.Millisecond)
		}
	})
	c, s := open(t, fileFor(t, server.URL))
	start := time.Now()
	for range 20 {
		get(s)
	}
	slowest := c.SlowestSince(start)
	s.Do(context.Background(), wire.Request{Method: "GET", Path: "/slow", CanWait: true})
	if with := c.SlowestSince(start); with != slowest {
		t.Errorf("%s is the slowest with a request that could wait, %s without", with, slowest)
	}
	if slowest < 5*time.Millisecond || c.SlowestSince(time.Now().Add(time.Second)) != 0 {
		t.Errorf("the slowest of them took %s", slowest)
	}
	got := c.Conditions()
	if got.RTTP50 < 0.005 || got.RTTP99 < got.RTTP50 || got.RTTP99 > 5 || got.Tolerance["late"] != 1 {
		t.Errorf("conditions are %+v", got)
	}
	if got.ClockSkew < -1.5 || got.ClockSkew > 1.5 {
		t.Errorf("this machine is %v s off itself", got.ClockSkew)
	}
	if c.LagSince(time.Now().Add(-time.Minute)) <= 0 || got.OwnLagP99 <= 0 {
		t.Error("no lag was sampled")
	}
}
