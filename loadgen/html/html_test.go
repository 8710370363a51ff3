package html_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/html"
	"github.com/leasecheck/leasecheck/loadgen/internal/sample"
	"github.com/leasecheck/leasecheck/loadgen/result"
)

func page(t *testing.T, r *result.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func held(t *testing.T) *result.Result {
	return sample.Result(t, sample.Options{Latency: 10 * time.Millisecond, Rate: 1000, Windows: 20})
}

func TestPageShowsEverything(t *testing.T) {
	r := held(t)
	r.Invariants.Lost, r.Invariants.Examples = 2, []string{"queue: lost: 0-7 was accepted"}
	r.Steps = []result.Step{{Name: "batches of 5", Reached: 100}}
	r.Target.Name = "acme <queues>"
	r.Judge()
	text := page(t, r)
	for _, part := range []string{
		"Delivery latency over time", "Percentile spectrum", "Rates", "Backlog", "Schedule lag", "Memory",
		"invariant broken", "lost: 2", "0-7 was accepted", "429 BUSY", "batches of 5", "lost == 0", "acme &lt;queues&gt;", "99.9 %",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("it does not show %q", part)
		}
	}
	for _, no := range []string{"NaN", "Inf", "ZgotmplZ"} {
		if strings.Contains(text, no) {
			t.Errorf("it shows %s", no)
		}
	}
}

// It needs nothing but itself, and its drawings are well formed.
func TestPageStandsAlone(t *testing.T) {
	text := page(t, held(t))
	if found := regexp.MustCompile(`(?i)<(script|link|img|iframe)\b|src=|url\(|@import`).FindString(text); found != "" {
		t.Errorf("it refers to something else: %q", found)
	}
	for _, drawing := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text, -1) {
		d := xml.NewDecoder(strings.NewReader(drawing))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("a drawing is not well formed: %v\n%s", err, drawing)
			}
		}
	}
	if !strings.Contains(text, "prefers-color-scheme: dark") {
		t.Error("it has no dark form")
	}
}

// Every line has a colour of its own, however much was measured.
func TestEveryLineIsSeen(t *testing.T) {
	r := held(t)
	for _, name := range []string{"delivery_from_send", "acknowledge", "redelivery"} {
		r.Operations = append(r.Operations, result.Operation{Name: name, Latency: r.Operations[1].Latency})
	}
	text := page(t, r)
	lines := map[string]bool{}
	for _, found := range regexp.MustCompile(`<polyline class="(l\d+)`).FindAllStringSubmatch(text, -1) {
		lines[found[1]] = true
		if !strings.Contains(text, "svg ."+found[1]+" { stroke:") {
			t.Errorf("line %s has no colour", found[1])
		}
	}
	if len(lines) != 6 {
		t.Errorf("%d lines at most in a drawing, six are due", len(lines))
	}
}

// A run that measured nothing still has a page.
func TestPageOfNothing(t *testing.T) {
	r := &result.Result{Scenario: result.Scenario{Name: "latency"}, Interrupted: true}
	r.Judge()
	if text := page(t, r); !strings.Contains(text, "interrupted") || strings.Contains(text, "<polyline") {
		t.Error(text)
	}
}
