// Package wire is the transport that every request of the suite goes through.
// A Client reaches one target; a Session is one case's entry to it, which
// records each exchange, checks it against the dialect's document and keeps
// secrets out of what it recorded. The packages below it hold each dialect's
// client and the control API's.
package wire

import (
	"cmp"
	"net/http"
	"net/url"
	"time"
)

// Request is one request as a case wants it sent.
type Request struct {
	// Operation is the operationId whose rules the exchange must keep; empty
	// for one that no document describes, which is then not validated.
	Operation string
	Method    string
	// Path is relative to the target's URL and already escaped.
	Path  string
	Query url.Values
	// Header is added to, and wins over, what the session sets itself.
	Header http.Header
	// Body is sent as it is; nil sends none.
	Body []byte
	// Auth is the credential; the zero value is Full.
	Auth AuthMode
	// Deviant says that the request breaks the document on purpose.
	Deviant bool
	// Wait is how long the target was asked to hold the answer back; the
	// deadline grows by it.
	Wait time.Duration
	// CanWait says that the operation is one that can wait, also where Wait is zero.
	CanWait bool
	// Large says that the answer may be large although nothing large was sent.
	Large bool
	// Grants says that the answer holds credentials, which are kept out of the record.
	Grants bool
	// Control sends the request to the control API instead, with its token.
	Control bool
}

// name is what to call the request: its operation, or else its method and path.
func (r Request) name() string { return cmp.Or(r.Operation, r.Method+" "+r.Path) }

// Option changes one request.
type Option func(*Request)

// Deviant marks a request that breaks the document on purpose: it is not
// validated, and of its answer 405, 413, 415 and 431 are not held against the target.
func Deviant(r *Request) { r.Deviant = true }

// Large allows an answer that is larger than what was sent makes likely.
func Large(r *Request) { r.Large = true }

// Grants marks a request whose answer holds credentials.
func Grants(r *Request) { r.Grants = true }

// ToControl sends a request to the control API.
func ToControl(r *Request) { r.Control = true }

// As sends a request with another credential than the full one.
func As(a AuthMode) Option { return func(r *Request) { r.Auth = a } }

// Waiting lengthens the deadline by what the target was asked to wait, which may
// be no time.
func Waiting(d time.Duration) Option { return func(r *Request) { r.Wait, r.CanWait = d, true } }

// WithHeader sets a header, in place of the session's own if need be. No
// values leave the header out.
func WithHeader(name string, values ...string) Option {
	return func(r *Request) {
		if r.Header == nil {
			r.Header = http.Header{}
		}
		r.Header[http.CanonicalHeaderKey(name)] = values
	}
}

// WithMethod sends a request with another method than its operation's.
func WithMethod(method string) Option { return func(r *Request) { r.Method = method } }

// WithQuery sets a query parameter.
func WithQuery(name, value string) Option {
	return func(r *Request) {
		if r.Query == nil {
			r.Query = url.Values{}
		}
		r.Query.Set(name, value)
	}
}
