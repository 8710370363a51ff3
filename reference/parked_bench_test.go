//go:build linux

package reference

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	// parkedPolls is how many long polls wait at once.
	parkedPolls = 8000
	// parkedWatch is for how long their cost is watched.
	parkedWatch = 5 * time.Second
	// parkedRequest is the environment variable with which this test binary runs
	// as the client: it parks the request that the variable holds.
	parkedRequest = "LEASECHECK_PARKED_REQUEST"
	parkedHost    = "LEASECHECK_PARKED_HOST"
)

func TestMain(m *testing.M) {
	if request := os.Getenv(parkedRequest); request != "" {
		park(os.Getenv(parkedHost), request)
		return
	}
	os.Exit(m.Run())
}

// park opens the connections, sends the request on each, and holds them until
// the standard input ends.
func park(host, request string) {
	held := make([]*connection, parkedPolls)
	for i := range held {
		held[i] = dial(panicking{}, host)
		if _, err := io.WriteString(held[i], request); err != nil {
			panic(err)
		}
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	for _, k := range held {
		k.Close()
	}
}

// panicking is what the client process uses as its test.
type panicking struct{ testing.TB }

func (panicking) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// BenchmarkParked reports what 8,000 long polls of another process cost this
// one while nothing happens: resident memory, and the share of one core.
func BenchmarkParked(b *testing.B) {
	for _, d := range dialects {
		b.Run(string(d.Dialect), func(b *testing.B) {
			s := start(b, Config{})
			a := s.api(b, d.Dialect)
			path := d.queue(a) + "/messages/receive"
			client := exec.Command(os.Args[0])
			client.Env = append(os.Environ(), parkedHost+"="+strings.TrimPrefix(a.base, "http://"),
				parkedRequest+"="+fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"+
					"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, a.token, len(d.wait), d.wait))
			stdin, err := client.StdinPipe()
			if err != nil {
				b.Fatal(err)
			}
			client.Stderr = os.Stderr
			if err := client.Start(); err != nil {
				b.Fatal(err)
			}
			s.reach(b, parkedPolls)
			for b.Loop() {
				before := cpuTime(b)
				time.Sleep(parkedWatch)
				b.ReportMetric(100*(cpuTime(b)-before).Seconds()/parkedWatch.Seconds(), "cpu-%")
			}
			b.ReportMetric(resident(b), "resident-MB")
			stdin.Close()
			if err := client.Wait(); err != nil {
				b.Error(err)
			}
			s.reach(b, 0)
		})
	}
}

// cpuTime is what this process used so far.
func cpuTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// resident is this process's memory, in millions of bytes.
func resident(b *testing.B) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kilobytes, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	if err != nil {
		b.Fatal(err)
	}
	return kilobytes * 1024 / 1e6
}
