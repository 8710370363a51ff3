package basaltic

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// keptBuffer is the largest buffer that is kept for the next call, in bytes.
const keptBuffer = 32 << 10

// buffer holds a request's body.
type buffer struct{ bytes.Buffer }

func (b *buffer) reusable() buffer {
	if b.Cap() > keptBuffer {
		return buffer{}
	}
	b.Reset()
	return *b
}

// readBody reads the whole body, if any, within its operation's bounds.
func (c *call) readBody() error {
	if c.r.Body != http.NoBody {
		if err := c.fillBody(); err != nil {
			return err
		}
		c.setReadDeadline(time.Time{}) // the connection is watched during a wait
	}
	if !c.grant.Covers(c.body) && !c.faultyUncovered() {
		return unauthorized(errors.New("the body is not the one that X-Content-Sha256 names"))
	}
	if c.operation.body == ignored {
		return nil
	}
	if text := bytes.TrimSpace(c.body); len(text) == 0 || string(text) == "null" {
		c.body = nil
		if c.operation.body == required || c.Faults.On(fault.ReceiveNeedsBody) {
			return invalid("the request has no body; it must be a JSON object")
		}
		return nil
	}
	return c.checkContentType()
}

func (c *call) fillBody() error {
	bounded := http.MaxBytesReader(c.w, c.r.Body, c.operation.bodyBound())
	_, err := c.in.ReadFrom(bounded)
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		c.body = c.in.Bytes()
		return nil
	case errors.As(err, &tooLarge):
		return unreadable(http.StatusRequestEntityTooLarge, "the body is larger than this operation takes")
	case errors.Is(err, os.ErrDeadlineExceeded):
		c.w.Header().Set("Connection", "close")
		return unreadable(http.StatusRequestTimeout, "the body took too long to arrive")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return invalid("the body ended too early")
	default:
		return invalid("the body cannot be read")
	}
}

// checkContentType takes JSON in UTF-8, uncompressed, and a body of no type.
func (c *call) checkContentType() error {
	h := c.r.Header
	if encoding := h.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return unreadable(http.StatusUnsupportedMediaType, "the body must not be compressed")
	}
	contentType := h.Get("Content-Type")
	if contentType == "" || contentType == "application/json" {
		return nil
	}
	media, parameters, err := mime.ParseMediaType(contentType)
	charset := parameters["charset"]
	if err != nil || media != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return unreadable(http.StatusUnsupportedMediaType, "Content-Type must be application/json, in UTF-8")
	}
	return nil
}

// releaseBody frees what a wait need not hold.
func (c *call) releaseBody() {
	c.body = nil
	c.in = c.in.reusable()
}
