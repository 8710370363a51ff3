package basaltic

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// The codes of errors. The service documents the first five; the others are assumed.
const (
	codeInvalidInput   = "INVALID_INPUT"
	codeUnauthorized   = "UNAUTHORIZED"
	codeAccessDenied   = "ACCESS_DENIED"
	codeNotFound       = "NOT_FOUND"
	codeHandleExpired  = "QUEUE_RECEIPT_HANDLE_EXPIRED"
	codeHandleInvalid  = "QUEUE_RECEIPT_HANDLE_INVALID"
	codeNameTaken      = "QUEUE_ALREADY_EXISTS"
	codeKeyUnavailable = "QUEUE_ENCRYPTION_KEY_UNAVAILABLE"
	codeTooLarge       = "MESSAGE_TOO_LARGE"
	codeRateLimited    = "RATE_LIMITED"
	codeNoMethod       = "METHOD_NOT_ALLOWED"
	codeUnavailable    = "SERVICE_UNAVAILABLE"
	codeInternal       = "INTERNAL_ERROR"
)

// problem is why a request, or an entry of a batch, was refused.
type problem struct {
	status  int
	code    string
	message string
	// retryAfter is when a refused request may come back; 0 says nothing.
	retryAfter time.Duration
}

func (p *problem) Error() string { return p.message }

// The problems that are always the same.
var (
	errNoPath           = &problem{status: http.StatusNotFound, code: codeNotFound, message: "There is no such path"}
	errNoQueue          = &problem{status: http.StatusNotFound, code: codeNotFound, message: "There is no such queue"}
	errMethodNotAllowed = &problem{status: http.StatusMethodNotAllowed, code: codeNoMethod, message: "The path does not have this method; see Allow"}
	errAccessDenied     = &problem{status: http.StatusForbidden, code: codeAccessDenied, message: "The credential does not permit this operation"}
	errHandleExpired    = &problem{status: http.StatusConflict, code: codeHandleExpired, message: "The lease of this receipt handle is over"}
	errHandleMissing    = &problem{status: http.StatusBadRequest, code: codeInvalidInput, message: "receipt_handle is missing"}
	errHandleInvalid    = &problem{status: http.StatusBadRequest, code: codeHandleInvalid, message: "receipt_handle is none that the service gave"}
	errHandleForeign    = &problem{status: http.StatusBadRequest, code: codeHandleInvalid, message: "receipt_handle is another queue's"}
	errNameTaken        = &problem{status: http.StatusConflict, code: codeNameTaken, message: "There is a queue of this name"}
	errKeyUnavailable   = &problem{status: http.StatusConflict, code: codeKeyUnavailable, message: "The queue's encryption key is unavailable"}
	errInternal         = &problem{status: http.StatusInternalServerError, code: codeInternal, message: "The server failed"}
)

// invalid refuses what the caller sent.
func invalid(format string, args ...any) *problem {
	return &problem{status: http.StatusBadRequest, code: codeInvalidInput, message: fmt.Sprintf(format, args...)}
}

// unreadable refuses a request whose body the server will not take.
func unreadable(status int, message string) *problem {
	return &problem{status: status, code: codeInvalidInput, message: message}
}

func unauthorized(reason error) *problem {
	return &problem{status: http.StatusUnauthorized, code: codeUnauthorized, message: reason.Error()}
}

// asProblem is err as the caller sees it.
func asProblem(err error) *problem {
	var p *problem
	if errors.As(err, &p) {
		return p
	}
	return errInternal
}
