package main

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/internal/referencetest"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// quick makes a load that takes a second.
var quick = []string{"--rate", "200", "--duration", "300ms", "--set", "warm_up=0s", "--set", "consumers=4", "--set", "wait=1s"}

func TestLoadOfTheReference(t *testing.T) {
	dir := t.TempDir()
	args := append([]string{"latency", "--target", referencetest.Path(t, specs.Basaltic), "--report-dir", dir, "--require", "lost == 0"}, quick...)
	out, errs, status := runCommand(newLoadCommand(), args...)
	r, err := result.Read(filepath.Join(dir, result.FileName))
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, errs)
	}
	if want := reports.WorstExit(r.ExitStatuses()...); status != want || status == reports.ExitNotConformant {
		t.Errorf("exit status %d, the result's is %d: %s%s", status, want, out, errs)
	}
	if r.Invariants.Sent != 60 || r.Invariants.Acknowledged != 60 || len(r.Thresholds) != 2 {
		t.Errorf("account %+v, thresholds %+v", r.Invariants, r.Thresholds)
	}
	for _, part := range []string{"about 60 messages in 180 requests", "measured for 300ms"} {
		if !strings.Contains(errs, part) {
			t.Errorf("it does not say %q beforehand:\n%s", part, errs)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, loadHTML))
	if err != nil || !strings.Contains(string(page), "Percentile spectrum") {
		t.Errorf("the page: %v", err)
	}
	if !strings.Contains(out, "60 sent, 60 delivered") {
		t.Errorf("it printed\n%s", out)
	}
}

func TestLoadAsJSON(t *testing.T) {
	args := append([]string{"latency", "--target", referencetest.Path(t, specs.EZGH), "--report-dir", t.TempDir(), "--json"}, quick...)
	out, errs, _ := runCommand(newLoadCommand(), args...)
	if err := specs.ValidateLoad([]byte(out)); err != nil {
		t.Errorf("%v\n%s%s", err, out, errs)
	}
}

func TestLoadThatMisses(t *testing.T) {
	args := append([]string{"latency", "--target", referencetest.Path(t, specs.Basaltic), "--report-dir", t.TempDir(), "--quiet", "--require", "sent > 1000"}, quick...)
	out, _, status := runCommand(newLoadCommand(), args...)
	if status != reports.ExitNotConformant || strings.TrimSpace(out) != "threshold missed: sent > 1000: it was 60" {
		t.Errorf("exit status %d: %s", status, out)
	}
}

func TestLoadUsage(t *testing.T) {
	path := referencetest.Path(t, specs.Basaltic)
	past := time.Now().Add(-time.Hour).Format(time.RFC3339)
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"nothing"}, "which are latency, ack"},
		{[]string{"latency", "ack"}, "takes one scenario"},
		{[]string{"latency", "--rate", "fast"}, "rate"},
		{[]string{"latency", "--require", "speed > 3"}, `"speed" is no figure`},
		{[]string{"latency", "--shard", "2/2"}, "the last n-1"},
		{[]string{"latency", "--shard", "one"}, "such as 0/3"},
		{[]string{"latency", "--shard", "0/2", "--set", "arrivals=poisson"}, "--set seed"},
		{[]string{"search", "--shard", "0/2"}, "rates of their own"},
		{[]string{"latency", "--start-at", "soon"}, "--start-at"},
		{[]string{"latency", "--start-at", past}, "is past"},
		{[]string{"latency", "--target", path, "--report-dir", file}, "--report-dir"},
		{[]string{"latency", "--target", path, "--metrics-listen", "nowhere:http"}, "--metrics-listen"},
		{[]string{"latency", "--url", "http://192.0.2.1", "--dialect", "basaltic", "--token", "t"}, "--allow-remote"},
	} {
		args := append(c.args, "--quiet")
		if !strings.Contains(strings.Join(args, " "), "--report-dir") {
			args = append(args, "--report-dir", t.TempDir())
		}
		out, errs, status := runCommand(newLoadCommand(), args...)
		if status != reports.ExitUsage || !strings.Contains(errs, c.says) {
			t.Errorf("%q: exit status %d, want a word of %q:\n%s%s", c.args, status, c.says, out, errs)
		}
	}
}

// The plan is printed before a target elsewhere is refused.
func TestLoadOfARemoteTargetIsPlannedAndRefused(t *testing.T) {
	_, errs, status := runCommand(newLoadCommand(), "latency", "--url", "http://192.0.2.1", "--dialect", "basaltic", "--token", "t", "--report-dir", t.TempDir())
	plan, refusal, found := strings.Cut(errs, "\n")
	if status != reports.ExitUsage || !found || !strings.Contains(plan, "23000 messages in 69000 requests") || !strings.Contains(refusal, "--allow-remote") {
		t.Errorf("exit status %d: %s", status, errs)
	}
}

func TestLoadOfATargetThatIsNotThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	_, errs, status := runCommand(newLoadCommand(), "latency", "--url", "http://"+l.Addr().String(), "--dialect", "basaltic", "--token", "t", "--report-dir", t.TempDir())
	if status != reports.ExitInconclusive || !strings.Contains(errs, "connection refused") {
		t.Errorf("exit status %d: %s", status, errs)
	}
}

// A disk that is full keeps nobody from the figures.
func TestLoadReportThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, result.FileName), 0o700); err != nil { // no file can take its place
		t.Fatal(err)
	}
	args := append([]string{"latency", "--target", referencetest.Path(t, specs.Basaltic), "--report-dir", dir}, quick...)
	out, errs, status := runCommand(newLoadCommand(), args...)
	if status != reports.ExitFault || !strings.Contains(errs, "could not be written") || !strings.Contains(out, "60 sent, 60 delivered") {
		t.Errorf("exit status %d: %s%s", status, out, errs)
	}
}

func TestLoadList(t *testing.T) {
	out, _, status := runCommand(newLoadCommand(), "list")
	for _, name := range []string{"latency", "ack", "throughput", "search", "backlog", "redelivery", "fifo", "soak"} {
		if status != reports.ExitOK || !strings.Contains(out, name) {
			t.Errorf("exit status %d: %s", status, out)
		}
	}
	if out, _, _ = runCommand(newLoadCommand(), "list", "--quiet"); len(strings.Split(out, "\n")) != 9 || !strings.HasPrefix(out, "latency\nack\n") {
		t.Errorf("names alone: %q", out)
	}
	out, _, _ = runCommand(newLoadCommand(), "list", "--json")
	var listed struct {
		Scenarios []struct {
			Name     string         `json:"name"`
			Settings map[string]any `json:"settings"`
		} `json:"scenarios"`
	}
	if err := json.Unmarshal([]byte(out), &listed); err != nil || len(listed.Scenarios) != 8 || listed.Scenarios[0].Settings["rate"] != 1000.0 {
		t.Errorf("%v: %s", err, out)
	}
}

// failingWriter is an output that takes nothing, as a full disk does.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestLoadListThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"list"}, {"list", "--settings"}, {"list", "--json"}} {
		cmd := newLoadCommand()
		cmd.SetOut(failingWriter{})
		cmd.SetArgs(args)
		if err := cmd.Execute(); err == nil || !strings.Contains(err.Error(), "no space") {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestLoadMergeAndCompare(t *testing.T) {
	t.Parallel() // it waits most of the time
	path, dir := referencetest.Path(t, specs.Basaltic), t.TempDir()
	start := time.Now().Add(11 * time.Second).UTC().Truncate(time.Second).Format(time.RFC3339)
	ended := make(chan string, 2)
	for _, shard := range []string{"0/2", "1/2"} {
		go func() {
			args := append([]string{"latency", "--target", path, "--report-dir", filepath.Join(dir, shard[:1]), "--shard", shard, "--start-at", start}, quick...)
			out, errs, _ := runCommand(newLoadCommand(), args...)
			ended <- out + errs
		}()
	}
	told := <-ended + <-ended
	a, b := filepath.Join(dir, "0", result.FileName), filepath.Join(dir, "1", result.FileName)
	out, errs, status := runCommand(newLoadCommand(), "merge", a, b, "--report-dir", dir)
	whole, err := result.Read(filepath.Join(dir, result.FileName))
	if err != nil {
		t.Fatalf("exit status %d: %v\n%s%s%s", status, err, out, errs, told)
	}
	if whole.Invariants.Sent != 60 || whole.Shard.Count != 1 || status != reports.WorstExit(whole.ExitStatuses()...) {
		t.Errorf("exit status %d, account %+v, shard %+v", status, whole.Invariants, whole.Shard)
	}
	out, errs, status = runCommand(newLoadCommand(), "compare", a, b)
	if status != reports.ExitOK || !strings.Contains(out, "nothing can be told") {
		t.Errorf("exit status %d: %s%s", status, out, errs)
	}
	whole.Invariants.Lost = 1
	if err := whole.Write(dir); err != nil {
		t.Fatal(err)
	}
	_, errs, status = runCommand(newLoadCommand(), "compare", a, filepath.Join(dir, result.FileName), "--fail-on-regression")
	if status != reports.ExitNotConformant {
		t.Errorf("exit status %d: %s", status, errs)
	}
	for _, args := range [][]string{{"merge", a}, {"merge", "nowhere"}, {"compare", a}, {"compare", a, "nowhere"}} {
		if _, errs, status := runCommand(newLoadCommand(), append(args, "--quiet")...); status != reports.ExitUsage {
			t.Errorf("%q: exit status %d: %s", args, status, errs)
		}
	}
}
