// Package transport sends HTTP/1.1 requests for less processor time than
// net/http's own transport: a request is written and its answer read by the
// goroutine that asks, without another goroutine to wake on the way.
//
// It goes to its host directly, never through a proxy.
package transport

import (
	"bufio"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// dialTime bounds the setting up of one connection.
	dialTime = 5 * time.Second
	// idleTime is how long an unused connection may be used again: less than most
	// servers keep one. Those that were not used for quietTime are asked first
	// whether the server has closed them, which is no failure of its own.
	idleTime  = 4 * time.Second
	quietTime = 500 * time.Millisecond
	// bufferSize is of each connection's reads, and of its writes.
	bufferSize = 4096
)

// Transport keeps connections to one host. It is safe for concurrent use.
//
// A request is bounded by its context's deadline. That a context is cancelled
// is seen before a request is sent; what is under way ends by Interrupt.
type Transport struct {
	trust *tls.Config

	mu   sync.Mutex
	idle []*conn
	open map[*conn]struct{} // those in idle too
}

var _ http.RoundTripper = (*Transport)(nil)

// New is a transport without connections. Trust is for https.
func New(trust *tls.Config) *Transport {
	return &Transport{trust: trust, open: map[*conn]struct{}{}}
}

// conn is a connection that one request uses at a time.
type conn struct {
	net.Conn
	reader *bufio.Reader
	writer *bufio.Writer
	// used is when it was given back.
	used time.Time
}

// RoundTrip sends a request and reads the answer whole: its body is in memory.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := context.Cause(req.Context()); err != nil {
		return nil, err
	}
	c, err := t.take(req)
	if err != nil {
		return nil, err
	}
	if err := context.Cause(req.Context()); err != nil { // an interrupt may have missed a new connection
		t.drop(c)
		return nil, err
	}
	resp, err := c.exchange(req)
	if err != nil || resp.Close || req.Close {
		t.drop(c)
		return resp, err
	}
	t.give(c)
	return resp, nil
}

// Interrupt ends all requests that are under way.
func (t *Transport) Interrupt() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for c := range t.open {
		c.Close()
	}
	clear(t.open)
	t.idle = nil
}

// take gives the connection that was used last, or a new one.
func (t *Transport) take(req *http.Request) (*conn, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c := t.takeIdle(); c != nil {
		return c, nil
	}
	t.mu.Unlock()
	c, err := t.dial(req)
	t.mu.Lock()
	if err == nil {
		t.open[c] = struct{}{}
	}
	return c, err
}

// takeIdle gives the connection that was used last; nil when none may be used.
func (t *Transport) takeIdle() *conn {
	for len(t.idle) > 0 {
		last := len(t.idle) - 1
		c := t.idle[last]
		quiet := time.Since(c.used)
		t.idle = t.idle[:last]
		if quiet < quietTime || quiet < idleTime && !c.closed() {
			return c
		}
		c.Close()
		delete(t.open, c)
	}
	return nil
}

// give keeps a connection for the next request, unless an interrupt has closed
// it meanwhile.
func (t *Transport) give(c *conn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, kept := t.open[c]; !kept {
		return
	}
	c.used = time.Now()
	t.idle = append(t.idle, c)
}

func (t *Transport) drop(c *conn) {
	c.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.open, c)
}

func (t *Transport) dial(req *http.Request) (*conn, error) {
	ctx, cancel := context.WithTimeout(req.Context(), dialTime)
	defer cancel()
	host, port := req.URL.Hostname(), req.URL.Port()
	secure := req.URL.Scheme == "https"
	if port == "" {
		port = map[bool]string{false: "80", true: "443"}[secure]
	}
	address := net.JoinHostPort(host, port)
	var dialer interface {
		DialContext(ctx context.Context, network, address string) (net.Conn, error)
	} = &net.Dialer{}
	if secure {
		trust := t.trust.Clone()
		trust.ServerName = host
		dialer = &tls.Dialer{Config: trust}
	}
	c, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, reader: bufio.NewReaderSize(c, bufferSize), writer: bufio.NewWriterSize(c, bufferSize)}, nil
}

// exchange writes a request and reads its answer.
func (c *conn) exchange(req *http.Request) (*http.Response, error) {
	deadline, _ := req.Context().Deadline() // the zero time is none
	if err := c.SetDeadline(deadline); err != nil {
		return nil, err
	}
	if err := req.Write(c.writer); err != nil {
		return nil, err
	}
	if err := c.writer.Flush(); err != nil {
		return nil, err
	}
	resp, err := http.ReadResponse(c.reader, req)
	for err == nil && resp.StatusCode < 200 { // informational answers come before the real one
		resp, err = http.ReadResponse(c.reader, req)
	}
	if err != nil {
		return nil, err
	}
	return resp, keep(resp)
}
