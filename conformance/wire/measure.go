package wire

import (
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// lagPeriod is how often the suite's own scheduling lag is sampled.
const lagPeriod = 20 * time.Millisecond

// histogram counts durations of 1 µs to 2 minutes to two digits.
type histogram struct {
	mu     sync.Mutex
	counts *hdrhistogram.Histogram
}

func newHistogram() *histogram {
	return &histogram{counts: hdrhistogram.New(1, (2 * time.Minute).Microseconds(), 2)}
}

func (h *histogram) record(d time.Duration) {
	v := min(max(d.Microseconds(), 1), h.counts.HighestTrackableValue())
	h.mu.Lock()
	defer h.mu.Unlock()
	_ = h.counts.RecordValue(v) // v is within the bounds
}

// quantile is in seconds; 0 when nothing was recorded.
func (h *histogram) quantile(percent float64) float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return float64(h.counts.ValueAtQuantile(percent)) / 1e6
}

// lag samples how late the suite's own goroutines wake.
type lag struct {
	all  *histogram
	stop chan struct{}
	once sync.Once
	// recent are the latest samples.
	recent peaks
}

func startLag() *lag {
	l := &lag{all: newHistogram(), stop: make(chan struct{})}
	go l.run()
	return l
}

func (l *lag) run() {
	timer := time.NewTimer(lagPeriod)
	defer timer.Stop()
	for due := time.Now().Add(lagPeriod); ; due = time.Now().Add(lagPeriod) {
		select {
		case <-timer.C:
		case <-l.stop:
			return
		}
		now := time.Now()
		l.all.record(now.Sub(due))
		l.recent.add(now, now.Sub(due))
		timer.Reset(lagPeriod)
	}
}

func (l *lag) end() { l.once.Do(func() { close(l.stop) }) }
