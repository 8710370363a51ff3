// Package metrics shows a load to Prometheus while it goes on.
package metrics

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/leasecheck/leasecheck/loadgen/measure"
)

// Path is where the metrics are.
const Path = "/metrics"

// Server serves the metrics of one run.
type Server struct {
	meter    atomic.Pointer[measure.Meter]
	listener net.Listener
	server   *http.Server
}

// Listen serves metrics at a host and port; port 0 takes a free one.
func Listen(address string) (*Server, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen for Prometheus: %w", err)
	}
	s := &Server{listener: l}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collector{&s.meter})
	mux := http.NewServeMux()
	mux.Handle(Path, promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	s.server = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go s.server.Serve(l) // ends with Close
	return s, nil
}

// URL is where the metrics are.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + Path }

// Show shows what a meter measures from now on.
func (s *Server) Show(m *measure.Meter) { s.meter.Store(m) }

// Close ends the serving.
func (s *Server) Close(ctx context.Context) error { return s.server.Shutdown(ctx) }

var (
	messages = prometheus.NewDesc("leasecheck_load_messages_total", "Messages since the run's start, by what became of them.", []string{"state"}, nil)
	requests = prometheus.NewDesc("leasecheck_load_requests_total", "Requests since the run's start.", nil, nil)
	failures = prometheus.NewDesc("leasecheck_load_failures_total", "What came to an error since the run's start.", nil, nil)
	backlog  = prometheus.NewDesc("leasecheck_load_backlog", "Messages that were accepted and are not acknowledged.", nil, nil)
	memory   = prometheus.NewDesc("leasecheck_load_generator_memory_bytes", "What the generator has taken of memory.", nil, nil)
	latency  = prometheus.NewDesc("leasecheck_load_latency_seconds", "Latency in the measured phases.", []string{"operation"}, nil)
)

// quantiles are those that a summary tells.
var quantiles = []float64{0.5, 0.9, 0.99, 0.999}

// collector reads a meter when it is asked.
type collector struct {
	meter *atomic.Pointer[measure.Meter]
}

// Describe lists the metrics.
func (collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{messages, requests, failures, backlog, memory, latency} {
		to <- d
	}
}

// Collect gives the metrics as they are now.
func (c collector) Collect(to chan<- prometheus.Metric) {
	m := c.meter.Load()
	if m == nil {
		return
	}
	live := &m.Live
	for state, n := range map[string]int64{
		"accepted": live.Accepted.Load(), "received": live.Received.Load(), "acknowledged": live.Acknowledged.Load(),
	} {
		to <- prometheus.MustNewConstMetric(messages, prometheus.CounterValue, float64(n), state)
	}
	to <- prometheus.MustNewConstMetric(requests, prometheus.CounterValue, float64(live.Requests.Load()))
	to <- prometheus.MustNewConstMetric(failures, prometheus.CounterValue, float64(live.Failed.Load()))
	to <- prometheus.MustNewConstMetric(backlog, prometheus.GaugeValue, float64(m.Backlog()))
	to <- prometheus.MustNewConstMetric(memory, prometheus.GaugeValue, float64(measure.Memory()))
	for _, k := range measure.Kinds() {
		s := m.Of(k).Summary(quantiles)
		if s.Count == 0 {
			continue
		}
		to <- prometheus.MustNewConstSummary(latency, uint64(s.Count), s.Sum, s.Quantiles, string(k))
	}
}
