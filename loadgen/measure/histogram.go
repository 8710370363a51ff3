// Package measure counts what a load run does and how long it takes: an
// HdrHistogram a kind of time, counters, errors by kind, and a series of
// samples over time.
package measure

import (
	"fmt"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// The settings of every histogram, of microseconds. Only equal ones can be merged.
const (
	Lowest  = 1
	Highest = int64(120 * time.Second / time.Microsecond)
	Digits  = 3
)

// Histogram counts times exactly enough for any percentile, 1 µs to 120 s to
// three digits. It is safe for concurrent use.
type Histogram struct {
	mu sync.Mutex
	// all is everything, and window what came since the last Window; a window is
	// kept only where somebody asks for one.
	all, window *hdrhistogram.Histogram
	unrecorded  int64
	negative    int64
}

// NewHistogram is an empty one.
func NewHistogram() *Histogram { return &Histogram{all: newCounts()} }

// NewWindowed is an empty one that also tells of the last window.
func NewWindowed() *Histogram { return &Histogram{all: newCounts(), window: newCounts()} }

func newCounts() *hdrhistogram.Histogram { return hdrhistogram.New(Lowest, Highest, Digits) }

// Record counts a time. One below zero, which says that clocks or the order of
// answers disagree, is counted apart and never made zero.
func (h *Histogram) Record(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d < 0 {
		h.negative++
		return
	}
	micros := d.Round(time.Microsecond).Microseconds()
	if h.all.RecordValue(micros) != nil {
		h.unrecorded++
		return
	}
	if h.window != nil {
		_ = h.window.RecordValue(micros) // all took it
	}
}

// Window gives the figures since the last call of it.
func (h *Histogram) Window() (result.Latency, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l, err := Figures(h.window)
	h.window.Reset()
	return l, err
}

// Latency gives the figures of everything.
func (h *Histogram) Latency() (result.Latency, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l, err := Figures(h.all)
	l.Unrecorded, l.Negative = h.unrecorded, h.negative
	return l, err
}

// Summary is a distribution in a few numbers, in seconds.
type Summary struct {
	Count int64
	Sum   float64
	// Quantiles are by their share, such as 0.99.
	Quantiles map[float64]float64
}

// Summary sums up everything so far.
func (h *Histogram) Summary(quantiles []float64) Summary {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := Summary{Count: h.all.TotalCount(), Quantiles: map[float64]float64{}}
	s.Sum = h.all.Mean() * float64(s.Count) / 1e6
	for _, q := range quantiles {
		s.Quantiles[q] = seconds(h.all.ValueAtPercentile(100 * q))
	}
	return s
}

// Figures reads the figures off counts of microseconds.
func Figures(counts *hdrhistogram.Histogram) (result.Latency, error) {
	encoded, err := counts.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		return result.Latency{}, fmt.Errorf("encode a histogram: %w", err)
	}
	at := func(percent float64) float64 { return seconds(counts.ValueAtPercentile(percent)) }
	l := result.Latency{
		Count: counts.TotalCount(), Histogram: string(encoded),
		P50: at(50), P90: at(90), P95: at(95), P99: at(99), P999: at(99.9),
	}
	if l.Count > 0 {
		l.Min, l.Mean, l.Max = seconds(counts.Min()), counts.Mean()/1e6, seconds(counts.Max())
	}
	return l, nil
}

// Counts reads the counts of figures again.
func Counts(l result.Latency) (*hdrhistogram.Histogram, error) {
	counts, err := hdrhistogram.Decode([]byte(l.Histogram))
	if err != nil {
		return nil, fmt.Errorf("decode a histogram: %w", err)
	}
	if counts.LowestTrackableValue() != Lowest || counts.HighestTrackableValue() != Highest || counts.SignificantFigures() != Digits {
		return nil, fmt.Errorf("a histogram of %d to %d µs and %d digits is none of leasecheck's, which have %d to %d µs and %d digits",
			counts.LowestTrackableValue(), counts.HighestTrackableValue(), counts.SignificantFigures(), Lowest, Highest, Digits)
	}
	return counts, nil
}

func seconds(micros int64) float64 { return float64(micros) / 1e6 }
