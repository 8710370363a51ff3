package wire

import (
	"sync"
	"time"
)

const (
	peakPeriod = 20 * time.Millisecond
	// peakMemory is how many periods are looked back over: one minute.
	peakMemory = int64(time.Minute / peakPeriod)
)

// epoch is what periods count from, on the monotonic clock.
var epoch = time.Now()

// peaks keeps the largest of the durations that were seen in each short period
// of the last minute. The zero value has seen none.
type peaks struct {
	mu   sync.Mutex
	seen [peakMemory]peak
}

type peak struct {
	period int64
	most   time.Duration
}

func periodOf(at time.Time) int64 { return int64(at.Sub(epoch) / peakPeriod) }

// add notes a duration that was seen at a moment.
func (p *peaks) add(at time.Time, d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	period := periodOf(at)
	slot := &p.seen[(period%peakMemory+peakMemory)%peakMemory]
	if slot.period != period {
		*slot = peak{period: period}
	}
	slot.most = max(slot.most, d)
}

// since is the largest that was seen after t.
func (p *peaks) since(t time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	var most time.Duration
	for _, one := range p.seen {
		if one.period >= periodOf(t) {
			most = max(most, one.most)
		}
	}
	return most
}
