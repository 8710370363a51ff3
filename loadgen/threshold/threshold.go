// Package threshold judges figures of a load result by conditions such as
// "delivery.p99 < 250ms" or "lost == 0".
package threshold

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Threshold is a condition on one figure.
type Threshold struct {
	text   string
	figure figure
	hold   func(observed, bound float64) bool
	bound  float64
}

var (
	form      = regexp.MustCompile(`^\s*([\w.]+)\s*(<=|>=|==|!=|<|>)\s*(\S+)\s*$`)
	relations = map[string]func(a, b float64) bool{
		"<":  func(a, b float64) bool { return a < b },
		"<=": func(a, b float64) bool { return a <= b },
		">":  func(a, b float64) bool { return a > b },
		">=": func(a, b float64) bool { return a >= b },
		"==": func(a, b float64) bool { return a == b },
		"!=": func(a, b float64) bool { return a != b },
	}
)

// Parse reads a condition: a figure, a relation and a number, percentage or time.
func Parse(text string) (Threshold, error) {
	parts := form.FindStringSubmatch(text)
	if parts == nil {
		return Threshold{}, fmt.Errorf("threshold %q: give a figure, one of < <= > >= == !=, and a bound, such as 'delivery.p99 < 250ms'", text)
	}
	f, err := parseFigure(parts[1])
	if err != nil {
		return Threshold{}, fmt.Errorf("threshold %q: %w", text, err)
	}
	bound, err := f.parseBound(parts[3])
	if err != nil {
		return Threshold{}, fmt.Errorf("threshold %q: %w", text, err)
	}
	return Threshold{text: strings.TrimSpace(text), figure: f, hold: relations[parts[2]], bound: bound}, nil
}

// ParseAll reads conditions. Of several on one figure all count.
func ParseAll(texts []string) ([]Threshold, error) {
	all := make([]Threshold, len(texts))
	for i, text := range texts {
		var err error
		if all[i], err = Parse(text); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Judge judges a result. A figure that the generator limited is not judged.
func (t Threshold) Judge(r *result.Result) result.Threshold {
	verdict := result.Threshold{Condition: t.text, Judged: true}
	observed, ok := t.figure.of(r)
	switch {
	case t.figure.timed && r.Generator.Limited:
		verdict.Judged, verdict.Reason = false, "the generator was the limit: "+r.Generator.Reason
	case !ok:
		verdict.Reason = "nothing of it was measured"
		return verdict
	}
	verdict.Observed, verdict.Held = observed, t.hold(observed, t.bound)
	if math.IsInf(observed, 1) {
		verdict.Observed, verdict.Reason = longest, fmt.Sprintf("it was longer than %g s, which is as far as times are counted", longest)
	}
	return verdict
}

// parseBound reads a number in the figure's unit.
func (f figure) parseBound(text string) (float64, error) {
	if f.seconds {
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, fmt.Errorf("%q is no time: give one with its unit, such as 250ms", text)
		}
		return d.Seconds(), nil
	}
	number, percent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no number", text)
	}
	if percent {
		v /= 100
	}
	return v, nil
}
