package transport

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A server that closes connections which nobody uses has failed nothing: the
// next request goes over a new one.
func TestConnectionsThatWereClosedWhileIdle(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("only some systems tell")
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.RemoteAddr) })
	for name, start := range map[string]func(http.Handler) *httptest.Server{"http": httptest.NewServer, "https": httptest.NewTLSServer} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(handler)
			t.Cleanup(server.Close)
			trust := &tls.Config{RootCAs: x509.NewCertPool()}
			if server.Certificate() != nil {
				trust.RootCAs.AddCert(server.Certificate())
			}
			via := New(trust)
			first := ask(t, via, server.URL)
			time.Sleep(quietTime) // the connection is quiet from here on
			if again := ask(t, via, server.URL); again != first {
				t.Errorf("from %s, then from %s: a quiet connection that is open was not used again", first, again)
			}
			server.CloseClientConnections()
			time.Sleep(quietTime)
			if again := ask(t, via, server.URL); again == first {
				t.Error("it was answered over a connection that was closed")
			}
			if len(via.open) != 1 {
				t.Errorf("%d connections are kept, one is due", len(via.open))
			}
		})
	}
}

// ask sends a request, and gives the address that the server saw it come from.
func ask(t *testing.T, via *Transport, url string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := via.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	from, _ := io.ReadAll(resp.Body) // it is in memory
	return string(from)
}
