package control

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/specs"
)

func (s *server) capabilities(w http.ResponseWriter, _ *http.Request) error {
	answer(w, http.StatusOK, map[string]any{
		"clock":           true,
		"kms":             s.serves(specs.Basaltic),
		"rateLimits":      true,
		"unavailable":     true,
		"credentials":     true,
		"push":            s.serves(specs.EZGH),
		"clientAddresses": append([]string{}, s.ClientAddresses...),
		"faults":          s.faultNames(),
	})
	return nil
}

// faultNames lists the faults that a dialect of the server's can show.
func (s *server) faultNames() []string {
	names := []string{}
	for _, f := range fault.Catalogue() {
		if slices.ContainsFunc(f.Dialects, s.serves) {
			names = append(names, f.Name)
		}
	}
	return names
}

func (s *server) advance(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Seconds float64 `json:"seconds"`
	}
	if err := decode(w, r, &given); err != nil {
		return err
	}
	d, err := positive("seconds", given.Seconds)
	if err != nil {
		return err
	}
	now := s.Clock.Advance(d)
	answer(w, http.StatusOK, map[string]string{"now": now.UTC().Format(time.RFC3339Nano)})
	return nil
}

func (s *server) setKeyState(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		State string `json:"state"`
	}
	if err := decode(w, r, &given); err != nil {
		return err
	}
	if !s.serves(specs.Basaltic) {
		return errors.New("the dialects of this server have no keys")
	}
	if given.State != "enabled" && given.State != "disabled" {
		return fmt.Errorf("state is %q; it must be enabled or disabled", given.State)
	}
	key := r.PathValue("key")
	if key == "" {
		return errors.New("the path names no key")
	}
	s.KMS.SetState(key, given.State == "enabled")
	return done(w)
}

func (s *server) setRateLimit(w http.ResponseWriter, r *http.Request) error {
	var given rateLimit
	if err := decode(w, r, &given); err != nil {
		return err
	}
	rule, err := given.rule(s.Operations)
	if err != nil {
		return err
	}
	if err := s.Limits.Set(rule); err != nil {
		return err
	}
	return done(w)
}

func (s *server) clearRateLimits(w http.ResponseWriter, _ *http.Request) error {
	s.Limits.Clear()
	return done(w)
}

func (s *server) setUnavailable(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Queue             string   `json:"queue"`
		Requests          *int     `json:"requests"`
		RetryAfterSeconds *float64 `json:"retryAfterSeconds"`
	}
	if err := decode(w, r, &given); err != nil {
		return err
	}
	switch {
	case given.Queue == "":
		return errors.New("queue is missing")
	case given.Requests == nil || *given.Requests < 0:
		return errors.New("requests must be a whole number from 0 on")
	case given.RetryAfterSeconds == nil:
		return errors.New("retryAfterSeconds is missing")
	}
	retryAfter, err := span("retryAfterSeconds", *given.RetryAfterSeconds)
	if err != nil {
		return err
	}
	if err := s.Limits.SetUnavailable(given.Queue, *given.Requests, retryAfter); err != nil {
		return err
	}
	return done(w)
}

func (s *server) issueCredential(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Dialect     specs.Dialect `json:"dialect"`
		Permissions []string      `json:"permissions"`
	}
	if err := decode(w, r, &given); err != nil {
		return err
	}
	if !s.serves(given.Dialect) {
		return fmt.Errorf("dialect is %q; this server serves %v", given.Dialect, s.Dialects)
	}
	if given.Permissions == nil {
		return errors.New("permissions is missing; an empty list means none")
	}
	credential, err := s.Access.Issue(given.Dialect, given.Permissions)
	if err != nil {
		return err
	}
	body := map[string]string{"token": credential.Token}
	if given.Dialect == specs.Basaltic {
		body["accessKeyId"] = credential.AccessKeyID
		body["secretAccessKey"] = credential.SecretAccessKey
		body["region"] = credential.Region
	}
	answer(w, http.StatusCreated, body)
	return nil
}

func (s *server) setFaults(w http.ResponseWriter, r *http.Request) error {
	var given struct {
		Faults []string `json:"faults"`
	}
	if err := decode(w, r, &given); err != nil {
		return err
	}
	if given.Faults == nil {
		return errors.New("faults is missing; an empty list means none")
	}
	if err := s.Faults.Replace(given.Faults); err != nil {
		return err
	}
	return done(w)
}

func done(w http.ResponseWriter) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}
