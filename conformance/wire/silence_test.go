package wire_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/wire"
)

func TestSilenceCountsWhatTheTargetDidNotAnswer(t *testing.T) {
	var answers atomic.Bool
	arrived := make(chan struct{}, 1)
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // else a client that leaves is not noticed
		switch {
		case r.URL.Path == "/held":
			arrived <- struct{}{}
			<-r.Context().Done()
		case !answers.Load():
			panic(http.ErrAbortHandler)
		}
	})
	c, s := open(t, fileFor(t, server.URL))
	post := func(ctx context.Context, path string) {
		s.Do(ctx, wire.Request{Method: "POST", Path: path, Body: []byte("{}")}) // which is not sent again
	}
	post(context.Background(), "/x")
	post(context.Background(), "/x")
	leaving, leave := context.WithCancel(context.Background())
	go func() {
		<-arrived
		leave()
	}()
	post(leaving, "/held")
	silence := c.Silence()
	if silence.Requests != 2 || silence.Since.IsZero() || !strings.Contains(silence.Last.Error(), "closed without an answer") {
		t.Errorf("%+v, want two requests", silence)
	}
	answers.Store(true)
	post(context.Background(), "/x")
	if silence := c.Silence(); silence != (wire.Silence{}) {
		t.Errorf("after an answer %+v", silence)
	}
}

func TestA503WithRetryAfterHoldsTheSuiteBack(t *testing.T) {
	after := ""
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if after != "" {
			w.Header().Set("Retry-After", after)
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	c, s := open(t, fileFor(t, server.URL))
	if get(s); !c.HeldUntil().IsZero() {
		t.Error("one that does not say when held it back")
	}
	after = "60"
	if get(s); c.HeldUntil().IsZero() {
		t.Error("it is not obeyed")
	}
}
