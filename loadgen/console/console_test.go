package console_test

import (
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/console"
	"github.com/leasecheck/leasecheck/loadgen/internal/sample"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

func TestSummary(t *testing.T) {
	r := sample.Result(t, sample.Options{Latency: 10 * time.Millisecond, Rate: 1000, Windows: 5})
	r.Operations[1].Latency.Negative = 4
	r.Steps = []result.Step{{Name: "500/s", Rate: 500, Reached: 499.5, P99: 0.02, Held: false, Reason: "too slow"}}
	r.Invariants.Duplicated, r.Invariants.Examples = 1, []string{"q: 0-7 came twice"}
	r.Thresholds = append(r.Thresholds, result.Threshold{Condition: "send.rate > 1", Reason: "the generator was the limit"})
	r.Judge()
	var b strings.Builder
	if err := console.Write(&b, r, console.Options{Files: []string{"dir/load.json"}}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, part := range []string{
		"acme, basaltic at http://127.0.0.1:8080", "delivery from schedule", "schedule lag", `send: 2 errors "429 BUSY"`,
		"4 came before what they count from", "500/s", "too slow", "500 sent, 500 delivered", "1 duplicated within lease", "q: 0-7 came twice",
		"held: lost == 0", "not judged: send.rate > 1 (the generator was the limit)", "written    dir/load.json",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("it does not say %q:\n%s", part, text)
		}
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if last := lines[len(lines)-1]; last != "invariant broken: duplicated within lease: 1" {
		t.Errorf("the last line is %q", last)
	}
	if strings.Contains(text, "\x1b") {
		t.Error("it is coloured")
	}
}

// Steps that are no rates to hold are not said to be held.
func TestStepsThatWereNotSearched(t *testing.T) {
	r := sample.Result(t, sample.Options{Latency: 10 * time.Millisecond, Rate: 1000, Windows: 5})
	r.Steps = []result.Step{{Name: "batches of 10", Reached: 25877.1, RequestRate: 5175.4, Held: true}}
	var b strings.Builder
	if err := console.Write(&b, r, console.Options{}); err != nil {
		t.Fatal(err)
	}
	want := "step           acknowledged a second  requests a second\nbatches of 10                25877.1             5175.4\n"
	if !strings.Contains(b.String(), want) {
		t.Errorf("it does not say\n%s\nbut\n%s", want, b.String())
	}
}

func TestTime(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0", 0.0000021: "2 µs", 0.00123: "1.23 ms", 0.0123: "12.3 ms", 0.123: "123 ms", 1.234: "1.23 s", 83: "1m23s", 0.9999: "1000 ms",
	} {
		if got := console.Time(seconds); got != want {
			t.Errorf("%g s: %q, want %q", seconds, got, want)
		}
	}
}

func TestTableAlignsColumns(t *testing.T) {
	var table console.Table
	table.Row("name", "µs", "n")
	table.Row("a", "1000")
	var b strings.Builder
	table.Write(&b)
	if want := "name    µs  n\na     1000\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}
