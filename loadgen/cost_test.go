package loadgen_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/internal/loadtest"
	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/loadgen/transport"
	"github.com/leasecheck/leasecheck/specs"
)

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

const (
	costRate   = 2000 // messages a second, each of three requests
	costLength = time.Second
	costTurns  = 5
)

// BenchmarkCostOfSends measures the processor time of a send with its account
// and figures, against a plain vegeta attack at the same rate in the same run,
// whose answers are read and decoded.
func BenchmarkCostOfSends(b *testing.B) {
	address := toyProcess(b)
	compareCost(b, func() int { return plainSends(b, address, 3*costRate) }, func() int { return ownSends(b, address) })
}

// BenchmarkCostOfCycles measures the processor time of a request of whole
// cycles, against the same exchanges by vegeta and net/http's client alone.
func BenchmarkCostOfCycles(b *testing.B) {
	address := toyProcess(b)
	compareCost(b, func() int { return plainCycles(b, address) }, func() int { return ownCycles(b, address) })
}

// compareCost takes turns, since what a system call costs depends on what else
// the machine does, and reports medians.
func compareCost(b *testing.B, plain, own func() int) {
	var plains, owns, ratios []float64
	for b.Loop() {
		for range costTurns {
			p, o := perRequest(b, plain), perRequest(b, own)
			plains, owns, ratios = append(plains, p), append(owns, o), append(ratios, o/p)
		}
	}
	b.ReportMetric(median(owns), "µs/request")
	b.ReportMetric(median(plains), "plain-µs/request")
	b.ReportMetric(median(ratios), "of-plain")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// perRequest is the processor time of a request, in microseconds, of what makes
// so many of them.
func perRequest(b *testing.B, do func() (requests int)) float64 {
	before := processorTime(b)
	requests := do()
	return float64((processorTime(b) - before).Microseconds()) / float64(requests)
}

func ownSends(b *testing.B, address string) int {
	client, err := wire.NewClient(loadtest.File(b, address), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	queue := dialects.Service(client.Direct(transport.New(nil))).Open("11111111-1111-4111-8111-111111111111", "q", target.Standard)
	run := engine.New(engine.Config{
		Dialect: specs.Basaltic, Queues: []target.Queue{queue}, Messages: engine.Messages{Size: engine.Fixed(256)},
		SendBatch: 1, Interval: time.Second, GiveUp: time.Minute, Workers: 64,
	})
	err = run.Measure(b.Context(), "measured", costLength, func(ctx context.Context) { run.Send(ctx, pace.Constant(3*costRate), costLength) })
	if err != nil {
		b.Fatal(err)
	}
	o, err := run.Finish()
	if err != nil {
		b.Fatal(err)
	}
	return int(o.Operations[0].Messages)
}

func ownCycles(b *testing.B, address string) int {
	r := load(b.Context(), b, loadtest.File(b, address), "latency", fmt.Sprintf("rate=%d", costRate),
		"duration="+costLength.String(), "warm_up=0s", "wait=5s")
	if r.Invariants.Acknowledged != r.Invariants.Sent {
		b.Fatalf("%+v", r.Invariants)
	}
	return int(3 * r.Invariants.Sent)
}

// plainSends sends at a rate, and reads and decodes the answers.
func plainSends(b *testing.B, address string, rate int) int {
	body := []byte(`{"body":"` + strings.Repeat("x", 256) + `"}`)
	tick := vegeta.NewStaticTargeter(vegeta.Target{
		Method: http.MethodPost, URL: address + queuePath, Body: body,
		Header: http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer token"}},
	})
	attacker, sent := vegeta.NewAttacker(vegeta.Workers(10), vegeta.MaxWorkers(64)), 0
	for r := range attacker.Attack(tick, vegeta.Rate{Freq: rate, Per: time.Second}, costLength, "") {
		var answer any
		if err := json.Unmarshal(r.Body, &answer); err != nil || r.Code != http.StatusCreated {
			b.Fatalf("%d %s: %v", r.Code, r.Error, err)
		}
		sent++
	}
	return sent
}

const queuePath = "/v1/queues/q/messages"

// plainCycles sends as plainSends does, and receives and deletes with net/http's client.
func plainCycles(b *testing.B, address string) int {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}
	defer client.CloseIdleConnections()
	var (
		group   sync.WaitGroup
		deleted atomic.Int64
	)
	ctx, cancel := context.WithCancel(b.Context())
	for range 32 {
		group.Go(func() {
			for ctx.Err() == nil {
				var answer struct {
					Messages []struct {
						Handle string `json:"receipt_handle"`
					} `json:"messages"`
				}
				exchange(ctx, client, http.MethodPost, address+queuePath+"/receive", `{"wait_time_seconds":5,"max_messages":10}`, &answer)
				for _, m := range answer.Messages {
					exchange(ctx, client, http.MethodDelete, address+queuePath+"?receipt_handle="+m.Handle, "", nil)
					deleted.Add(1)
				}
			}
		})
	}
	sent := plainSends(b, address, costRate)
	for deleted.Load() < int64(sent) {
		time.Sleep(time.Millisecond)
	}
	cancel()
	group.Wait()
	return 3 * sent
}

// exchange makes one request; errors are those of the end.
func exchange(ctx context.Context, client *http.Client, method, url, body string, into any) {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return
	}
	req.Header.Set("Authorization", "Bearer token")
	resp, err := client.Do(req)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && into != nil {
		_ = json.Unmarshal(text, into) // the toy's answers are whole
	}
}
