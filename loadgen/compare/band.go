package compare

import (
	"math"
	"slices"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Band is a figure's noise within one run: four of five windows lie from Low to
// High.
type Band struct {
	Median  float64 `json:"median"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	Windows int     `json:"windows"`
}

const (
	// outside is the share of the windows that lie below a band, and above it.
	outside = 0.1
	// fewestWindows is how many a band is made of.
	fewestWindows = 5
	// leastChange is what a change must come to, relatively, to matter.
	leastChange = 0.05
)

// kind is a figure that every window has.
type kind struct {
	name, unit string
	of         func(result.Sample) float64
	// moreIsBetter says which way is better.
	moreIsBetter bool
}

var kinds = []kind{
	{"delivery p50", "s", func(s result.Sample) float64 { return s.DeliveryP50 }, false},
	{"delivery p99", "s", func(s result.Sample) float64 { return s.DeliveryP99 }, false},
	{"delivery from schedule p99", "s", func(s result.Sample) float64 { return s.FromScheduleP99 }, false},
	{"sent", "/s", func(s result.Sample) float64 { return s.SendReached }, true},
	{"received", "/s", func(s result.Sample) float64 { return s.ReceiveReached }, true},
	{"acknowledged", "/s", func(s result.Sample) float64 { return s.AckReached }, true},
	{"backlog", "", func(s result.Sample) float64 { return float64(s.Backlog) }, false},
	{"errors", "", func(s result.Sample) float64 { return float64(s.Errors) }, false},
}

// compare compares windows of two runs; it is false where none measured anything.
func (k kind) compare(phase string, before, after []result.Sample, limited bool) (Figure, bool) {
	f := Figure{Phase: phase, Name: k.name, Unit: k.unit, Before: k.band(before), After: k.band(after)}
	if f.Before == (Band{Windows: len(before)}) && f.After == (Band{Windows: len(after)}) {
		return f, false
	}
	if f.Before.Median != 0 {
		change := f.After.Median/f.Before.Median - 1
		f.Change = &change
	}
	f.Verdict = k.judge(f.Before, f.After)
	if limited {
		f.Verdict = Unknown
	}
	return f, true
}

func (k kind) band(windows []result.Sample) Band {
	values := make([]float64, len(windows))
	for i, w := range windows {
		values[i] = k.of(w)
	}
	slices.Sort(values)
	at := func(q float64) float64 { return values[int(math.Round(q*float64(len(values)-1)))] }
	return Band{Median: at(0.5), Low: at(outside), High: at(1 - outside), Windows: len(values)}
}

// judge calls a change real when each median lies outside the other run's band,
// and it is large enough to matter.
func (k kind) judge(before, after Band) Verdict {
	switch {
	case min(before.Windows, after.Windows) < fewestWindows:
		return Unknown
	case before.holds(after.Median) || after.holds(before.Median),
		math.Abs(after.Median-before.Median) < leastChange*math.Abs(before.Median):
		return Same
	case (after.Median > before.Median) == k.moreIsBetter:
		return Better
	default:
		return Worse
	}
}

func (b Band) holds(v float64) bool { return v >= b.Low && v <= b.High }
