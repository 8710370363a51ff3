package lease

import (
	"context"
	"slices"
	"testing"
	"time"
)

// park starts a receive that must find nothing.
func (f *fixture) park(o ReceiveOptions) *waiter {
	f.Helper()
	if o.Max == 0 {
		o.Max = 1
	}
	ds, w, err := f.begin(o)
	if err != nil || w == nil {
		f.Fatalf("received %q, %v at once", bodiesOf(ds), err)
	}
	return w
}

// answered gives what a parked receive got, and whether it has an answer.
func answered(w *waiter) ([]string, bool) {
	select {
	case <-w.done:
		return bodiesOf(w.deliveries), true
	default:
		return nil, false
	}
}

const wait = 20 * time.Second

func TestAParkedReceiveIsAnsweredByWhateverMakesAMessageAvailable(t *testing.T) {
	ezgh := dialects["ezgh"]
	capped := ezgh
	capped.InFlightCap = 1
	for name, c := range map[string]struct {
		rules    Rules
		settings Settings
		// before gives what must not be available to the receive; then makes it so.
		before func(f *fixture) Handle
		then   func(f *fixture, h Handle)
	}{
		"a send": {ezgh, Settings{},
			func(*fixture) (h Handle) { return h },
			func(f *fixture, _ Handle) { f.put("a") }},
		"a lapse": {ezgh, Settings{},
			func(f *fixture) Handle {
				f.put("a")
				return f.take(ReceiveOptions{Max: 1, Visibility: new(wait / 2)})[0].Handle
			},
			func(f *fixture, _ Handle) { f.time.Advance(wait / 2) }},
		"a lapse just as the wait ends": {ezgh, Settings{},
			func(f *fixture) Handle {
				f.put("a")
				return f.take(ReceiveOptions{Max: 1, Visibility: new(wait)})[0].Handle
			},
			func(f *fixture, _ Handle) { f.time.Advance(wait) }},
		"a release": {ezgh, Settings{},
			func(f *fixture) Handle { f.put("a"); return f.one().Handle },
			func(f *fixture, h Handle) { f.change(h, 0) }},
		"a shorter lease": {ezgh, Settings{},
			func(f *fixture) Handle { f.put("a"); return f.one().Handle },
			func(f *fixture, h Handle) { f.change(h, time.Second); f.time.Advance(time.Second) }},
		"the end of a delay": {ezgh, Settings{Delay: wait / 2},
			func(f *fixture) (h Handle) { f.put("a"); return h },
			func(f *fixture, _ Handle) { f.time.Advance(wait / 2) }},
		"a group freed by an acknowledge": {ezgh, Settings{FIFO: true},
			func(f *fixture) Handle { f.put("a1", "a"); return f.one().Handle },
			func(f *fixture, h Handle) { f.ack(h) }},
		"a group freed by expiry": {ezgh, Settings{FIFO: true, Retention: wait, Visibility: time.Hour},
			func(f *fixture) Handle { f.put("a1"); f.time.Advance(wait / 2); f.put("a"); return f.one().Handle },
			func(f *fixture, _ Handle) { f.time.Advance(wait / 2) }},
		"room under the in-flight cap": {capped, Settings{},
			func(f *fixture) Handle { f.put("b", "a"); return f.one().Handle },
			func(f *fixture, h Handle) { f.ack(h) }},
		"a receive given back": {ezgh, Settings{},
			func(f *fixture) Handle { f.put("a"); return f.one().Handle },
			func(f *fixture, h Handle) { f.Return([]Delivery{{Handle: h}}) }},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, c.rules, c.settings)
			h := c.before(f)
			w := f.park(ReceiveOptions{Wait: wait})
			c.then(f, h)
			if got, ok := answered(w); !ok || !slices.Equal(got, []string{"a"}) {
				t.Errorf("answered %v with %q", ok, got)
			}
		})
	}
}

func TestADeadLetterAnswersAParkedReceive(t *testing.T) {
	for dialect, rules := range dialects {
		f := newFixture(t, rules, Settings{MaxReceives: 1})
		dead := f.beside(Settings{Visibility: time.Minute})
		f.Update(func(s *Settings) { s.DeadLetter = dead.Queue })
		f.put("a")
		f.one()
		w := dead.park(ReceiveOptions{Wait: time.Minute})
		f.time.Advance(30 * time.Second)
		f.expect()
		if got, ok := answered(w); !ok || !slices.Equal(got, []string{"a"}) {
			t.Errorf("%s: answered %v with %q", dialect, ok, got)
		}
	}
}

func TestOneMessageAnswersTheReceiveParkedLongest(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	waiters := []*waiter{f.park(ReceiveOptions{Wait: wait}), f.park(ReceiveOptions{Wait: wait}), f.park(ReceiveOptions{Wait: wait})}
	for i, body := range []string{"a", "b"} {
		f.put(body)
		for j, w := range waiters {
			if _, ok := answered(w); ok != (j <= i) {
				t.Errorf("after %d sends receive %d is answered: %v", i+1, j, ok)
			}
		}
	}
	if got := f.Waiting(); got != 1 {
		t.Errorf("%d wait", got)
	}
}

func TestAWaitEndsEmptyExactlyWhenDue(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	w := f.park(ReceiveOptions{Wait: wait})
	f.time.Advance(wait - time.Nanosecond)
	if _, ok := answered(w); ok {
		t.Error("the wait ended early")
	}
	f.time.Advance(time.Nanosecond)
	if got, ok := answered(w); !ok || len(got) > 0 || w.err != nil {
		t.Errorf("answered %v with %q, %v", ok, got, w.err)
	}
}

func TestDeletionEndsWaits(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	w := f.park(ReceiveOptions{Wait: wait})
	f.put()
	f.Delete()
	if _, ok := answered(w); !ok || w.err != ErrDeleted {
		t.Errorf("answered %v with %v", ok, w.err)
	}
	if _, err := f.Receive(t.Context(), ReceiveOptions{Max: 1, Wait: wait}); err != ErrDeleted {
		t.Errorf("a receive answers %v", err)
	}
	if _, err := f.Send(Outgoing{}); err != ErrDeleted {
		t.Errorf("a send answers %v", err)
	}
}

// receiving is a Receive under way on a goroutine of its own.
type receiving struct {
	cancel context.CancelFunc
	done   chan struct{}
	ds     []Delivery
	err    error
}

func (f *fixture) receiving(o ReceiveOptions) *receiving {
	ctx, cancel := context.WithCancel(f.Context())
	r := &receiving{cancel: cancel, done: make(chan struct{})}
	before := f.Waiting()
	go func() {
		defer close(r.done)
		r.ds, r.err = f.Receive(ctx, o)
	}()
	for f.Waiting() == before {
		time.Sleep(10 * time.Microsecond)
	}
	return r
}

func TestReceiveWaits(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	r := f.receiving(ReceiveOptions{Max: 1, Wait: wait})
	f.put("a")
	<-r.done
	if got := bodiesOf(r.ds); r.err != nil || !slices.Equal(got, []string{"a"}) {
		t.Errorf("answered %q, %v", got, r.err)
	}
}

func TestAClientThatGoesAwayTakesNothing(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	r := f.receiving(ReceiveOptions{Max: 1, Wait: wait})
	r.cancel()
	<-r.done
	if r.err != context.Canceled || f.Waiting() != 0 {
		t.Errorf("ended with %v; %d still wait", r.err, f.Waiting())
	}
	f.put("a")
	if _, err := f.Receive(ctxGone(t), ReceiveOptions{Max: 1}); err != context.Canceled {
		t.Errorf("a client gone before is answered %v", err)
	}
	if d := f.one(); d.ReceiveCount != 1 {
		t.Errorf("received %+v", d)
	}
}

// TestAClientThatGoesAwayAsItIsAnsweredTakesNothing cancels a receive that has
// its answer but has not returned it.
func TestAClientThatGoesAwayAsItIsAnsweredTakesNothing(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	gone := f.park(ReceiveOptions{Wait: wait})
	next := f.park(ReceiveOptions{Wait: wait})
	f.put("a")
	f.abandon(gone)
	if got, ok := answered(next); !ok || !slices.Equal(got, []string{"a"}) {
		t.Errorf("the next one is answered %v with %q", ok, got)
	}
	if d := next.deliveries[0]; d.ReceiveCount != 1 || d.Handle == gone.deliveries[0].Handle {
		t.Errorf("after %+v it received %+v", gone.deliveries[0], d)
	}
}

func ctxGone(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
