package wire_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

func TestDoSendsWhatIsAsked(t *testing.T) {
	var got *http.Request
	var body []byte
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("X-Answer", "yes")
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, `{"fine":true}`)
	})
	_, s := open(t, fileFor(t, server.URL+"/base"))

	before := time.Now()
	call := s.Do(context.Background(), wire.Request{
		Method: "POST", Path: "/v1/q%2F1/x", Query: url.Values{"a b": {"c&d"}},
		Header: http.Header{"X-Own": {"1"}, "Accept": nil}, Body: []byte(`{"n":1}`),
	})
	if call.Err != nil || call.Status != http.StatusAccepted || string(call.Body) != `{"fine":true}` || call.Header.Get("X-Answer") != "yes" {
		t.Fatalf("call is %+v", call)
	}
	if call.Exchange != 1 || call.Sent.Before(before) || call.Answered.Before(call.Sent) {
		t.Errorf("exchange %d took [%v, %v]", call.Exchange, call.Sent, call.Answered)
	}
	if got.RequestURI != "/base/v1/q%2F1/x?a+b=c%26d" || string(body) != `{"n":1}` {
		t.Errorf("the server got %s with %s", got.RequestURI, body)
	}
	for name, want := range map[string]string{
		"Authorization": "Bearer " + token, "Content-Type": "application/json", "X-Own": "1", "Accept": "", "Accept-Encoding": "",
	} {
		if h := got.Header.Get(name); h != want {
			t.Errorf("%s is %q, want %q", name, h, want)
		}
	}
}

// TestOddAnswers shows that an answer is read as it is, or told to be none,
// whatever the server does.
func TestOddAnswers(t *testing.T) {
	gzipped := func(b []byte) []byte {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		z.Write(b)
		z.Close()
		return out.Bytes()
	}
	deflated := func(b []byte) []byte {
		var out bytes.Buffer
		z := zlib.NewWriter(&out)
		z.Write(b)
		z.Close()
		return out.Bytes()
	}
	for _, test := range []struct {
		name    string
		handler http.HandlerFunc
		status  int
		body    string
		err     string // stands in the error; empty for a whole answer
	}{
		{"chunked", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "a")
			w.(http.Flusher).Flush()
			io.WriteString(w, "b")
		}, 200, "ab", ""},
		{"empty", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, 204, "", ""},
		{"redirect", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "http://127.0.0.1:1/")
			w.WriteHeader(http.StatusTemporaryRedirect)
		}, 307, "", ""},
		{"gzip", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(gzipped([]byte("plain")))
		}, 200, "plain", ""},
		{"deflate", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "deflate")
			w.Write(deflated([]byte("plain")))
		}, 200, "plain", ""},
		{"gzip of nothing", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.WriteHeader(204)
		}, 204, "", ""},
		{"gzip that is none", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			io.WriteString(w, "plain")
		}, 200, "", "the answer's body is no gzip"},
		{"unknown encoding", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "zstd")
			io.WriteString(w, "plain")
		}, 200, "", `Content-Encoding "zstd" is unknown`},
		{"compressed bomb", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(gzipped(make([]byte, 8<<20)))
		}, 200, "", "decompressed body is larger than 128 KiB"},
		{"endless", func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					return
				}
			}
		}, 200, "", "body is larger than 128 KiB"},
		{"huge by its own word", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(1<<30))
			w.WriteHeader(200)
		}, 200, "", "body is larger than 128 KiB"},
		{"a crowd of objects", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "["+strings.Repeat("{},", 20_000)+"{}]")
		}, 200, "", "more than 2048 JSON objects"},
		{"cut short", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, "only this")
		}, 200, "", "the answer breaks off"},
		{"reset", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			conn.(*net.TCPConn).SetLinger(0)
			conn.Close()
		}, 0, "", "reset by peer"},
		{"closed", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			conn.Close()
		}, 0, "", "the connection was closed without an answer"},
		{"no HTTP", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			io.WriteString(conn, "hello\r\n\r\n")
			conn.Close()
		}, 0, "", "malformed HTTP"},
		{"HTTP/1.0", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			io.WriteString(conn, "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{}")
			conn.Close()
		}, 200, "{}", ""},
		{"endless header", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			io.WriteString(conn, "HTTP/1.1 200 OK\r\n")
			for range 1024 {
				if _, err := io.WriteString(conn, "X-A: "+strings.Repeat("a", 1024)+"\r\n"); err != nil {
					break
				}
			}
			conn.Close()
		}, 0, "", "header"},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := serve(t, test.handler)
			_, s := open(t, fileFor(t, server.URL))
			call := get(s)
			if call.Status != test.status || string(call.Body) != test.body {
				t.Errorf("status %d, body %.40q; want %d, %q", call.Status, call.Body, test.status, test.body)
			}
			if (call.Err == nil) != (test.err == "") || call.Err != nil && !strings.Contains(call.Err.Error(), test.err) {
				t.Errorf("error is %v, want %q", call.Err, test.err)
			}
			recorded := s.Exchanges(1)
			if len(recorded) != 1 || (recorded[0].Response == nil) != (test.status == 0) || (recorded[0].Error == "") != (test.err == "") {
				t.Errorf("recorded as %+v", recorded)
			}
			if recorded[0].Response != nil && len(recorded[0].Response.Body) > 4<<10 {
				t.Errorf("%d bytes of the body were kept", len(recorded[0].Response.Body))
			}
		})
	}
}

func TestAnswersMayBeAsLargeAsWhatWasSent(t *testing.T) {
	const size = 4 << 20
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, size)) })
	_, s := open(t, fileFor(t, server.URL))
	if call := get(s); call.Err == nil {
		t.Errorf("%d bytes were read though nothing was sent", len(call.Body))
	}
	if call := s.Do(context.Background(), wire.Request{Method: "GET", Path: "/", Large: true}); call.Err != nil || len(call.Body) != size {
		t.Errorf("%d bytes were read: %v", len(call.Body), call.Err)
	}
	s.Do(context.Background(), wire.Request{Method: "POST", Path: "/", Body: make([]byte, 256<<10)})
	if call := get(s); call.Err != nil || len(call.Body) != size {
		t.Errorf("%d bytes were read: %v", len(call.Body), call.Err)
	}
}

func TestDoEndsWithItsContext(t *testing.T) {
	arrived := make(chan struct{})
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
	})
	_, s := open(t, fileFor(t, server.URL))
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		<-arrived
		cancel(errors.New("the case is over"))
	}()
	call := s.Do(ctx, wire.Request{Method: "GET", Path: "/"})
	if call.Err == nil || !strings.Contains(call.Err.Error(), "given up before the answer came: the case is over") {
		t.Errorf("error is %v", call.Err)
	}
}

func TestClosedPort(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	_, s := open(t, fileFor(t, server.URL))
	if call := get(s); call.Err == nil || !strings.Contains(call.Err.Error(), "connection refused") {
		t.Errorf("error is %v", call.Err)
	}
}

func TestSessionDialsFromItsSource(t *testing.T) {
	var from string
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) { from = r.RemoteAddr })
	c, _ := open(t, fileFor(t, server.URL))
	s := session(t, c, wire.SessionOptions{Source: netip.MustParseAddr("127.0.0.77")})
	if call := get(s); call.Err != nil {
		t.Skipf("this machine has no second loopback address: %v", call.Err)
	}
	if !strings.HasPrefix(from, "127.0.0.77:") {
		t.Errorf("the server was dialled from %s", from)
	}
}

func TestFromAnotherAddressIsRecordedWithItsSession(t *testing.T) {
	var from []string
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) { from = append(from, r.RemoteAddr) })
	_, s := open(t, fileFor(t, server.URL))
	other := s.From(netip.MustParseAddr("127.0.0.78"))
	t.Cleanup(other.Close)
	if call := get(other); call.Err != nil {
		t.Skipf("this machine has no second loopback address: %v", call.Err)
	}
	call := get(s)
	if !strings.HasPrefix(from[0], "127.0.0.78:") || strings.HasPrefix(from[1], "127.0.0.78:") {
		t.Errorf("the server was dialled from %s", from)
	}
	if recorded := s.Exchanges(10); len(recorded) != 2 || call.Exchange != 2 {
		t.Errorf("%d exchanges are recorded, the last is number %d; want 2", len(recorded), call.Exchange)
	}
}

func TestTLS(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(server.Close)
	_, strict := open(t, fileFor(t, server.URL))
	if call := get(strict); call.Err == nil || !strings.Contains(call.Err.Error(), "certificate") {
		t.Errorf("an unknown authority was trusted: %v", call.Err)
	}
	_, trusting := open(t, fileFor(t, server.URL, func(f *target.File) { f.TLS.InsecureSkipVerify = true }))
	if call := get(trusting); call.Err != nil {
		t.Error(call.Err)
	}
}

func TestControlRequests(t *testing.T) {
	var authorization, path string
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		authorization, path = r.Header.Get("Authorization"), r.URL.Path
	})
	_, s := open(t, fileFor(t, "http://127.0.0.1:1", func(f *target.File) {
		f.Control, _ = url.Parse(server.URL)
		f.ControlToken = target.NewSecret("ctl-0123456789")
	}))
	call := s.Do(context.Background(), wire.Request{Method: "GET", Path: "/control/v1/capabilities", Control: true})
	if call.Err != nil || authorization != "Bearer ctl-0123456789" || path != "/control/v1/capabilities" {
		t.Errorf("the control API got %q at %s: %v", authorization, path, call.Err)
	}
	_, without := open(t, fileFor(t, server.URL))
	if call := without.Do(context.Background(), wire.Request{Control: true}); call.Err == nil {
		t.Error("a target without a control API was sent a control request")
	}
}

// TestABrokenServerIsNotHammered shows that what a case repeats far past what it
// meant to send comes at a slower pace, and ends with its time.
func TestABrokenServerIsNotHammered(t *testing.T) {
	server := serve(t, func(http.ResponseWriter, *http.Request) {})
	client, _ := open(t, fileFor(t, server.URL))
	s := client.Session(wire.SessionOptions{Name: "repeating", Requests: 120})
	ctx, cancel := context.WithCancel(context.Background())
	send := func() target.Call { return s.Do(ctx, wire.Request{Method: "GET", Path: "/"}) }
	for range 3 * 120 {
		if call := send(); call.Err != nil {
			t.Fatal(call.Err)
		}
	}
	send() // the last that it may send at once
	start := time.Now()
	const late = 5
	for range late {
		send()
	}
	if took := time.Since(start); took < late*wire.OverrunPause {
		t.Errorf("%d requests past what was meant took %v, less than %v each", late, took, wire.OverrunPause)
	}
	cancel()
	if call := send(); !errors.Is(call.Err, context.Canceled) {
		t.Errorf("past its time a request ended with %v", call.Err)
	}
}
