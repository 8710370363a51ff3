package basaltic

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/kms"
	"github.com/leasecheck/leasecheck/reference/limit"
	"github.com/leasecheck/leasecheck/specs"
)

// BenchmarkCycle sends, receives and deletes one message an iteration over
// HTTP, on as many connections as there are workers. "bare" does the same
// exchanges, with bodies of the same size, against a handler that does nothing.
func BenchmarkCycle(b *testing.B) {
	c := clock.New()
	store := access.New(c)
	credential, err := store.Issue(specs.Basaltic, nil)
	if err != nil {
		b.Fatal(err)
	}
	server := New(Config{Clock: c, Access: store, Limits: limit.New(c), KMS: kms.New()})
	b.Run("server", func(b *testing.B) { cycles(b, server, credential.Token) })
	b.Run("bare", func(b *testing.B) { cycles(b, bare{}, credential.Token) })
}

// bare answers each step of a cycle with as many bytes as the server would.
type bare struct{}

var (
	bareQueue    = []byte(`{"queue":{"id":"a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d"}}`)
	bareSent     = []byte(`{"result":{"message_id":"a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d","duplicate":false}}`)
	bareReceived = []byte(`{"messages":[{"id":"a1b2c3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d","receipt_handle":"` +
		string(bytes.Repeat([]byte("0"), 96)) + `","body":"` + string(bytes.Repeat([]byte("x"), 100)) +
		`","receive_count":1,"enqueued_at":"2026-03-01T12:00:00.000Z","visible_at":"2026-03-01T12:00:30.000Z"}]}`)
)

func (bare) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/json")
	switch {
	case r.Method == "DELETE":
		w.WriteHeader(http.StatusNoContent)
	case r.URL.Path == collection:
		w.Write(bareQueue)
	case r.ContentLength > 100:
		w.WriteHeader(http.StatusCreated)
		w.Write(bareSent)
	default:
		w.Write(bareReceived)
	}
}

func cycles(b *testing.B, handler http.Handler, token string) {
	web := httptest.NewServer(handler)
	defer web.Close()
	send := []byte(`{"body":"` + string(bytes.Repeat([]byte("x"), 100)) + `"}`)
	queues := make(chan string, 64)
	for range cap(queues) {
		body := do(b, web.Client(), token, "POST", web.URL+collection, fmt.Appendf(nil, `{"name":"bench-%s"}`, uuid.New()))
		_, rest, _ := bytes.Cut(body, []byte(`"id":"`))
		queues <- web.URL + "/v1/queues/" + string(rest[:36])
	}
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		client := &http.Client{Transport: &http.Transport{}}
		defer client.CloseIdleConnections()
		queue := <-queues
		for pb.Next() {
			do(b, client, token, "POST", queue+"/messages", send)
			received := do(b, client, token, "POST", queue+"/messages/receive", []byte(`{"max_messages":1}`))
			_, rest, found := bytes.Cut(received, []byte(`"receipt_handle":"`))
			if !found {
				b.Errorf("nothing received: %s", received)
				return
			}
			do(b, client, token, "DELETE", queue+"/messages?receipt_handle="+url.QueryEscape(string(rest[:96])), nil)
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cycles/s")
}

func do(b *testing.B, client *http.Client, token, method, url string, body []byte) []byte {
	r, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(r)
	if err != nil {
		b.Error(err)
		return nil
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode > 299 {
		b.Errorf("%s %s: %s %s %v", method, url, answer.Status, text, err)
	}
	return text
}
