package ezgh

import (
	"fmt"
	"net/http"
	"time"
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
	return &refusal{status: http.StatusBadRequest, code: "invalid_request", message: fmt.Sprintf(format, args...)}
}

func unauthenticated(message string) *refusal {
	return &refusal{status: http.StatusUnauthorized, code: "unauthenticated", message: message}
}

func permissionDenied(permission string) *refusal {
	return &refusal{
		status:  http.StatusForbidden,
		code:    "permission_denied",
		message: "the credential lacks " + permission,
	}
}

func notFound(message string) *refusal {
	return &refusal{status: http.StatusNotFound, code: "not_found", message: message}
}

func noSuchQueue() *refusal { return notFound("no such queue in the project") }

func alreadyExists(message string) *refusal {
	return &refusal{status: http.StatusConflict, code: "already_exists", message: message}
}

func rateLimited(message string, wait time.Duration) *refusal {
	return &refusal{
		status: http.StatusTooManyRequests, code: "rate_limited", message: message, retryAfter: wait,
	}
}

func unavailable(wait time.Duration) *refusal {
	return &refusal{
		status: http.StatusServiceUnavailable, code: "unavailable",
		message: "the queue is unavailable; try again after Retry-After", retryAfter: wait,
	}
}

func methodNotAllowed(method string) *refusal {
	return &refusal{
		status: http.StatusMethodNotAllowed, code: "invalid_request",
		message: fmt.Sprintf("%s is not a method of this path; see the Allow header", method),
	}
}
