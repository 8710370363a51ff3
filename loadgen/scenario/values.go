package scenario

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/leasecheck/leasecheck/loadgen/engine"
	"github.com/leasecheck/leasecheck/loadgen/pace"
)

// Duration is a time with its unit, such as 20s.
type Duration struct{ time.Duration }

// UnmarshalYAML reads a time with its unit.
func (d *Duration) UnmarshalYAML(n *yaml.Node) error {
	v, err := time.ParseDuration(n.Value)
	if err != nil || v < 0 {
		return fmt.Errorf("line %d: %q is no time: give one with its unit, such as 500ms or 20s", n.Line, n.Value)
	}
	d.Duration = v
	return nil
}

// MarshalJSON writes it as a file has it.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(d.String()) }

// Overdue is after how long a late send is given up; 0 catches up.
type Overdue time.Duration

const catchUp = "catch-up"

// UnmarshalYAML reads "catch-up" or a time.
func (o *Overdue) UnmarshalYAML(n *yaml.Node) error {
	if n.Value == catchUp {
		*o = 0
		return nil
	}
	v, err := time.ParseDuration(n.Value)
	if err != nil || v <= 0 {
		return fmt.Errorf("line %d: overdue is %q: give catch-up, or the time after which a late send is given up, such as 100ms", n.Line, n.Value)
	}
	*o = Overdue(v)
	return nil
}

// MarshalJSON writes it as a file has it.
func (o Overdue) MarshalJSON() ([]byte, error) {
	if o == 0 {
		return json.Marshal(catchUp)
	}
	return json.Marshal(time.Duration(o).String())
}

// Rate is a shape of messages a second. Without one, messages are sent as fast
// as the workers reach.
type Rate struct {
	pace.Shape
	text any
}

const fastest = "max"

// ConstantRate is the same at all times.
func ConstantRate(perSecond float64) Rate {
	return Rate{Shape: pace.Constant(perSecond), text: perSecond}
}

// shapes are the forms of a rate that is not constant; one field is set.
type shapes struct {
	Ramp  *ramp  `yaml:"ramp"`
	Steps *steps `yaml:"steps"`
	Sine  *sine  `yaml:"sine"`
}

type ramp struct {
	From float64  `yaml:"from"`
	To   float64  `yaml:"to"`
	Over Duration `yaml:"over"`
}

type steps struct {
	Rates []float64 `yaml:"rates"`
	Each  Duration  `yaml:"each"`
}

type sine struct {
	Mean      float64  `yaml:"mean"`
	Amplitude float64  `yaml:"amplitude"`
	Period    Duration `yaml:"period"`
}

// ownLine is where a mistake stands within a rate, which is not where it stands
// in its file.
var ownLine = regexp.MustCompile(`^line \d+: `)

// rateForms tells how a rate may be written.
const rateForms = "give a number, max, {ramp: {from, to, over}}, {steps: {rates, each}} or {sine: {mean, amplitude, period}}"

// UnmarshalYAML reads a number or one shape.
func (r *Rate) UnmarshalYAML(n *yaml.Node) error {
	if n.Value == fastest {
		*r = Rate{}
		return nil
	}
	if n.Kind == yaml.ScalarNode {
		v, err := strconv.ParseFloat(n.Value, 64)
		if err != nil || !(v > 0 && v <= 1e6) {
			return fmt.Errorf("line %d: rate is %q: it is more than 0 a second and at most 1,000,000", n.Line, n.Value)
		}
		*r = ConstantRate(v)
		return nil
	}
	var s shapes
	if err := strict(n, &s); err != nil {
		return fmt.Errorf("line %d: rate: %s: %s", n.Line, ownLine.ReplaceAllString(told(err).Error(), ""), rateForms)
	}
	shape, ok := s.shape()
	if !ok {
		return fmt.Errorf("line %d: rate has no shape, more than one, or one without its numbers: %s", n.Line, rateForms)
	}
	r.Shape = shape
	return n.Decode(&r.text)
}

// shape gives the one shape that is set, if all its numbers are.
func (s shapes) shape() (pace.Shape, bool) {
	switch {
	case s.Ramp != nil && s.Steps == nil && s.Sine == nil:
		r := s.Ramp
		return pace.Ramp{From: r.From, To: r.To, Over: r.Over.Duration}, r.From >= 0 && r.To >= 0 && r.From+r.To > 0 && r.Over.Duration > 0
	case s.Steps != nil && s.Ramp == nil && s.Sine == nil:
		ok := len(s.Steps.Rates) > 0 && s.Steps.Each.Duration > 0
		for _, rate := range s.Steps.Rates {
			ok = ok && rate >= 0
		}
		return pace.Steps{Rates: s.Steps.Rates, Each: s.Steps.Each.Duration}, ok
	case s.Sine != nil && s.Ramp == nil && s.Steps == nil:
		w := s.Sine
		return pace.Sine{Mean: w.Mean, Amplitude: w.Amplitude, Period: w.Period.Duration},
			w.Mean > 0 && w.Amplitude >= 0 && w.Amplitude <= w.Mean && w.Period.Duration > 0
	default:
		return nil, false
	}
}

// MarshalJSON writes it as a file has it.
func (r Rate) MarshalJSON() ([]byte, error) {
	if r.Shape == nil {
		return json.Marshal(fastest)
	}
	return json.Marshal(r.text)
}

// Size is the bytes of messages.
type Size struct{ engine.Size }

// UnmarshalYAML reads a number, a range such as 100-2000, or a distribution such
// as "100:0.9, 1000-20000:0.1" of sizes and weights.
func (s *Size) UnmarshalYAML(n *yaml.Node) error {
	s.Size = engine.Size{}
	for _, part := range strings.Split(n.Value, ",") {
		r, err := sizeRange(strings.TrimSpace(part))
		if err != nil {
			return fmt.Errorf("line %d: size: %w", n.Line, err)
		}
		s.Ranges = append(s.Ranges, r)
	}
	return nil
}

func sizeRange(text string) (engine.SizeRange, error) {
	sizes, weight, weighted := strings.Cut(text, ":")
	low, high, ranged := strings.Cut(sizes, "-")
	if !ranged {
		high = low
	}
	r := engine.SizeRange{Weight: 1}
	var err1, err2, err3 error
	r.Min, err1 = strconv.Atoi(strings.TrimSpace(low))
	r.Max, err2 = strconv.Atoi(strings.TrimSpace(high))
	if weighted {
		r.Weight, err3 = strconv.ParseFloat(strings.TrimSpace(weight), 64)
	}
	if err1 != nil || err2 != nil || err3 != nil || r.Min < 0 || r.Max < r.Min || r.Max > mostSize || !(r.Weight > 0) {
		return r, fmt.Errorf("%q is no size: give bytes up to %d, a range such as 100-2000, or several with weights such as 100:0.9,2000:0.1", text, mostSize)
	}
	return r, nil
}

// MarshalJSON writes it as a file has it.
func (s Size) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }
