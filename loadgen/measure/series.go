package measure

import (
	"runtime/metrics"
	"slices"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Series samples a meter once an interval.
type Series struct {
	meter *Meter
	start time.Time
	// asked is how many messages were due to be sent by a moment.
	asked func(time.Time) float64
	// targetMemory is what a target on this machine has taken.
	targetMemory func() int64
	last         counts

	mu  sync.Mutex
	all []result.Sample
}

// counts are what live counters stood at.
type counts struct {
	at                                       time.Time
	asked                                    float64
	accepted, received, acknowledged, failed int64
}

// NewSeries samples m in seconds since start. Asked is how many messages were
// due to be sent by a moment, targetMemory what a target on this machine has taken.
func NewSeries(m *Meter, start time.Time, asked func(by time.Time) float64, targetMemory func() int64) *Series {
	return &Series{meter: m, start: start, asked: asked, targetMemory: targetMemory}
}

// windows are the figures of one interval.
type windows struct{ delivery, fromSchedule, lag result.Latency }

// windows ends the windows of all histograms that have some.
func (s *Series) windows() (windows, error) {
	var w windows
	for _, one := range []struct {
		of   *Histogram
		into *result.Latency
	}{
		{s.meter.Of(Delivery).latency, &w.delivery},
		{s.meter.Of(DeliveryFromSchedule).latency, &w.fromSchedule},
		{s.meter.Of(Send).lag, &w.lag},
	} {
		var err error
		if *one.into, err = one.of.Window(); err != nil {
			return w, err
		}
	}
	return w, nil
}

// Begin starts the first interval of a phase now.
func (s *Series) Begin() error {
	_, err := s.windows()
	s.last = s.now()
	return err
}

// Sample ends an interval now, and gives what happened in it. It is kept for
// All only where keep says so.
func (s *Series) Sample(keep bool) (result.Sample, error) {
	was, is := s.last, s.now()
	s.last = is
	over := is.at.Sub(was.at).Seconds()
	rate := func(from, to int64) float64 { return float64(to-from) / over }
	w, err := s.windows()
	if err != nil {
		return result.Sample{}, err
	}
	sample := result.Sample{
		AtS: is.at.Sub(s.start).Seconds(), DurationSeconds: over,
		SendAsked: (is.asked - was.asked) / over, SendReached: rate(was.accepted, is.accepted),
		ReceiveReached: rate(was.received, is.received), AckReached: rate(was.acknowledged, is.acknowledged),
		Backlog:     is.accepted - is.acknowledged,
		DeliveryP50: w.delivery.P50, DeliveryP99: w.delivery.P99, DeliveryMax: w.delivery.Max,
		Deliveries: w.delivery.Count, DeliveryHistogram: w.delivery.Histogram,
		FromScheduleP99: w.fromSchedule.P99, FromScheduleHistogram: w.fromSchedule.Histogram,
		ScheduleLag: w.lag.P99, Errors: is.failed - was.failed, MemoryBytes: Memory(), TargetMemoryBytes: s.targetMemory(),
	}
	if keep {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all = append(s.all, sample)
	}
	return sample, nil
}

// All are the samples so far.
func (s *Series) All() []result.Sample {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clip(s.all)
}

func (s *Series) now() counts {
	l, now := &s.meter.Live, time.Now()
	return counts{
		at: now, asked: s.asked(now), accepted: l.Accepted.Load(), received: l.Received.Load(),
		acknowledged: l.Acknowledged.Load(), failed: l.Failed.Load(),
	}
}

// Memory is what this process has taken from the system and not given back.
func Memory() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
