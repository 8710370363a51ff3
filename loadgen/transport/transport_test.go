package transport_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/transport"
)

func post(ctx context.Context, t *testing.T, via http.RoundTripper, url, body string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := via.RoundTrip(req)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(resp.Body)
	return fmt.Sprintf("%d %s", resp.StatusCode, text), err
}

func TestAnswersInEveryForm(t *testing.T) {
	var connections sync.Map
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		connections.Store(r.RemoteAddr, true)
		body, _ := io.ReadAll(r.Body)
		switch r.URL.Path {
		case "/chunked":
			w.(http.Flusher).Flush()
		case "/empty":
			w.WriteHeader(http.StatusNoContent)
			return
		case "/hints":
			w.WriteHeader(http.StatusEarlyHints)
		case "/close":
			w.Header().Set("Connection", "close")
		}
		fmt.Fprintf(w, "%s %s", r.URL.Path, body)
	}))
	server.Start()
	t.Cleanup(server.Close)
	via := transport.New(nil)
	for path, want := range map[string]string{
		"/plain": "200 /plain hello", "/chunked": "200 /chunked hello", "/empty": "204 ", "/hints": "200 /hints hello", "/large": "200 /large " + strings.Repeat("x", 1<<20),
	} {
		body := "hello"
		if path == "/large" {
			body = strings.Repeat("x", 1<<20)
		}
		if got, err := post(t.Context(), t, via, server.URL+path, body); err != nil || got != want {
			t.Errorf("%s: %.60q (%v)", path, got, err)
		}
	}
	count := func() (n int) {
		connections.Range(func(any, any) bool { n++; return true })
		return n
	}
	if n := count(); n != 1 {
		t.Errorf("%d connections for requests one after the other, want 1", n)
	}
	for range 2 {
		if got, err := post(t.Context(), t, via, server.URL+"/close", ""); err != nil || got != "200 /close " {
			t.Errorf("%q (%v)", got, err)
		}
	}
	if n := count(); n != 2 {
		t.Errorf("%d connections, want another one after a close", n)
	}
}

func TestOverTLS(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "safe") }))
	t.Cleanup(server.Close)
	if _, err := post(t.Context(), t, transport.New(&tls.Config{}), server.URL, ""); err == nil {
		t.Error("a certificate that nobody trusts was taken")
	}
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	if got, err := post(t.Context(), t, transport.New(&tls.Config{RootCAs: pool}), server.URL, ""); err != nil || got != "200 safe" {
		t.Errorf("%q (%v)", got, err)
	}
}

// slow serves connections that are accepted and never answered.
func slow(t *testing.T) string {
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
			t.Cleanup(func() { c.Close() })
		}
	}()
	return "http://" + l.Addr().String()
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := post(ctx, t, transport.New(nil), slow(t), ""); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestInterruptEndsWhatIsUnderWay(t *testing.T) {
	via, url := transport.New(nil), slow(t)
	ended := make(chan error)
	go func() {
		_, err := post(t.Context(), t, via, url, "")
		ended <- err
	}()
	interrupt := time.NewTicker(time.Millisecond)
	defer interrupt.Stop()
	for {
		select {
		case err := <-ended:
			if err == nil {
				t.Error("it was answered")
			}
			return
		case <-interrupt.C: // until the request is under way
			via.Interrupt()
		}
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := post(ctx, t, transport.New(nil), "http://127.0.0.1:1", ""); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestBrokenAnswers(t *testing.T) {
	for name, answer := range map[string]string{
		"nothing":          "",
		"no HTTP":          "hello\r\n\r\n",
		"a body too short": "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello",
		"a body too large": "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n",
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			c, err := l.Accept()
			if err != nil {
				return
			}
			http.ReadRequest(bufio.NewReader(c))
			io.WriteString(c, answer)
			c.Close()
		}()
		if got, err := post(t.Context(), t, transport.New(nil), "http://"+l.Addr().String(), "x"); err == nil {
			t.Errorf("%s: it was taken for %q", name, got)
		}
		l.Close()
	}
}

func TestManyAtOnce(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }))
	t.Cleanup(server.Close)
	via := transport.New(nil)
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			for j := range 50 {
				body := fmt.Sprintf("%d-%d", i, j)
				if got, err := post(t.Context(), t, via, server.URL, body); err != nil || got != "200 "+body {
					t.Errorf("%q (%v), want %q", got, err, body)
				}
			}
		})
	}
	group.Wait()
}

// BenchmarkRequest compares with net/http's own transport; the server is in the
// same process, and costs both the same.
func BenchmarkRequest(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, `{"result":{"message_id":"1"}}`)
	}))
	b.Cleanup(server.Close)
	for _, one := range []struct {
		name string
		via  http.RoundTripper
	}{{"net-http", &http.Transport{MaxIdleConnsPerHost: 100}}, {"own", transport.New(nil)}} {
		b.Run(one.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, server.URL, strings.NewReader(`{"body":"x"}`))
				if err != nil {
					b.Fatal(err)
				}
				resp, err := one.via.RoundTrip(req)
				if err != nil {
					b.Fatal(err)
				}
				io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
		})
	}
}
