package lease

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/clock"
)

// epoch is when manual clocks start.
var epoch = time.Date(2026, 1, 18, 11, 45, 0, 0, time.UTC)

// dialects are the rules of both wires.
var dialects = map[string]Rules{
	"basaltic": {RedriveAtLeaseEnd: true, DeduplicationWindow: 5 * time.Minute},
	"ezgh": {
		LapsedHandleWorks: true, SeveralPerGroup: true, LeaseCap: 12 * time.Hour,
		InFlightCap: 120_000, InFlightCapFIFO: 20_000, DeduplicationWindow: 5 * time.Minute,
	},
}

// fixture is a queue on a manual clock.
type fixture struct {
	*testing.T
	*Queue
	time *clock.Clock
}

func newFixture(t *testing.T, rules Rules, s Settings) *fixture {
	c := clock.NewManual(epoch)
	if s.Visibility == 0 {
		s.Visibility = 30 * time.Second
	}
	return &fixture{t, New(uuid.New(), rules, s, c, nil), c}
}

// beside makes another queue on the same clock.
func (f *fixture) beside(s Settings) *fixture {
	return &fixture{f.T, New(uuid.New(), f.rules, s, f.time, nil), f.time}
}

// put sends one message a body; a body's first letter is its group.
func (f *fixture) put(bodies ...string) {
	f.Helper()
	for _, body := range bodies {
		f.sendOut(Outgoing{Body: body, Group: body[:1]})
	}
}

func (f *fixture) sendOut(out Outgoing) Accepted {
	f.Helper()
	accepted, err := f.Send(out)
	if err != nil {
		f.Fatal(err)
	}
	return accepted
}

// take receives without a wait.
func (f *fixture) take(o ReceiveOptions) []Delivery {
	f.Helper()
	ds, err := f.Receive(f.Context(), o)
	if err != nil {
		f.Fatal(err)
	}
	return ds
}

// one receives one message, which must be there.
func (f *fixture) one() Delivery {
	f.Helper()
	ds := f.take(ReceiveOptions{Max: 1})
	if len(ds) != 1 {
		f.Fatalf("received %d messages, not 1", len(ds))
	}
	return ds[0]
}

// expect receives up to ten messages and compares their bodies.
func (f *fixture) expect(bodies ...string) []Delivery {
	f.Helper()
	ds := f.take(ReceiveOptions{Max: 10})
	if got := bodiesOf(ds); !slices.Equal(got, bodies) {
		f.Fatalf("received %q, not %q", got, bodies)
	}
	return ds
}

func (f *fixture) change(h Handle, d time.Duration) {
	f.Helper()
	if err := f.ChangeVisibility(h, d); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) ack(h Handle) {
	f.Helper()
	if err := f.Acknowledge(h); err != nil {
		f.Fatal(err)
	}
}

func bodiesOf(ds []Delivery) []string {
	var bodies []string
	for _, d := range ds {
		bodies = append(bodies, d.Body)
	}
	return bodies
}

// ends are the ways in which a handle's lease or delivery can be over.
var ends = []struct {
	name string
	end  func(f *fixture, d Delivery)
	// basaltic and ezgh are what the handle answers then.
	basaltic, ezgh error
}{
	{"nothing happened", func(*fixture, Delivery) {}, nil, nil},
	{"lapsed", func(f *fixture, _ Delivery) { f.time.Advance(30 * time.Second) }, ErrLapsed, nil},
	{"released", func(f *fixture, d Delivery) { f.change(d.Handle, 0) }, ErrLapsed, nil},
	{"received again", func(f *fixture, _ Delivery) { f.time.Advance(30 * time.Second); f.one() }, ErrOver, ErrOver},
	{"received again and lapsed", func(f *fixture, _ Delivery) {
		f.time.Advance(30 * time.Second)
		f.one()
		f.time.Advance(30 * time.Second)
	}, ErrOver, ErrOver},
	{"acknowledged", func(f *fixture, d Delivery) { f.ack(d.Handle) }, ErrOver, ErrOver},
	{"purged", func(f *fixture, _ Delivery) { f.Purge() }, ErrOver, ErrOver},
	{"expired", func(f *fixture, d Delivery) {
		f.change(d.Handle, time.Hour)
		f.Update(func(s *Settings) { s.Retention = time.Minute })
		f.time.Advance(time.Minute)
	}, ErrOver, ErrOver},
	{"moved", func(f *fixture, _ Delivery) {
		dead := f.beside(Settings{}).Queue
		f.Update(func(s *Settings) { s.DeadLetter, s.MaxReceives = dead, 1 })
		f.time.Advance(30 * time.Second)
		f.expect()
	}, ErrOver, ErrOver},
	{"deleted with the queue", func(f *fixture, _ Delivery) { f.Delete() }, ErrDeleted, ErrDeleted},
}

func TestHandlesAnswerByWhatBecameOfTheirLease(t *testing.T) {
	for _, c := range ends {
		for dialect, due := range map[string]error{"basaltic": c.basaltic, "ezgh": c.ezgh} {
			for act, call := range map[string]func(*fixture, Handle) error{
				"acknowledge": func(f *fixture, h Handle) error { return f.Acknowledge(h) },
				"change":      func(f *fixture, h Handle) error { return f.ChangeVisibility(h, time.Minute) },
			} {
				t.Run(c.name+"/"+dialect+"/"+act, func(t *testing.T) {
					f := newFixture(t, dialects[dialect], Settings{})
					f.put("a")
					d := f.one()
					c.end(f, d)
					before := f.Peek(nil, 0, 10)
					if err := call(f, d.Handle); err != due {
						t.Errorf("answered %v, not %v", err, due)
					}
					after := f.Peek(nil, 0, 10)
					if changed := !slices.Equal(before, after); changed == (due != nil) {
						t.Errorf("was %+v, is %+v", before, after)
					}
				})
			}
		}
	}
}

func TestAHandleOfAnotherQueueDoesNothing(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	other := f.beside(Settings{Visibility: time.Minute})
	f.put("a")
	other.put("b")
	d := f.one()
	other.one()
	if err := other.Acknowledge(d.Handle); !errors.Is(err, ErrOver) {
		t.Errorf("answered %v", err)
	}
	if depth := other.Depth(); depth.InFlight != 1 {
		t.Errorf("left %+v", depth)
	}
}

func TestALeaseEndsExactlyWhenDue(t *testing.T) {
	seconds := func(n int) time.Duration { return time.Duration(n) * time.Second }
	for name, c := range map[string]struct {
		visibility *time.Duration
		// after 10 s the visibility is changed to this.
		change *time.Duration
		ends   time.Duration
	}{
		"the queue's":             {nil, nil, seconds(30)},
		"an override":             {new(seconds(7)), nil, seconds(7)},
		"an extension":            {nil, new(seconds(30)), seconds(40)},
		"a shorter one":           {nil, new(seconds(5)), seconds(15)},
		"a release":               {nil, new(seconds(0)), seconds(10)},
		"beyond the cap":          {new(13 * time.Hour), nil, 12 * time.Hour},
		"extended beyond the cap": {nil, new(12 * time.Hour), 12 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, dialects["ezgh"], Settings{})
			f.put("a")
			d := f.take(ReceiveOptions{Max: 1, Visibility: c.visibility})[0]
			elapsed := time.Duration(0)
			if c.change != nil {
				elapsed = seconds(10)
				f.time.Advance(elapsed)
				f.change(d.Handle, *c.change)
			}
			if c.ends > elapsed {
				f.time.Advance(c.ends - elapsed - time.Nanosecond)
				f.expect()
				f.time.Advance(time.Nanosecond)
			}
			again := f.expect("a")[0]
			if again.ReceiveCount != 2 || again.Handle == d.Handle || !again.FirstReceived.Equal(epoch) {
				t.Errorf("first %+v, then %+v", d, again)
			}
		})
	}
}

func TestVisibilityZeroLeavesTheMessageAvailable(t *testing.T) {
	for dialect, due := range map[string]error{"basaltic": ErrLapsed, "ezgh": nil} {
		f := newFixture(t, dialects[dialect], Settings{})
		f.put("a", "b")
		ds := f.take(ReceiveOptions{Max: 10, Visibility: new(time.Duration(0))})
		if got := bodiesOf(ds); !slices.Equal(got, []string{"a", "b"}) {
			t.Fatalf("%s: received %q", dialect, got)
		}
		if depth := f.Depth(); depth.Available != 2 {
			t.Errorf("%s: left %+v", dialect, depth)
		}
		if err := f.Acknowledge(ds[0].Handle); err != due {
			t.Errorf("%s: answered %v, not %v", dialect, err, due)
		}
	}
}

func TestSettingsChangeButLeasesStay(t *testing.T) {
	f := newFixture(t, dialects["basaltic"], Settings{})
	f.put("a", "b")
	d := f.one()
	f.Update(func(s *Settings) { s.Visibility, s.FIFO = time.Second, true })
	if got := f.Settings(); got.FIFO || got.Visibility != time.Second {
		t.Errorf("settings are %+v", got)
	}
	if next := f.one(); !next.VisibleAt.Equal(epoch.Add(time.Second)) {
		t.Errorf("the next lease ends at %v", next.VisibleAt)
	}
	f.time.Advance(29 * time.Second)
	f.ack(d.Handle)
}

func TestReturnUndoesAReceive(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	f.put("a")
	f.Return([]Delivery{f.one()})
	first := f.one()
	if first.ReceiveCount != 1 || !first.FirstReceived.Equal(epoch) {
		t.Errorf("after an undone receive: %+v", first)
	}
	f.time.Advance(30 * time.Second)
	second := f.one()
	f.Return([]Delivery{second})
	if err := f.Acknowledge(second.Handle); err != ErrOver {
		t.Errorf("the undone receive's handle answers %v", err)
	}
	third := f.one()
	if third.Handle == second.Handle || third.ReceiveCount != 2 {
		t.Errorf("after another undone receive: %+v", third)
	}
	f.Return([]Delivery{first})
	if depth := f.Depth(); depth.InFlight != 1 {
		t.Errorf("the return of an older receive left %+v", depth)
	}
}

func TestReturnRevivesTheHandleBefore(t *testing.T) {
	f := newFixture(t, dialects["ezgh"], Settings{})
	f.put("a")
	lapsed := f.one()
	f.time.Advance(30 * time.Second)
	f.Return([]Delivery{f.one()})
	f.ack(lapsed.Handle)
}

func TestInFlightIsCapped(t *testing.T) {
	for name, end := range map[string]func(*fixture, Delivery){
		"acknowledged": func(f *fixture, d Delivery) { f.ack(d.Handle) },
		"released":     func(f *fixture, d Delivery) { f.change(d.Handle, 0) },
		"lapsed":       func(f *fixture, d Delivery) { f.time.Advance(30 * time.Second) },
	} {
		for _, fifo := range []bool{false, true} {
			rules := dialects["ezgh"]
			rules.InFlightCap, rules.InFlightCapFIFO = 2, 2
			f := newFixture(t, rules, Settings{FIFO: fifo})
			f.put("a", "b", "c")
			ds := f.expect("a", "b")
			f.expect()
			end(f, ds[0])
			if got := f.take(ReceiveOptions{Max: 10}); len(got) == 0 {
				t.Errorf("%s, FIFO %v: nothing is received", name, fifo)
			}
		}
	}
}
