package lease

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestAMessageExpiresExactlyWhenDue(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(f *fixture)
		expires time.Duration
	}{
		"available":       {func(*fixture) {}, time.Minute},
		"in flight":       {func(f *fixture) { f.take(ReceiveOptions{Max: 1, Visibility: new(time.Hour)}) }, time.Minute},
		"after a lapse":   {func(f *fixture) { f.one(); f.time.Advance(30 * time.Second) }, time.Minute},
		"kept for longer": {func(f *fixture) { f.Update(func(s *Settings) { s.Retention = time.Hour }) }, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, dialects["ezgh"], Settings{Retention: time.Minute})
			f.put("a")
			c.prepare(f)
			f.time.Advance(epoch.Add(c.expires - 1).Sub(f.time.Now()))
			if got := f.Peek(nil, 0, 10); len(got) != 1 || !got[0].ExpiresAt.Equal(epoch.Add(c.expires)) {
				t.Errorf("before: %+v", got)
			}
			f.time.Advance(1)
			if got := f.Peek(nil, 0, 10); len(got) > 0 {
				t.Errorf("after: %+v", got)
			}
			f.expect()
		})
	}
}

func TestAShorterRetentionExpiresWhatIsThere(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	f.put("a")
	f.time.Advance(time.Hour)
	f.put("b")
	f.Update(func(s *Settings) { s.Retention = time.Hour })
	f.expect("b")
}

func TestAQueueForgetsByItself(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{Retention: time.Minute})
	f.put("a")
	f.time.Advance(time.Minute)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.messages.count != 0 {
		t.Error("an expired message is kept until somebody calls")
	}
}

func TestADelayedMessage(t *testing.T) {
	for name, c := range map[string]struct {
		queue time.Duration
		own   *time.Duration
		hides time.Duration
	}{
		"the queue's delay": {time.Minute, nil, time.Minute},
		"its own":           {0, new(time.Minute), time.Minute},
		"its own wins":      {time.Hour, new(time.Minute), time.Minute},
		"an explicit 0":     {time.Hour, new(time.Duration(0)), 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, dialects["basaltic"], Settings{Delay: c.queue})
			f.sendOut(Outgoing{Body: "a", Delay: c.own})
			f.Update(func(s *Settings) { s.Delay = 0 })
			f.put("b")
			if c.hides > 0 {
				if depth := f.Depth(); depth != (Depth{Available: 1, Delayed: 1}) {
					t.Errorf("depth %+v", depth)
				}
				f.time.Advance(c.hides - 1)
				f.change(f.expect("b")[0].Handle, 0)
				f.time.Advance(1)
			}
			f.expect("a", "b")
		})
	}
}

func TestPurgeRemovesEverything(t *testing.T) {
	for _, fifo := range []bool{false, true} {
		f := newFixture(t, dialects["ezgh"], Settings{FIFO: fifo})
		f.put("a", "b", "c")
		f.sendOut(Outgoing{Body: "d", Group: "d", Delay: new(time.Minute)})
		d := f.one()
		if got := f.Purge(); got != 4 {
			t.Errorf("FIFO %v: purged %d", fifo, got)
		}
		f.time.Advance(time.Hour)
		if depth := f.Depth(); depth != (Depth{}) {
			t.Errorf("FIFO %v: left %+v", fifo, depth)
		}
		if err := f.Acknowledge(d.Handle); err != ErrOver {
			t.Errorf("FIFO %v: an old handle answers %v", fifo, err)
		}
		f.put("a")
		f.expect("a")
	}
}

func TestPeekPagesReachEachMessageOnce(t *testing.T) {
	f := newFixture(t, dialects["basaltic"], Settings{})
	due := map[Visibility][]string{}
	for i := range 3 * peekStride {
		out, state := Outgoing{Body: fmt.Sprint(i)}, Available
		if i%1000 < 3 {
			out.Delay, state = new(time.Minute), Delayed
		}
		f.sendOut(out)
		due[state] = append(due[state], out.Body)
	}
	for state, bodies := range due {
		var got []string
		for after := uint64(0); ; {
			page := f.Peek(&state, after, 7)
			if len(page) == 0 {
				break
			}
			for _, m := range page {
				got = append(got, m.Body)
			}
			after = page[len(page)-1].Sequence
		}
		if !slices.Equal(got, bodies) {
			t.Errorf("%d messages in state %d, not %d", len(got), state, len(bodies))
		}
	}
}

func TestPeekBeyondTheEnd(t *testing.T) {
	f := newFixture(t, dialects["basaltic"], Settings{})
	f.put("a")
	for _, after := range []uint64{1, 1 << 40, 1<<64 - 1} {
		if got := f.Peek(nil, after, 10); len(got) > 0 {
			t.Errorf("after %d: %+v", after, got)
		}
	}
	if got := f.Peek(nil, 0, 0); len(got) > 0 {
		t.Errorf("none asked for: %+v", got)
	}
}
