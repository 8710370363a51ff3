package ezgh

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

const (
	// maxRequestBytes bounds a request's body: a batch of ten of the largest
	// messages, with most of their characters escaped.
	maxRequestBytes = 8 << 20
	// bodyPatience is how long a client may take to send its body, in real time.
	bodyPatience = 10 * time.Second
)

// bound limits a request's body in size and time.
func (s *Server) bound(w http.ResponseWriter, r *http.Request) {
	if r.Body != http.NoBody {
		timed := &timedBody{ReadCloser: r.Body, connection: http.NewResponseController(w), patience: s.patience}
		r.Body = http.MaxBytesReader(w, timed, maxRequestBytes)
	}
}

// timedBody bounds the time from its first read to its end. After that the
// connection has no deadline, so that it can be watched during a wait.
type timedBody struct {
	io.ReadCloser
	connection *http.ResponseController
	patience   time.Duration
	begun      bool
}

func (b *timedBody) Read(p []byte) (int, error) {
	if !b.begun {
		b.begun = true
		b.setDeadline(time.Now().Add(b.patience))
	}
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.setDeadline(time.Time{})
	}
	return n, err
}

// setDeadline does nothing on the recorders of tests, which have none.
func (b *timedBody) setDeadline(t time.Time) { _ = b.connection.SetReadDeadline(t) }

// unreadable says why a body could not be read to its end.
func unreadable(err error) *refusal {
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return &refusal{
			status: http.StatusRequestEntityTooLarge, code: codeInvalidRequest,
			message: "the request body is too large",
		}
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &refusal{
			status: http.StatusRequestTimeout, code: codeInvalidRequest,
			message: "the request body came too slowly",
		}
	default:
		return invalidRequest("the request body ended early")
	}
}
