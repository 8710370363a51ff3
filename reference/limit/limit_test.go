package limit

import (
	"net/netip"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/reference/clock"
)

// both runs a test with fixed and with sliding windows.
func both(t *testing.T, test func(*testing.T, *Limiter, *clock.Clock)) {
	for name, make := range map[string]func(*clock.Clock) *Limiter{"fixed": New, "sliding": NewSliding} {
		t.Run(name, func(t *testing.T) {
			c := clock.NewManual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
			test(t, make(c), c)
		})
	}
}

func set(t *testing.T, l *Limiter, r Rule) {
	t.Helper()
	if err := l.Set(r); err != nil {
		t.Fatal(err)
	}
}

func wants(t *testing.T, got Decision, allowed bool, remaining int, wait time.Duration) {
	t.Helper()
	if got.Allowed != allowed || got.Remaining != remaining || got.Wait != wait {
		t.Errorf("got %+v, want allowed %v, %d remaining, wait %v", got, allowed, remaining, wait)
	}
}

func TestNothingIsLimitedWithoutARule(t *testing.T) {
	both(t, func(t *testing.T, l *Limiter, _ *clock.Clock) {
		set(t, l, Rule{Key{Scope: Queue, Name: "other"}, 0, time.Second})
		if d := l.Take(Request{Queue: "q", Organization: "o", Operation: "x"}); !d.Allowed || d.Counted {
			t.Errorf("got %+v", d)
		}
	})
}

func TestAWindowLetsItsLimitPass(t *testing.T) {
	both(t, func(t *testing.T, l *Limiter, c *clock.Clock) {
		set(t, l, Rule{Key{Scope: Queue, Name: "q"}, 2, 10 * time.Second})
		q := Request{Queue: "q", Operation: "x"}
		wants(t, l.Take(q), true, 1, 10*time.Second)
		c.Advance(4 * time.Second)
		wants(t, l.Take(q), true, 0, 6*time.Second)
		wants(t, l.Take(q), false, 0, 6*time.Second)
		c.Advance(6*time.Second - 1)
		wants(t, l.Take(q), false, 0, 1)
		c.Advance(1)
		if d := l.Take(q); !d.Allowed {
			t.Errorf("after the wait: %+v", d)
		}
	})
}

func TestAnEarlyRetryExtendsOnlyWhereAsked(t *testing.T) {
	both(t, func(t *testing.T, l *Limiter, c *clock.Clock) {
		set(t, l, Rule{Key{Scope: Operation, Operation: "x"}, 1, 10 * time.Second})
		x := Request{Operation: "x", RetryExtends: true}
		wants(t, l.Take(x), true, 0, 10*time.Second)
		c.Advance(2 * time.Second)
		wants(t, l.Take(x), false, 0, 8*time.Second)
		c.Advance(6 * time.Second)
		wants(t, l.Take(Request{Operation: "x"}), false, 0, 2*time.Second)
		wants(t, l.Take(x), false, 0, 10*time.Second)
		c.Advance(10*time.Second - 1)
		wants(t, l.Take(Request{Operation: "x"}), false, 0, 1)
		c.Advance(1)
		wants(t, l.Take(x), true, 0, 10*time.Second)
	})
}

func TestARefusedRequestCountsNowhere(t *testing.T) {
	both(t, func(t *testing.T, l *Limiter, c *clock.Clock) {
		set(t, l, Rule{Key{Scope: Organization, Name: "o"}, 3, time.Minute})
		set(t, l, Rule{Key{Scope: Queue, Name: "q", Operation: "x"}, 1, time.Second})
		q := Request{Queue: "q", Organization: "o", Operation: "x"}
		wants(t, l.Take(q), true, 0, time.Second)
		for range 5 {
			wants(t, l.Take(q), false, 0, time.Second)
		}
		other := Request{Queue: "r", Organization: "o", Operation: "x"}
		wants(t, l.Take(other), true, 1, time.Minute)
		wants(t, l.Take(other), true, 0, time.Minute)
		wants(t, l.Take(q), false, 0, time.Minute) // the longer of two refusals
		c.Advance(time.Second)
		wants(t, l.Take(q), false, 0, 59*time.Second)
	})
}

func TestASlidingWindowForgetsOneByOne(t *testing.T) {
	c := clock.NewManual(time.Unix(0, 0))
	l := NewSliding(c)
	set(t, l, Rule{Key{Scope: Queue, Name: "q"}, 2, 10 * time.Second})
	for _, step := range []struct {
		at      time.Duration
		allowed bool
	}{{0, true}, {6, true}, {9, false}, {10, true}, {15, false}, {16, true}} {
		c.Advance(step.at*time.Second - c.Now().Sub(time.Unix(0, 0)))
		if d := l.Take(Request{Queue: "q", Operation: "x"}); d.Allowed != step.allowed {
			t.Errorf("at %d s: %+v", step.at, d)
		}
	}
}

func TestALimitOfNothingRefusesAll(t *testing.T) {
	both(t, func(t *testing.T, l *Limiter, c *clock.Clock) {
		set(t, l, Rule{Key{Scope: Queue, Name: "q"}, 0, time.Second})
		for range 3 {
			wants(t, l.Take(Request{Queue: "q", Operation: "x"}), false, 0, time.Second)
			c.Advance(time.Second)
		}
	})
}

func TestClear(t *testing.T) {
	both(t, func(t *testing.T, l *Limiter, _ *clock.Clock) {
		set(t, l, Rule{Key{Scope: Queue, Name: "q"}, 0, time.Second})
		b := Budget{netip.MustParseAddr("127.0.0.1"), 1, time.Minute}
		l.Spend(b, 1)
		wants(t, l.Spend(b, 1), false, 0, time.Minute)
		l.Clear()
		wants(t, l.Take(Request{Queue: "q", Operation: "x"}), true, 0, 0)
		wants(t, l.Spend(b, 1), true, 0, time.Minute)
	})
}

func TestABudgetIsItsAddressesOwn(t *testing.T) {
	both(t, func(t *testing.T, l *Limiter, c *clock.Clock) {
		one := Budget{netip.MustParseAddr("127.0.0.1"), 100, time.Minute}
		two := Budget{netip.MustParseAddr("127.0.0.2"), 100, time.Minute}
		wants(t, l.Spend(one, 0), true, 0, 0)
		for spent := 10; spent <= 100; spent += 10 {
			wants(t, l.Spend(one, 10), true, 100-spent, time.Minute)
		}
		if !l.Spend(one, 0).Allowed {
			t.Error("a request without invalid handles was refused before the line was crossed")
		}
		wants(t, l.Spend(one, 1), false, 0, time.Minute)
		wants(t, l.Spend(one, 0), false, 0, time.Minute)
		wants(t, l.Spend(two, 10), true, 90, time.Minute)
		c.Advance(time.Minute - 1)
		wants(t, l.Spend(one, 0), false, 0, 1)
		c.Advance(1)
		wants(t, l.Spend(one, 10), true, 90, time.Minute)
	})
}

func TestBudgetsStayWithinBounds(t *testing.T) {
	c := clock.NewManual(time.Unix(0, 0))
	l := New(c)
	address := netip.MustParseAddr("10.0.0.0")
	for i := range maxAddresses + 1000 {
		if i == maxAddresses/2 {
			c.Advance(2 * time.Minute)
		}
		l.Spend(Budget{address, 1, time.Minute}, 1)
		address = address.Next()
	}
	if n := len(l.budgets); n > maxAddresses || n < maxAddresses/2 {
		t.Errorf("%d addresses are kept", n)
	}
	if l.Spend(Budget{netip.MustParseAddr("10.0.255.255"), 1, time.Minute}, 1).Allowed {
		t.Error("a window still under way was forgotten before those that are over")
	}
}

func TestRulesStayWithinBounds(t *testing.T) {
	l := New(clock.NewManual(time.Unix(0, 0)))
	for i := range MaxRules {
		set(t, l, Rule{Key{Scope: Queue, Name: string(rune(0x4e00 + i))}, 1, time.Second})
	}
	if l.Set(Rule{Key{Scope: Queue, Name: "one more"}, 1, time.Second}) == nil {
		t.Error("one rule too many was taken")
	}
	set(t, l, Rule{Key{Scope: Queue, Name: string(rune(0x4e00))}, 2, time.Second})
}

func TestAnOutageLastsItsRequests(t *testing.T) {
	l := New(clock.NewManual(time.Unix(0, 0)))
	check := func(queue string, want bool) {
		t.Helper()
		wait, down := l.Unavailable(queue)
		if down != want || down && wait != 3*time.Second {
			t.Errorf("%s: %v, %v", queue, wait, down)
		}
	}
	if err := l.SetUnavailable("q", 2, 3*time.Second); err != nil {
		t.Fatal(err)
	}
	check("other", false)
	check("q", true)
	check("q", true)
	check("q", false)
	_ = l.SetUnavailable("q", 5, 3*time.Second)
	_ = l.SetUnavailable("q", 0, 0)
	check("q", false)
}

func BenchmarkTakeWithoutRules(b *testing.B) {
	l := New(clock.NewManual(time.Unix(0, 0)))
	for b.Loop() {
		l.Take(Request{Queue: "q", Operation: "x"})
	}
}
