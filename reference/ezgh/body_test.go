package ezgh

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// connected is a connection to a server whose patience is short.
func connected(t *testing.T, b *bench) (net.Conn, func() int) {
	t.Helper()
	b.patience = 50 * time.Millisecond
	server := httptest.NewServer(b.Server)
	t.Cleanup(server.Close)
	connection, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	return connection, func() int {
		response, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
}

func TestABodyThatComesTooSlowlyIsGivenUp(t *testing.T) {
	b := newBench(t)
	connection, status := connected(t, b)
	fmt.Fprint(connection, "POST /v1/receipts/ack HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{")
	equal(t, "status", status(), http.StatusRequestTimeout)
}

func TestAWaitMayLastLongerThanABodyMay(t *testing.T) {
	b := newBench(t)
	q := b.queue("")
	engine := q.queues.withText(q.id)
	connection, status := connected(t, b)
	const body = `{"waitSeconds":20}`
	fmt.Fprintf(connection, "POST %s/messages/receive HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s",
		q.path, q.token, len(body), body)
	for end := time.Now().Add(time.Minute); engine.Waiting() == 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	<-time.After(4 * b.patience)
	equal(t, "still waiting", engine.Waiting(), 1)
	b.clock.Advance(20 * time.Second)
	equal(t, "status", status(), http.StatusOK)
}

func TestAnOversizedBodyChangesNothing(t *testing.T) {
	q := newBench(t).queue("")
	r := q.do("POST", q.path+"/messages", `{"body":"`+strings.Repeat("x", maxRequestBytes)+`"}`)
	q.wants(r, http.StatusRequestEntityTooLarge)
	equal(t, "messages", q.receive("").count("messages"), 0)
}

// brokenBody ends with an error.
type brokenBody struct{ io.Reader }

func (brokenBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestABodyCutShortChangesNothing(t *testing.T) {
	b := newBench(t)
	r := b.do("POST", "/v1/receipts/ack", "{}", func(r *http.Request) { r.Body = io.NopCloser(brokenBody{}) })
	b.wants(r, http.StatusBadRequest)
}
