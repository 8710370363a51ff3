package basaltic

import (
	"net/http"
	"strconv"
	"time"
)

var jsonType = []string{"application/json"}

// answer sends what an operation came to: its document, or the error envelope.
func (c *call) answer(status int, err error) {
	if err == nil {
		status = c.success(status)
	} else {
		c.undo()
		status = c.refuse(asProblem(err))
	}
	c.limitHeaders(status)
	time.Sleep(c.Legal.Pause())
	if c.write(status, c.Legal.Body(c.out.text)) != nil {
		c.undo()
	}
}

// undo takes back what an answer reports that does not reach the client.
func (c *call) undo() {
	if c.undelivered != nil {
		c.undelivered()
		c.undelivered = nil
	}
}

// success is the status that is answered for an operation's own.
func (c *call) success(usual int) int {
	if usual == http.StatusOK { // documented as such
		return usual
	}
	return c.Legal.Success(usual)
}

// refuse writes the error envelope and gives its status.
func (c *call) refuse(p *problem) int {
	p = c.faultyProblem(p)
	header := c.w.Header()
	if p.status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", `BASALTIC-HMAC-SHA256, Bearer realm="basaltic"`)
	}
	if p.retryAfter > 0 {
		header.Set("Retry-After", c.Legal.RetryAfter(c.Clock.Now(), p.retryAfter))
	}
	c.out.text = c.out.text[:0]
	c.out.object("")
	c.out.object("error")
	c.out.string("code", p.code)
	c.out.string("message", p.message)
	c.out.string("request_id", c.id)
	c.out.endObject()
	c.out.endObject()
	return c.refusal(p.status)
}

// refusal is the status that is answered for a problem's own. Where an operation
// documents none, it is only known to be some 4xx if the request is at fault.
func (c *call) refusal(usual int) int {
	ofRequest := usual == http.StatusBadRequest || usual == http.StatusConflict
	if ofRequest && c.operation != nil && !c.operation.documented {
		return c.Legal.Refusal(usual)
	}
	return usual
}

// write sends the answer. What reports leases is sent at once, so that a
// connection known to be broken shows.
func (c *call) write(status int, text []byte) error {
	header := c.w.Header()
	if c.Legal.CloseConnections {
		header.Set("Connection", "close")
	}
	if len(text) > 0 {
		header["Content-Type"] = jsonType
		text = c.faultyAnswer(status, text)
		header["Content-Length"] = []string{strconv.Itoa(len(text))}
	}
	c.w.WriteHeader(status)
	if len(text) == 0 {
		return nil
	}
	if _, err := c.w.Write(text); err != nil || c.undelivered == nil {
		return err
	}
	return http.NewResponseController(c.w).Flush()
}
