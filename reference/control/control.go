// Package control is the test-control API of the reference server: what lets a
// suite move its clock, set its limits, disable its keys and break it.
package control

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/kms"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/specs"
)

// Config is what the API controls.
type Config struct {
	Clock  *clock.Clock
	Access *access.Store
	Limits *limit.Limiter
	KMS    *kms.Store
	Faults *fault.Set
	// Dialects are those that the server serves.
	Dialects []specs.Dialect
	// Operations are the operationIds that a rate limit may name.
	Operations []string
	// ClientAddresses are the CIDRs from which addresses are told apart.
	ClientAddresses []string
	// Token must come with each call as a Bearer token; empty asks for none.
	Token string
}

// New is a handler for the API.
func New(c Config) http.Handler {
	s := &server{c}
	calls := []struct {
		method, path string
		serve        func(http.ResponseWriter, *http.Request) error
	}{
		{"GET", "/capabilities", s.capabilities},
		{"POST", "/clock/advance", s.advance},
		{"PUT", "/kms/keys/{key...}", s.setKeyState},
		{"PUT", "/rate-limits", s.setRateLimit},
		{"DELETE", "/rate-limits", s.clearRateLimits},
		{"PUT", "/unavailable", s.setUnavailable},
		{"POST", "/credentials", s.issueCredential},
		{"PUT", "/faults", s.setFaults},
	}
	mux := http.NewServeMux()
	methods := map[string][]string{}
	for _, call := range calls {
		path := "/control/v1" + call.path
		methods[path] = append(methods[path], call.method)
		mux.HandleFunc(call.method+" "+path, func(w http.ResponseWriter, r *http.Request) {
			if err := call.serve(w, r); err != nil {
				refuse(w, http.StatusBadRequest, err)
			}
		})
	}
	for path, allowed := range methods {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			refuse(w, http.StatusMethodNotAllowed, fmt.Errorf("%s is not a method of this path", r.Method))
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, fmt.Errorf("no such call: %s", r.URL.Path))
	})
	return s.guard(mux)
}

type server struct{ Config }

// guard lets calls with the token pass.
func (s *server) guard(next http.Handler) http.Handler {
	if s.Token == "" {
		return next
	}
	want := []byte("Bearer " + s.Token)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), want) != 1 {
			refuse(w, http.StatusUnauthorized, errors.New("the control token is missing or wrong"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *server) serves(d specs.Dialect) bool { return slices.Contains(s.Dialects, d) }

// maxBody bounds a call's body, in bytes.
const maxBody = 1 << 20

// decode reads a call's JSON object into v. Fields it does not know are an error.
func decode(w http.ResponseWriter, r *http.Request, v any) error {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	decoder.DisallowUnknownFields()
	var mismatch *json.UnmarshalTypeError
	switch err := decoder.Decode(v); {
	case errors.As(err, &mismatch) && mismatch.Field != "":
		return fmt.Errorf("%s cannot be a JSON %s", mismatch.Field, mismatch.Value)
	case errors.As(err, &mismatch):
		return errors.New("the body is no JSON object")
	case err != nil:
		return fmt.Errorf("the body is not what this call takes: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("the body does not end after its JSON object")
	}
	return nil
}

func refuse(w http.ResponseWriter, status int, err error) {
	answer(w, status, map[string]string{"error": err.Error()})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a client that went away hears nothing
}
