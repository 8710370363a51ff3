package ezgh

import (
	"fmt"
	"net/http"
	"time"
)

// The codes of errors.
const (
	codeInvalidRequest   = "invalid_request"
	codeUnauthenticated  = "unauthenticated"
	codePermissionDenied = "permission_denied"
	codeNotFound         = "not_found"
	codeAlreadyExists    = "already_exists"
	codeRateLimited      = "rate_limited"
	codeUnavailable      = "unavailable"
)

// refusal is an answer that says no.
type refusal struct {
	status  int
	code    string
	message string
	// retryAfter is what the header of that name says; 0 leaves it out.
	retryAfter time.Duration
}

func (r *refusal) Error() string { return r.code + ": " + r.message }

func invalidRequest(format string, args ...any) *refusal {
	return &refusal{status: http.StatusBadRequest, code: codeInvalidRequest, message: fmt.Sprintf(format, args...)}
}

func unauthenticated(message string) *refusal {
	return &refusal{status: http.StatusUnauthorized, code: codeUnauthenticated, message: message}
}

func permissionDenied(permission string) *refusal {
	return &refusal{
		status:  http.StatusForbidden,
		code:    codePermissionDenied,
		message: "the credential lacks " + permission,
	}
}

func notFound(message string) *refusal {
	return &refusal{status: http.StatusNotFound, code: codeNotFound, message: message}
}

func noSuchQueue() *refusal { return notFound("no such queue in the project") }

func alreadyExists(message string) *refusal {
	return &refusal{status: http.StatusConflict, code: codeAlreadyExists, message: message}
}

func rateLimited(message string, wait time.Duration) *refusal {
	return &refusal{
		status: http.StatusTooManyRequests, code: codeRateLimited, message: message, retryAfter: wait,
	}
}

func unavailable(wait time.Duration) *refusal {
	return &refusal{
		status: http.StatusServiceUnavailable, code: codeUnavailable,
		message: "the queue is unavailable; try again after Retry-After", retryAfter: max(wait, 1),
	}
}

func methodNotAllowed(method string) *refusal {
	return &refusal{
		status: http.StatusMethodNotAllowed, code: codeInvalidRequest,
		message: fmt.Sprintf("%s is not a method of this path; see the Allow header", method),
	}
}
