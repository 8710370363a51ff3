package hostile

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"
)

// UnknownCA serves what the server at base does, with a certificate that nobody
// vouches for.
func UnknownCA(t testing.TB, base *url.URL) *url.URL {
	t.Helper()
	return serve(t, httputil.NewSingleHostReverseProxy(base), func(s *httptest.Server) { s.StartTLS() })
}

// GoesAway serves what the server at base does, and is gone after n requests.
func GoesAway(t testing.TB, base *url.URL, n int64) *url.URL {
	t.Helper()
	proxy, late := httputil.NewSingleHostReverseProxy(base), After(n)
	proxy.ErrorLog = quiet
	var server *httptest.Server
	var once sync.Once
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if late(r) {
			once.Do(func() {
				server.Listener.Close()
				go server.CloseClientConnections()
			})
			panic(http.ErrAbortHandler)
		}
		proxy.ServeHTTP(w, r)
	}), func(s *httptest.Server) { server = s })
}

// Limits serves what the server at base does, to n requests in each window; to
// the others it answers 429, with Retry-After in seconds.
func Limits(t testing.TB, base *url.URL, n int, window time.Duration) *url.URL {
	t.Helper()
	var mu sync.Mutex
	var began time.Time
	passed := 0
	return InFront(t, base, func(*http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(began) >= window {
			began, passed = time.Now(), 0
		}
		passed++
		return passed > n
	}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", strconv.Itoa(int(window.Seconds())))
		w.WriteHeader(http.StatusTooManyRequests)
	})
}

// OldHTTP serves what the server at base does in HTTP/1.0: each answer ends with
// its connection.
func OldHTTP(t testing.TB, base *url.URL) *url.URL {
	t.Helper()
	return listen(t, func(c net.Conn) {
		in := bufio.NewReader(c)
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		sent, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(sent))
		r.URL.Scheme, r.URL.Host, r.RequestURI = base.Scheme, base.Host, ""
		ctx, leave := context.WithCancel(context.Background())
		defer leave()
		go func() {
			in.ReadByte() // nothing more is due, so this returns when the client leaves
			leave()
		}()
		resp, err := http.DefaultTransport.RoundTrip(r.WithContext(ctx))
		if err != nil {
			return
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return
		}
		resp.Header.Del("Content-Length")
		resp.Header.Del("Transfer-Encoding")
		io.WriteString(c, "HTTP/1.0 "+resp.Status+"\r\n")
		resp.Header.Write(c)
		io.WriteString(c, "\r\n")
		c.Write(body)
	})
}

// OtherProtocol greets as a server of another protocol does.
func OtherProtocol(t testing.TB) *url.URL {
	t.Helper()
	return listen(t, func(c net.Conn) {
		io.WriteString(c, "220 mail.example ESMTP ready\r\n")
		io.Copy(io.Discard, c)
	})
}

// listen has each connection served by its own goroutine until the test ends.
func listen(t testing.TB, serve func(net.Conn)) *url.URL {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				serve(c)
			}()
		}
	}()
	return &url.URL{Scheme: "http", Host: l.Addr().String()}
}
