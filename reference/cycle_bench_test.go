package reference

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/specs"
)

// cycleWorkers is how many connections a cycle benchmark uses.
const cycleWorkers = 8

// BenchmarkCycle sends, receives and acknowledges a message, each in a request
// of its own, and reports the throughput as a share of what a net/http handler
// reaches that reads such bodies and answers fixed ones of the same size.
func BenchmarkCycle(b *testing.B) {
	for _, d := range dialects {
		b.Run(string(d.Dialect), func(b *testing.B) {
			s := start(b, Config{})
			c := newCycle(b, s, d)
			// Both begin with the same heap and warm connections.
			c.run(b, c.host, cycleWorkers*100)
			sample := c.sample(b)
			bare := httptest.NewServer(bareHandler(sample))
			b.Cleanup(bare.Close)
			bareHost := strings.TrimPrefix(bare.URL, "http://")
			c.run(b, bareHost, cycleWorkers*100)

			// In turns, so that what else the machine does falls on both.
			var took, alone time.Duration
			b.ResetTimer()
			for done, n := 0, max(1, b.N/20); done < b.N; done += n {
				n = min(n, b.N-done)
				took += c.run(b, c.host, n)
				b.StopTimer()
				alone += c.run(b, bareHost, n)
				b.StartTimer()
			}
			b.StopTimer()
			b.ReportMetric(float64(b.N)/took.Seconds(), "cycles/s")
			b.ReportMetric(float64(alone)/float64(took), "of-bare")
		})
	}
}

// cycle knows the three requests of a dialect.
type cycle struct {
	host, send, receive string
	// acknowledge makes the request that ends a delivery.
	acknowledge func(handle string) string
	// handle is what stands before a receipt handle in an answer.
	handle []byte
}

func newCycle(b *testing.B, s *running, d dialect) cycle {
	a := s.api(b, d.Dialect)
	queue := d.queue(a)
	head := func(method, path, body string) string {
		return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"+
			"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", method, path, a.token, len(body), body)
	}
	body := `{"body":"` + strings.Repeat("m", 200) + `"}`
	c := cycle{
		host:    strings.TrimPrefix(a.base, "http://"),
		send:    head("POST", queue+"/messages", body),
		receive: head("POST", queue+"/messages/receive", "{}"),
	}
	if d.Dialect == specs.EZGH {
		c.handle = []byte(`"receiptHandle":"`)
		c.acknowledge = func(h string) string {
			return head("POST", "/v1/receipts/ack", `{"receiptHandles":["`+h+`"]}`)
		}
	} else {
		c.handle = []byte(`"receipt_handle":"`)
		c.acknowledge = func(h string) string { return head("DELETE", queue+"/messages?receipt_handle="+h, "") }
	}
	return c
}

// run makes n cycles on cycleWorkers connections, and tells how long they took.
func (c cycle) run(b *testing.B, host string, n int) time.Duration {
	b.Helper()
	begun := time.Now()
	var workers sync.WaitGroup
	for i := range cycleWorkers {
		workers.Go(func() {
			k := dial(b, host)
			defer k.Close()
			for range (n + i) / cycleWorkers {
				c.once(b, k)
			}
		})
	}
	workers.Wait()
	return time.Since(begun)
}

// once makes one cycle and gives the bodies of its answers.
func (c cycle) once(b *testing.B, k *connection) (sent, received, acknowledged []byte) {
	sent = k.exchange(b, c.send)
	received = k.exchange(b, c.receive)
	_, rest, found := bytes.Cut(received, c.handle)
	handle, _, _ := bytes.Cut(rest, []byte{'"'})
	if !found {
		b.Errorf("nothing was received: %s", received)
	}
	return sent, received, k.exchange(b, c.acknowledge(string(handle)))
}

// sample gives the answers of one cycle, in order.
func (c cycle) sample(b *testing.B) [3][]byte {
	k := dial(b, c.host)
	defer k.Close()
	sent, received, acknowledged := c.once(b, k)
	return [3][]byte{sent, received, acknowledged}
}

// bareHandler reads a request's body and answers as the reference did.
func bareHandler(sample [3][]byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		answer := sample[2]
		switch {
		case strings.HasSuffix(r.URL.Path, "/receive"):
			answer = sample[1]
		case r.Method == "POST" && strings.HasSuffix(r.URL.Path, "/messages"):
			answer = sample[0]
		}
		_, _ = w.Write(answer)
	})
}

// connection is a client that costs little: it sends texts made beforehand.
type connection struct {
	net.Conn
	in *bufio.Reader
}

func dial(b testing.TB, host string) *connection {
	socket, err := net.Dial("tcp", host)
	if err != nil {
		b.Fatal(err)
	}
	return &connection{socket, bufio.NewReader(socket)}
}

// exchange sends a request and gives the body of its answer.
func (k *connection) exchange(b testing.TB, request string) []byte {
	if _, err := io.WriteString(k, request); err != nil {
		b.Error(err)
		return nil
	}
	response, err := http.ReadResponse(k.in, nil)
	if err != nil {
		b.Error(err)
		return nil
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode/100 != 2 {
		b.Errorf("%d, %v: %s", response.StatusCode, err, body)
	}
	return body
}
