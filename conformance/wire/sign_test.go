package wire_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/specs"
)

// signedServer answers 401 to what the reference server's own reading of
// signatures refuses, with its reason. Its clock is ahead of ours.
func signedServer(t *testing.T, ahead time.Duration) *target.File {
	t.Helper()
	now := clock.New()
	if ahead > 0 {
		now.Advance(ahead)
	}
	store := access.New(now)
	c, err := store.Issue(specs.Basaltic, nil)
	if err != nil {
		t.Fatal(err)
	}
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", now.Now().UTC().Format(http.TimeFormat))
		grant, err := store.Authenticate(r, nil)
		body, _ := io.ReadAll(r.Body)
		if err == nil && grant.Covers(body) {
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
		if err != nil {
			io.WriteString(w, err.Error())
		} else {
			io.WriteString(w, "another body")
		}
	})
	return fileFor(t, server.URL+"/base", func(f *target.File) {
		f.Auth = target.Auth{
			Token:       target.NewSecret(c.Token),
			AccessKeyID: c.AccessKeyID, SecretAccessKey: target.NewSecret(c.SecretAccessKey), Region: c.Region,
		}
	})
}

func TestSignatures(t *testing.T) {
	f := signedServer(t, 0)
	odd := url.Values{"a b": {"ü&=", "2"}, "A": {"~-._/+*"}, "": {"x"}}
	for _, test := range []struct {
		name    string
		signing wire.Signing
		body    string
		refusal string // stands in the answer; empty for accepted
	}{
		{"plain", wire.Signing{}, "", ""},
		{"with a body", wire.Signing{}, `{"a":1}`, ""},
		{"bound body", wire.Signing{BindBody: true}, `{"a":1}`, ""},
		{"bound to another body", wire.Signing{BoundBody: []byte("other")}, `{"a":1}`, "another body"},
		{"4 minutes ago", wire.Signing{Offset: -4 * time.Minute}, "", ""},
		{"6 minutes ago", wire.Signing{Offset: -6 * time.Minute}, "", "X-Date"},
		{"6 minutes ahead", wire.Signing{Offset: 6 * time.Minute}, "", "X-Date"},
		{"another secret", wire.Signing{SecretAccessKey: target.NewSecret("sec-of-nobody")}, "", "signature"},
		{"another key", wire.Signing{AccessKeyID: "AKNOBODY"}, "", "signature"},
		{"another region", wire.Signing{Region: "elsewhere"}, "", "malformed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, s := open(t, f)
			r := wire.Request{Method: "POST", Path: "/v1/q%20x/y%2Fz", Query: odd, Auth: wire.Signed(test.signing)}
			if test.body != "" {
				r.Body = []byte(test.body)
			}
			call := s.Do(context.Background(), r)
			if call.Err != nil {
				t.Fatal(call.Err)
			}
			if test.refusal == "" && call.Status != http.StatusOK {
				t.Errorf("refused: %s", call.Body)
			}
			if test.refusal != "" && (call.Status != http.StatusUnauthorized || !strings.Contains(string(call.Body), test.refusal)) {
				t.Errorf("status %d: %s; want a refusal for its %s", call.Status, call.Body, test.refusal)
			}
		})
	}
}

func TestNonceReuse(t *testing.T) {
	_, s := open(t, signedServer(t, 0))
	r := wire.Request{Method: "POST", Path: "/x", Auth: wire.Signed(wire.Signing{Nonce: "once"})}
	if first := s.Do(context.Background(), r); first.Status != http.StatusOK {
		t.Fatalf("refused: %s", first.Body)
	}
	if again := s.Do(context.Background(), r); again.Status != http.StatusUnauthorized {
		t.Errorf("a nonce passed twice")
	}
}

func TestTheSameMomentAndNonceMakeTheSameSignature(t *testing.T) {
	var seen []string
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get("X-Date")+" "+r.Header.Get("Authorization"))
	})
	_, s := open(t, fileFor(t, server.URL, func(f *target.File) {
		f.Auth.AccessKeyID, f.Auth.SecretAccessKey = "AKONE", target.NewSecret("sec-0123456789")
	}))
	signing := wire.Signing{Nonce: "once", At: time.Date(2026, 1, 18, 11, 45, 0, 0, time.UTC)}
	for range 2 {
		s.Do(context.Background(), wire.Request{Method: "POST", Path: "/x", Auth: wire.Signed(signing)})
	}
	if len(seen) != 2 || seen[0] != seen[1] || !strings.HasPrefix(seen[0], "20260118T114500Z ") {
		t.Errorf("two requests signed alike carry %q", seen)
	}
}

func TestSignaturesFollowTheTargetsClock(t *testing.T) {
	_, s := open(t, signedServer(t, 3*time.Hour))
	get(s) // its Date header tells the time
	call := s.Do(context.Background(), wire.Request{Method: "POST", Path: "/x", Auth: wire.Signed(wire.Signing{})})
	if call.Status != http.StatusOK {
		t.Errorf("refused: %s", call.Body)
	}
}
