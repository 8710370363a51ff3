package ezgh

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/leasecheck/leasecheck/reference/fault"
)

const (
	allowOrigin      = "Access-Control-Allow-Origin"
	allowHeaders     = "Access-Control-Allow-Headers"
	allowCredentials = "Access-Control-Allow-Credentials"
	// consoleOrigin is the only one that may ask where OriginOneOnly is shown.
	consoleOrigin = "https://console.ezghcloud.com"
)

// faultyOrigin wraps the answers of a receipt operation if they are to allow
// origins wrongly.
func (s *Server) faultyOrigin(operation string, w http.ResponseWriter, r *http.Request) http.ResponseWriter {
	for _, f := range []fault.ID{
		fault.OriginMissingOnErrors, fault.OriginMissingOnPost, fault.OriginOneOnly, fault.OriginWithCredentials,
		fault.PreflightRefused, fault.PreflightWithoutHeaders, fault.PreflightNeedsKey, fault.ExtendOriginMissing,
		fault.OriginMissingOverLimit, fault.OriginMissingOnMediaType, fault.ExtendOriginMissingOverLimit,
		fault.OriginMissingOnMalformed, fault.PreflightRefusedOverLimit,
	} {
		if s.faults.On(f) {
			return &originWriter{
				ResponseWriter: w, faults: s.faults, operation: operation,
				preflight: r.Method == http.MethodOptions,
				json:      strings.HasPrefix(r.Header.Get("Content-Type"), "application/json"),
				malformed: malformed(r),
				overLimit: !s.limits.Spend(s.budget(r, operation), 0).Allowed,
			}
		}
	}
	return w
}

// malformed reports whether a request has a body that is no JSON. It leaves the
// body to be read.
func malformed(r *http.Request) bool {
	text, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(text))
	return err == nil && len(text) > 0 && !json.Valid(text)
}

// originWriter changes an answer's CORS headers, and a preflight's status.
type originWriter struct {
	http.ResponseWriter
	faults    *fault.Set
	preflight bool
	// json says that the request's body came as JSON, malformed that it is none.
	json, malformed bool
	// overLimit says that the client address is over its invalid handles.
	overLimit bool
	operation string
}

// Unwrap is for http.ResponseController.
func (w *originWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *originWriter) WriteHeader(status int) {
	header := w.Header()
	if w.faults.On(fault.OriginMissingOnMediaType) && !w.preflight && !w.json {
		status = http.StatusUnsupportedMediaType
		header.Del(allowOrigin)
	}
	if w.faults.On(fault.OriginMissingOnErrors) && status >= 400 ||
		w.faults.On(fault.OriginMissingOverLimit) && status == http.StatusTooManyRequests ||
		w.faults.On(fault.OriginMissingOnMalformed) && w.malformed ||
		w.faults.On(fault.OriginMissingOnPost) && !w.preflight ||
		w.faults.On(fault.ExtendOriginMissingOverLimit) && status == http.StatusTooManyRequests && w.operation == changeOperation ||
		w.faults.On(fault.ExtendOriginMissing) && w.operation == changeOperation {
		header.Del(allowOrigin)
	}
	if w.faults.On(fault.OriginOneOnly) && header.Get(allowOrigin) != "" {
		header.Set(allowOrigin, consoleOrigin)
	}
	if w.faults.On(fault.OriginWithCredentials) {
		header.Set(allowCredentials, "true")
	}
	if w.preflight {
		status = w.preflightStatus(status)
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *originWriter) preflightStatus(status int) int {
	switch {
	case w.faults.On(fault.PreflightWithoutHeaders):
		w.Header().Del(allowHeaders)
		return status
	case w.faults.On(fault.PreflightRefused):
		return http.StatusMethodNotAllowed
	case w.overLimit && w.faults.On(fault.PreflightRefusedOverLimit):
		w.Header().Del(allowOrigin)
		return http.StatusTooManyRequests
	case w.faults.On(fault.PreflightNeedsKey):
		return http.StatusUnauthorized
	default:
		return status
	}
}
