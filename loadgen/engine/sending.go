package engine

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/pace"
)

// Send sends at a rate of messages for so long, whatever the target does, and
// returns once every send has ended.
func (r *Run) Send(ctx context.Context, rate pace.Shape, length time.Duration) pace.Stats {
	each := max(r.config.SendBatch, 1)
	sends := perSend{rate, each}
	schedule := pace.Even(sends, length, r.config.Share)
	if r.config.Poisson {
		schedule = pace.Poisson(sends, length, r.config.Share, r.config.Seed)
	}
	measured, start := r.measuring.Load(), time.Now()
	r.asked.begin(rate, start, length, max(r.config.Share.Count, 1))
	options := pace.Options{Workers: r.config.Workers, DropAfter: r.config.DropAfter}
	stats := pace.Attack(ctx, schedule, start, options, func(ctx context.Context, due time.Time) {
		r.send(ctx, due, each, measured)
	})
	r.asked.end(measured)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.workersMax = max(r.workersMax, stats.WorkersMax)
	r.dropped += stats.Dropped * int64(each)
	return stats
}

// perSend is a rate of sends that carry so many messages each.
type perSend struct {
	messages pace.Shape
	each     int
}

func (p perSend) Rate(at time.Duration) float64 { return p.messages.Rate(at) / float64(p.each) }
func (p perSend) Due(by time.Duration) float64  { return p.messages.Due(by) / float64(p.each) }

// Fill sends this process's share of so many messages as fast as so many
// workers can.
func (r *Run) Fill(ctx context.Context, messages, workers int) {
	messages = r.config.Share.Of(messages)
	var begun atomic.Int64
	r.closed(ctx, workers, func() int {
		if ctx.Err() != nil {
			return 0
		}
		each := int64(r.config.SendBatch)
		left := int64(messages) - begun.Add(each) + each
		return int(min(left, each))
	})
}

// SendFast has so many workers send, one message or batch after the other, for
// so long. They wait while the backlog is as large as it may be.
func (r *Run) SendFast(ctx context.Context, workers int, length time.Duration) {
	phase, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	r.closed(ctx, workers, func() int {
		for r.meter.Backlog() >= r.config.MaxBacklog && pace.Until(phase, time.Now().Add(lookEvery)) {
		}
		if phase.Err() != nil {
			return 0
		}
		return r.config.SendBatch
	})
}

// closed has workers send as many messages as next says, until it says none.
func (r *Run) closed(ctx context.Context, workers int, next func() int) {
	measured := r.measuring.Load()
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for n := next(); n > 0; n = next() {
				r.send(ctx, time.Time{}, n, measured)
			}
		})
	}
	group.Wait()
}

// asked knows how many messages were due to be sent by any moment.
type asked struct {
	mu sync.Mutex
	// before is what ended sendings asked for, measured what they did in measured
	// phases. The one that goes on has a rate.
	before, measured float64
	rate             pace.Shape
	start            time.Time
	length           time.Duration
	shares           int
}

func (a *asked) begin(rate pace.Shape, start time.Time, length time.Duration, shares int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rate, a.start, a.length, a.shares = rate, start, length, shares
}

func (a *asked) end(measured bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	due := a.current(time.Now())
	a.before += due
	if measured {
		a.measured += due
	}
	a.rate = nil
}

// by is how many messages were due by a moment.
func (a *asked) by(t time.Time) float64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.before + a.current(t)
}

func (a *asked) current(t time.Time) float64 {
	if a.rate == nil {
		return 0
	}
	return a.rate.Due(min(t.Sub(a.start), a.length)) / float64(a.shares)
}
