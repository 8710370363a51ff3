package metrics_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/measure"
	"github.com/leasecheck/leasecheck/loadgen/metrics"
)

func read(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v\n%s", answer.Status, err, text)
	}
	return string(text)
}

func TestWhatPrometheusReads(t *testing.T) {
	s, err := metrics.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(t.Context()) })
	if text := read(t, s.URL()); strings.Contains(text, "leasecheck") {
		t.Errorf("before the run it says\n%s", text)
	}
	m := measure.NewMeter()
	m.Live.Accepted.Add(12)
	m.Live.Acknowledged.Add(5)
	m.Of(measure.Delivery).Done(250*time.Millisecond, 1)
	s.Show(m)
	text := read(t, s.URL())
	for _, line := range []string{
		`leasecheck_load_messages_total{state="accepted"} 12`,
		`leasecheck_load_backlog 7`,
		`leasecheck_load_latency_seconds_count{operation="delivery"} 1`,
		`leasecheck_load_latency_seconds{operation="delivery",quantile="0.99"} 0.25`,
	} {
		if !strings.Contains(text, line) {
			t.Errorf("it does not say %s\n%s", line, text)
		}
	}
}

func TestAnAddressThatIsTaken(t *testing.T) {
	s, err := metrics.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(t.Context()) })
	address := strings.TrimSuffix(strings.TrimPrefix(s.URL(), "http://"), metrics.Path)
	if _, err := metrics.Listen(address); err == nil || !strings.Contains(err.Error(), "Prometheus") {
		t.Errorf("error %v", err)
	}
}
