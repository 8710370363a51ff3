package wire

import (
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

const (
	// lagPeriod is how often the suite's own scheduling lag is sampled.
	lagPeriod = 20 * time.Millisecond
	// lagMemory is how many samples LagSince looks back over: one minute.
	lagMemory = int(time.Minute / lagPeriod)
)

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

	mu     sync.Mutex
	recent [lagMemory]lagSample
	next   int
}

type lagSample struct {
	at   time.Time
	late time.Duration
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
		l.add(lagSample{at: now, late: now.Sub(due)})
		timer.Reset(lagPeriod)
	}
}

func (l *lag) end() { l.once.Do(func() { close(l.stop) }) }

func (l *lag) add(s lagSample) {
	l.all.record(s.late)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.recent[l.next%lagMemory] = s
	l.next++
}

// since is the largest lag sampled after t.
func (l *lag) since(t time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	var worst time.Duration
	for _, s := range l.recent {
		if s.at.After(t) {
			worst = max(worst, s.late)
		}
	}
	return worst
}
