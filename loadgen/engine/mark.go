package engine

import (
	"context"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// Mark is where a run stands, for the figures of a step that begins there.
type Mark struct {
	run                    *Run
	at                     time.Time
	acknowledged, requests int64
	samples                int
}

// Mark notes where the run stands.
func (r *Run) Mark() Mark {
	live := &r.meter.Live
	return Mark{run: r, at: time.Now(), acknowledged: live.Acknowledged.Load(), requests: live.Requests.Load(), samples: len(r.series.All())}
}

// Step is what was reached since the mark: acknowledged messages and requests a
// second.
func (m Mark) Step(name string) result.Step {
	now, over := m.run.Mark(), time.Since(m.at).Seconds()
	return result.Step{
		Name:        name,
		Reached:     float64(now.acknowledged-m.acknowledged) / over,
		RequestRate: float64(now.requests-m.requests) / over,
		Held:        true,
	}
}

// Samples are those that were kept since the mark.
func (m Mark) Samples() []result.Sample { return m.run.series.All()[m.samples:] }

// Note adds a step to the result.
func (r *Run) Note(s result.Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps = append(r.steps, s)
}

const (
	// lookEvery is how often the backlog is looked at, and stuckAfter how long it
	// may stand still while it is waited for.
	lookEvery  = 2 * time.Millisecond
	stuckAfter = 3 * time.Second
)

// AwaitBacklog waits until at most so many messages are left to consume, or
// until nothing was acknowledged for long: what is left then is the drain's.
func (r *Run) AwaitBacklog(ctx context.Context, most int64) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	last, moved := r.meter.Backlog(), time.Now()
	for last > most && time.Since(moved) < stuckAfter {
		select {
		case <-ctx.Done():
			return
		case now := <-look.C:
			if backlog := r.meter.Backlog(); backlog != last {
				last, moved = backlog, now
			}
		}
	}
}
