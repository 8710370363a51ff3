package loadgen_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	cyclesLength = time.Second
	cyclesTurns  = 5
	// cyclesWorkers make whole cycles. The generator's senders, which make a third
	// of the requests, are half as many as its consumers.
	cyclesWorkers   = 24
	cyclesSenders   = 8
	cyclesConsumers = 16
)

// BenchmarkCyclesPerSecond measures how many messages a second are sent,
// received and acknowledged one by one: by the load generator, with its account,
// on the reference; and by net/http's client on a server that keeps no rules.
// Beside it stand what oha and wrk, where they are installed, send to that server.
func BenchmarkCyclesPerSecond(b *testing.B) {
	file, bare := referenceProcess(b), toyProcess(b)
	var own, plain, ratios []float64
	for b.Loop() {
		for range cyclesTurns { // in turns, since the machine may have other things to do
			r := load(b.Context(), b, file, "throughput", "duration="+cyclesLength.String(), "warm_up=200ms", "wait=1s",
				"send_batch=1", "receive_batch=1", fmt.Sprintf("workers=%d", cyclesSenders), fmt.Sprintf("consumers=%d", cyclesConsumers))
			acknowledged, _ := r.Find("acknowledge")
			own = append(own, acknowledged.RateReached)
			plain = append(plain, bareCycles(b, bare))
			ratios = append(ratios, own[len(own)-1]/plain[len(plain)-1])
		}
	}
	b.ReportMetric(median(own), "cycles/s")
	b.ReportMetric(median(plain), "bare-cycles/s")
	b.ReportMetric(median(ratios), "of-bare")
	for name, rate := range otherTools(b, bare) {
		b.ReportMetric(rate, name+"-sends/s")
	}
}

// bareCycles has workers send, receive and delete, one message after the other.
func bareCycles(b *testing.B, address string) float64 {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: cyclesWorkers}}
	defer client.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(b.Context(), cyclesLength)
	defer cancel()
	body := `{"body":"` + strings.Repeat("x", 256) + `"}`
	var cycles atomic.Int64
	var group sync.WaitGroup
	for range cyclesWorkers {
		group.Go(func() {
			for ctx.Err() == nil {
				var answer struct {
					Messages []struct {
						Handle string `json:"receipt_handle"`
					} `json:"messages"`
				}
				exchange(ctx, client, http.MethodPost, address+queuePath, body, &json.RawMessage{})
				exchange(ctx, client, http.MethodPost, address+queuePath+"/receive", `{"wait_time_seconds":1}`, &answer)
				for _, m := range answer.Messages {
					exchange(ctx, client, http.MethodDelete, address+queuePath+"?receipt_handle="+m.Handle, "", nil)
					cycles.Add(1)
				}
			}
		})
	}
	group.Wait()
	return float64(cycles.Load()) / cyclesLength.Seconds()
}

// otherTools gives the sends a second of the load tools that are installed.
func otherTools(b *testing.B, address string) map[string]float64 {
	url, seconds := address+queuePath, strconv.Itoa(int(cyclesLength.Seconds()))
	script := filepath.Join(b.TempDir(), "send.lua")
	if err := os.WriteFile(script, []byte(`wrk.method, wrk.body = "POST", '{"body":"x"}'`), 0o600); err != nil {
		b.Fatal(err)
	}
	rates := map[string]float64{}
	for name, tool := range map[string]struct {
		arguments []string
		rate      *regexp.Regexp
	}{
		"wrk": {[]string{"-c", "16", "-t", "2", "-d", seconds + "s", "-s", script, url}, regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)},
		"oha": {[]string{"-c", "16", "-z", seconds + "s", "--no-tui", "-m", "POST", "-d", `{"body":"x"}`, url}, regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)},
	} {
		if _, err := exec.LookPath(name); err != nil {
			continue
		}
		out, err := exec.CommandContext(b.Context(), name, tool.arguments...).CombinedOutput()
		found := tool.rate.FindSubmatch(out)
		if err != nil || found == nil {
			b.Logf("%s: %v\n%s", name, err, out)
			continue
		}
		rates[name], _ = strconv.ParseFloat(string(found[1]), 64)
	}
	return rates
}
