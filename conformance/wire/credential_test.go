package wire_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

// withKey replaces the token by an access key.
func withKey(f *target.File) {
	f.Auth = target.Auth{AccessKeyID: "AKID", SecretAccessKey: target.NewSecret("sec-0123456789"), Region: "r1"}
}

func TestModes(t *testing.T) {
	var got string
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) { got = r.Header.Get("Authorization") })
	_, s := open(t, fileFor(t, server.URL, func(f *target.File) {
		f.LimitedAuth = &target.Auth{Token: target.NewSecret("lim-0123456789")}
	}))
	for mode, want := range map[*wire.AuthMode]string{
		&wire.Full:             "Bearer " + token,
		{}:                     "Bearer " + token,
		&wire.Limited:          "Bearer lim-0123456789",
		&wire.None:             "",
		ptr(wire.Literal("")):  "",
		ptr(wire.Literal("x")): "x",
	} {
		s.Do(context.Background(), wire.Request{Method: "GET", Path: "/", Auth: *mode})
		if got != want {
			t.Errorf("sent %q, want %q", got, want)
		}
	}
}

func ptr[T any](v T) *T { return &v }

func TestModesThatTheTargetFileDoesNotGive(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") })
	_, s := open(t, fileFor(t, server.URL))
	for _, mode := range []wire.AuthMode{wire.Limited, wire.Signed(wire.Signing{})} {
		if call := s.Do(context.Background(), wire.Request{Method: "GET", Path: "/", Auth: mode}); call.Err == nil {
			t.Error("no error")
		}
	}
}

// tokenServer grants tokens that live for lifetime and notes what else is asked.
func tokenServer(t *testing.T, grants *atomic.Int64, lifetime time.Duration, seen *string) string {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/oauth/token" {
			*seen = r.Header.Get("Authorization")
			return
		}
		id, secret, _ := r.BasicAuth()
		body, _ := io.ReadAll(r.Body)
		if id != "AKID" || secret != "sec-0123456789" || string(body) != "grant_type=client_credentials" {
			t.Errorf("the token endpoint got %s:%s with %s", id, secret, body)
		}
		fmt.Fprintf(w, `{"access_token":"granted-%d","token_type":"Bearer","expires_in":%d}`, grants.Add(1), int(lifetime.Seconds()))
	}).URL
}

func TestKeyBuysATokenOnce(t *testing.T) {
	var grants atomic.Int64
	var seen string
	c, s := open(t, fileFor(t, tokenServer(t, &grants, time.Hour, &seen), withKey))
	get(s)
	get(s)
	if grants.Load() != 1 || seen != "Bearer granted-1" {
		t.Errorf("%d tokens were granted, %q was sent", grants.Load(), seen)
	}
	c.Moved(time.Now().Add(2 * time.Hour))
	get(s)
	if grants.Load() != 2 || seen != "Bearer granted-2" {
		t.Errorf("after the clock was moved %q was sent", seen)
	}
	for _, x := range s.Exchanges(10) {
		if h := x.Request.Headers["Authorization"]; h[0] != "Bearer ***" {
			t.Errorf("recorded %q", h)
		}
	}
}

func TestTokensThatRunOutAreRenewed(t *testing.T) {
	var grants atomic.Int64
	var seen string
	_, s := open(t, fileFor(t, tokenServer(t, &grants, 30*time.Second, &seen), withKey))
	get(s)
	get(s)
	if grants.Load() != 2 {
		t.Errorf("%d tokens were granted, though each ends within the minute", grants.Load())
	}
}

func TestKeySignsWhereThereIsNoTokenEndpoint(t *testing.T) {
	var seen string
	var asked atomic.Int64
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/oauth/token" {
			asked.Add(1)
			http.NotFound(w, r)
			return
		}
		seen = r.Header.Get("Authorization")
	})
	_, s := open(t, fileFor(t, server.URL, withKey))
	get(s)
	get(s)
	if !strings.HasPrefix(seen, "BASALTIC-HMAC-SHA256 Credential=AKID/") || asked.Load() != 1 {
		t.Errorf("sent %q after asking %d times", seen, asked.Load())
	}
}

func TestTokenEndpointThatRefuses(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, `{"error":"invalid_client"}`)
	})
	_, s := open(t, fileFor(t, server.URL, withKey))
	call := get(s)
	if call.Err == nil || !strings.Contains(call.Err.Error(), "/v1/oauth/token answered 401 (invalid_client)") {
		t.Errorf("error is %v", call.Err)
	}
}
