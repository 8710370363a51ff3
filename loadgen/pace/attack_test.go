package pace_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/pace"
)

// calls notes when calls were due and begun.
type calls struct {
	mu    sync.Mutex
	start time.Time
	dues  []time.Duration
}

func (c *calls) note(due time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dues = append(c.dues, due.Sub(c.start))
}

func TestAttackStartsEachMomentOnceAndNotBefore(t *testing.T) {
	for _, workers := range []int{1, 10, 0} {
		c := &calls{start: time.Now()}
		stats := pace.Attack(t.Context(), pace.Even(pace.Constant(1000), 300*time.Millisecond, whole), c.start,
			pace.Options{Workers: workers}, func(_ context.Context, due time.Time) {
				if now := time.Now(); now.Before(due) {
					t.Errorf("begun %s early", due.Sub(now))
				}
				c.note(due)
			})
		want := moments(pace.Even(pace.Constant(1000), 300*time.Millisecond, whole))
		slices.Sort(c.dues)
		if !slices.Equal(c.dues, want) || stats.Begun != 300 || stats.Dropped != 0 {
			t.Errorf("%d workers: %d moments, %+v, want %d", workers, len(c.dues), stats, len(want))
		}
	}
}

func TestAttackNeverExceedsItsWorkers(t *testing.T) {
	var underWay, most atomic.Int64
	stats := pace.Attack(t.Context(), pace.Even(pace.Constant(2000), 200*time.Millisecond, whole), time.Now(),
		pace.Options{Workers: 7}, func(context.Context, time.Time) {
			if n := underWay.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(10 * time.Millisecond) // a slow target
			underWay.Add(-1)
		})
	if most.Load() > 7 || stats.WorkersMax != 7 || stats.Begun != 400 {
		t.Errorf("%d at once, %+v, want 7 at once and all 400 begun", most.Load(), stats)
	}
}

// A target that stalls makes the sends behind it late. Either all are caught up
// with, or those that are too late are given up and counted.
func TestAttackBehindItsSchedule(t *testing.T) {
	for _, c := range []struct {
		name      string
		dropAfter time.Duration
		dropped   bool
	}{{"catches up", 0, false}, {"drops", 50 * time.Millisecond, true}} {
		t.Run(c.name, func(t *testing.T) {
			var first sync.Once
			stats := pace.Attack(t.Context(), pace.Even(pace.Constant(500), time.Second, whole), time.Now(),
				pace.Options{Workers: 1, DropAfter: c.dropAfter}, func(context.Context, time.Time) {
					first.Do(func() { time.Sleep(300 * time.Millisecond) })
				})
			if stats.Begun+stats.Dropped != 500 || (stats.Dropped > 0) != c.dropped {
				t.Errorf("%+v of 500", stats)
			}
			if c.dropped && (stats.Dropped < 100 || stats.Begun < 2) {
				t.Errorf("%+v: some 125 of 500 were due while it stalled for longer than allowed, and none is given up after it", stats)
			}
		})
	}
}

func TestAttackEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	began := time.Now()
	go func() {
		time.Sleep(20 * time.Millisecond)
		cancel()
	}()
	// The second moment is due after ten seconds.
	pace.Attack(ctx, pace.Even(pace.Constant(0.1), time.Minute, whole), began, pace.Options{Workers: 4},
		func(ctx context.Context, _ time.Time) { <-ctx.Done() })
	if took := time.Since(began); took > 9*time.Second {
		t.Errorf("it ended after %s", took)
	}
}
