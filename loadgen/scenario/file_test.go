package scenario_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/pace"
	"github.com/leasecheck/leasecheck/loadgen/scenario"
	"github.com/leasecheck/leasecheck/loadgen/threshold"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "load.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFile(t *testing.T) {
	_, s, err := scenario.Load(write(t, `
scenario: latency
rate: {ramp: {from: 100, to: 2000, over: 30s}}
arrivals: poisson
overdue: 100ms
duration: 40s
size: 100:0.9, 1000-2000:0.1
require:
  - delivery.p99 < 250ms
`), "consumers=7", "queues=3")
	if err != nil {
		t.Fatal(err)
	}
	if s.Rate.Shape != (pace.Ramp{From: 100, To: 2000, Over: 30 * time.Second}) || s.Arrivals != scenario.Poisson ||
		s.Duration.Duration != 40*time.Second || s.Consumers != 7 || s.Queues != 3 || len(s.Require) != 1 {
		t.Errorf("%+v", s)
	}
	want := engine.Size{Ranges: []engine.SizeRange{{Min: 100, Max: 100, Weight: 0.9}, {Min: 1000, Max: 2000, Weight: 0.1}}}
	if s.Size.String() != want.String() {
		t.Errorf("sizes %s, want %s", s.Size, want)
	}
	if c := s.Traffic(); c.DropAfter != 100*time.Millisecond || !c.Poisson || c.Consumption.Wait != 20*time.Second {
		t.Errorf("%+v", c)
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[string]pace.Shape{
		"500": pace.Constant(500),
		"max": nil,
		"{sine: {mean: 10, amplitude: 5, period: 1m}}": pace.Sine{Mean: 10, Amplitude: 5, Period: time.Minute},
	} {
		_, s, err := scenario.Load("latency", "rate="+text)
		if err != nil || s.Rate.Shape != want {
			t.Errorf("%s: %#v (%v)", text, s.Rate.Shape, err)
		}
	}
	_, s, err := scenario.Load("latency", "rate={steps: {rates: [10, 20], each: 5s}}")
	steps, ok := s.Rate.Shape.(pace.Steps)
	if err != nil || !ok || len(steps.Rates) != 2 || steps.Each != 5*time.Second {
		t.Errorf("steps: %#v (%v)", s.Rate.Shape, err)
	}
}

// A mistake is told with its file, its field and what to write instead.
func TestMistakes(t *testing.T) {
	for text, parts := range map[string][]string{
		"scenario: latency\nduration: fast":                           {"load.yaml", "line 2", "fast", "unit"},
		"scenario: latency\nconsumer: 3":                              {"load.yaml", "line 2", "consumer"},
		"scenario: nothing":                                           {"load.yaml", "nothing", "latency, ack"},
		"duration: 3s":                                                {"load.yaml", "scenario"},
		"scenario: latency\nconsumers: 0":                             {"consumers", "1 to 10000"},
		"scenario: latency\nconsumers: many":                          {"line 2", "many"},
		"scenario: latency\nwait: 1500ms":                             {"wait", "whole seconds"},
		"scenario: latency\nwait: 25s":                                {"wait", "0 to 20"},
		"scenario: latency\nrate: 0":                                  {"line 2", "rate"},
		"scenario: latency\nrate: {ramp: {from: 1}}":                  {"line 2", "rate", "steps"},
		"scenario: latency\nrate: {ramp: {from: 1, to: 2, ower: 3s}}": {"rate", "ower"},
		"scenario: latency\nsize: 10-5":                               {"line 2", "size"},
		"scenario: latency\nsize: 999999999":                          {"size", "262144"},
		"scenario: latency\narrivals: random":                         {"arrivals", "poisson"},
		"scenario: latency\noverdue: never":                           {"overdue", "catch-up"},
		"scenario: search\nsearch: {from: 0}":                         {"search.from"},
		"scenario: search\nsearch: {from: 100, to: 50}":               {"search.to"},
		"scenario: search\nsearch: {within: 0}":                       {"search.within"},
		"scenario: search\nsearch: {window: 1ms}":                     {"search.window"},
		"scenario: fifo\ngroups: []":                                  {"groups"},
		"scenario: latency\nsend_batch: 11":                           {"send_batch", "1 to 10"},
	} {
		_, _, err := scenario.Load(write(t, text))
		if err == nil {
			t.Errorf("%q was taken", text)
			continue
		}
		for _, part := range parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: %q does not say %q", text, err, part)
			}
		}
		if strings.Contains(err.Error(), "scenario.") || strings.Contains(err.Error(), "!!") {
			t.Errorf("%q: %q speaks of the program's own types", text, err)
		}
	}
	for _, change := range []string{"consumers", "consumers=x", "nothing=3"} {
		if _, _, err := scenario.Load("latency", change); err == nil || !strings.Contains(err.Error(), change) {
			t.Errorf("--set %s: %v", change, err)
		}
	}
	if _, _, err := scenario.Load("nowhere.yaml"); err == nil || !strings.Contains(err.Error(), "nowhere.yaml") {
		t.Errorf("a file that is not there: %v", err)
	}
}

// Settings are written as a file would have them, so that a result can be run again.
func TestSettingsAreWrittenAsAFileHasThem(t *testing.T) {
	for _, s := range scenario.All() {
		text, err := json.Marshal(s.Defaults)
		if err != nil {
			t.Fatal(err)
		}
		_, again, err := scenario.Load(write(t, string(text)))
		if err != nil {
			t.Errorf("%s: %v\n%s", s.Name, err, text)
			continue
		}
		if second, _ := json.Marshal(again); string(second) != string(text) {
			t.Errorf("%s: written %s\nread    %s", s.Name, text, second)
		}
	}
}

func TestPlans(t *testing.T) {
	for _, s := range scenario.All() {
		p := s.Plan(s.Defaults)
		if p.Duration <= 0 || (p.Messages == 0) == (p.Workers == 0) || p.Requests < p.Messages/10 {
			t.Errorf("%s: %+v", s.Name, p)
		}
		if p.Duration > time.Minute && s.Name != "soak" {
			t.Errorf("%s is planned for %s, more than a minute", s.Name, p.Duration)
		}
	}
}

// A load that goes as fast as it can is not planned to do nothing.
func TestPlanWithoutARate(t *testing.T) {
	for change, says := range map[string]string{"rate=max": "as many messages as 16 workers send", "rate=10": "about 230 messages in "} {
		s, settings, err := scenario.Load("throughput", change)
		if err != nil {
			t.Fatal(err)
		}
		if text := s.Plan(settings).String(); !strings.Contains(text, says) || !strings.Contains(text, "24s") {
			t.Errorf("%s: %q, want %q", change, text, says)
		}
	}
}

// The windows that a rate must be held for are those of the search.
func TestSearchSamplesItsWindows(t *testing.T) {
	_, s, err := scenario.Load("search", "search={window: 3s}")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Traffic().Interval; got != 3*time.Second {
		t.Errorf("samples every %s, the window is 3s", got)
	}
}

func TestExamples(t *testing.T) {
	paths, err := filepath.Glob("../../examples/load/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range paths {
		if _, s, err := scenario.Load(path); err != nil {
			t.Error(err)
		} else if _, err := threshold.ParseAll(s.Require); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}
