// Package hostile gives tests servers that answer in ways that no server should,
// in front of one that does as it should.
package hostile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Behaviours are what a server may do in place of an answer.
var Behaviours = map[string]http.HandlerFunc{
	"a body that never ends":          endless,
	"a body that trickles":            trickle,
	"a body of 1 GB":                  huge,
	"a compressed bomb":               bomb,
	"a header that never ends":        endlessHeader,
	"random bytes":                    garbage,
	"deeply nested JSON":              nested,
	"JSON of another shape":           otherShape,
	"a page of HTML":                  page,
	"a redirect to itself":            redirect,
	"a reset in the middle":           reset,
	"a close without an answer":       hangUp,
	"no answer at all":                Hang,
	"an encoding that nobody knows":   unknownEncoding,
	"more bytes than were announced":  tooMany,
	"fewer bytes than were announced": tooFew,
}

const gigabyte = 1 << 30

// zeros is a piece of what is sent over and over.
var zeros = bytes.Repeat([]byte("0"), 64<<10)

// pour writes until n bytes are written or the client is gone.
func pour(w io.Writer, n int64) {
	for ; n > 0; n -= int64(len(zeros)) {
		if _, err := w.Write(zeros[:min(n, int64(len(zeros)))]); err != nil {
			return
		}
	}
}

func endless(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"messages":[`)
	pour(w, 1<<62)
}

func trickle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	rest(r)
	for {
		if _, err := io.WriteString(w, " "); err != nil {
			return
		}
		http.NewResponseController(w).Flush()
		select {
		case <-time.After(100 * time.Millisecond):
		case <-r.Context().Done():
			return
		}
	}
}

func huge(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", fmt.Sprint(gigabyte))
	pour(w, gigabyte)
}

// bombed is 64 MB of zeros in less than the suite reads of an answer.
var bombed = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	pour(z, 64<<20)
	z.Close()
	return b.Bytes()
})

func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Encoding", "gzip")
	w.Write(bombed())
}

func endlessHeader(w http.ResponseWriter, _ *http.Request) {
	raw(w, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nX-Long: ")
		pour(c, 1<<62)
	})
}

func garbage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Write([]byte("\x00\xff\xfe{]\x1b[2J\x07\"" + string(rune(0x202e)) + "garbage"))
}

func nested(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(bytes.Repeat([]byte(`[`), 100_000))
}

func otherShape(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"messages":{"0":null},"queue":[],"queues":"none","results":7,"result":false,"messageId":1e999}`)
}

func page(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=iso-8859-1")
	io.WriteString(w, "<html><title>It works!</title></html>")
}

func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.String(), http.StatusTemporaryRedirect)
}

func reset(w http.ResponseWriter, _ *http.Request) {
	raw(w, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"messages\":[")
		c.(*net.TCPConn).SetLinger(0)
	})
}

func hangUp(w http.ResponseWriter, _ *http.Request) { raw(w, func(net.Conn) {}) }

// Hang holds the answer back for as long as the client waits for it.
func Hang(_ http.ResponseWriter, r *http.Request) {
	rest(r)
	<-r.Context().Done()
}

func unknownEncoding(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Encoding", "br, aes128gcm")
	io.WriteString(w, "{}")
}

func tooMany(w http.ResponseWriter, _ *http.Request) {
	raw(w, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n\r\n{}{}")
	})
}

func tooFew(w http.ResponseWriter, _ *http.Request) {
	raw(w, func(c net.Conn) {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n{}")
	})
}

// raw hands the connection over, and closes it after.
func raw(w http.ResponseWriter, use func(net.Conn)) {
	c, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	defer c.Close()
	use(c)
}

// rest reads what is left of a request: else a client that leaves is not noticed.
func rest(r *http.Request) { io.Copy(io.Discard, r.Body) }

// InFront serves what the server at base does, and in place of the requests that
// hostile is true for what behave does.
func InFront(t testing.TB, base *url.URL, hostile func(*http.Request) bool, behave http.HandlerFunc) *url.URL {
	t.Helper()
	proxy := httputil.NewSingleHostReverseProxy(base)
	proxy.ErrorLog = quiet
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hostile(r) {
			behave(w, r)
			return
		}
		proxy.ServeHTTP(w, r)
	}), nil)
}

// quiet discards what servers say of clients that go away.
var quiet = log.New(io.Discard, "", 0)

// serve runs a server, changed by change, until the test ends; whatever is still
// held back then is cut off.
func serve(t testing.TB, h http.Handler, change func(*httptest.Server)) *url.URL {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = quiet
	if change != nil {
		change(s)
	}
	if s.URL == "" {
		s.Start()
	}
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// After is true from the request on that follows n others.
func After(n int64) func(*http.Request) bool {
	var seen atomic.Int64
	return func(*http.Request) bool { return seen.Add(1) > n }
}

// Every is true for each nth request.
func Every(n int64) func(*http.Request) bool {
	var seen atomic.Int64
	return func(*http.Request) bool { return seen.Add(1)%n == 0 }
}

// Operation is true for requests to paths that end so, from the one on that
// follows n others: a run begins by asking whether the target is there.
func Operation(path string, n int64) func(*http.Request) bool {
	late := After(n)
	return func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, path) && late(r) }
}
