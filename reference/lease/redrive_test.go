package lease

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/clock"
)

// newRedrive makes a queue whose messages move after two receives, and where to.
func newRedrive(t *testing.T, rules Rules, source, dead Settings) (f, to *fixture) {
	source.MaxReceives = 2
	f = newFixture(t, rules, source)
	dead.Visibility = time.Minute
	to = f.beside(dead)
	f.Update(func(s *Settings) { s.DeadLetter = to.Queue })
	return f, to
}

func TestAMessageMovesAfterItsLastPermittedReceive(t *testing.T) {
	for name, c := range map[string]struct {
		rules Rules
		// movesAt says whether it has moved when its last lease ended.
		atLeaseEnd bool
	}{
		"when its lease ends":       {dialects["basaltic"], true},
		"when it would be received": {dialects["ezgh"], false},
	} {
		t.Run(name, func(t *testing.T) {
			f, to := newRedrive(t, c.rules, Settings{}, Settings{})
			sent := f.sendOut(Outgoing{Body: "a", Attributes: "attributes"})
			f.one()
			f.time.Advance(30 * time.Second)
			last := f.one()
			to.expect()
			f.time.Advance(30 * time.Second)
			if moved := to.Depth().Available == 1; moved != c.atLeaseEnd {
				t.Errorf("moved when its lease ended: %v", moved)
			}
			f.expect()
			d := to.expect("a")[0]
			due := Message{
				ID: sent.ID, Sequence: 1, Body: "a", Attributes: "attributes",
				SentAt: epoch, FirstReceived: epoch, ReceiveCount: 1,
				VisibleAt: epoch.Add(2 * time.Minute), ExpiresAt: epoch.Add(time.Minute),
				Origin: &Origin{Queue: f.ID(), ReceiveCount: 2, At: epoch.Add(time.Minute)},
			}
			if *d.Origin != *due.Origin {
				t.Errorf("comes from %+v, not %+v", d.Origin, due.Origin)
			}
			d.Origin = due.Origin
			if d.Message != due {
				t.Errorf("is %+v, not %+v", d.Message, due)
			}
			if err := f.Acknowledge(last.Handle); err != ErrOver {
				t.Errorf("its last handle answers %v", err)
			}
		})
	}
}

func TestAMessageThatMovesFreesItsGroup(t *testing.T) {
	for dialect, rules := range dialects {
		for _, deadFIFO := range []bool{true, false} {
			f, to := newRedrive(t, rules, Settings{FIFO: true}, Settings{FIFO: deadFIFO})
			f.put("a1", "a2")
			for range 2 {
				if d := f.one(); d.Body != "a1" {
					t.Fatalf("%s: received %q", dialect, d.Body)
				}
				f.time.Advance(30 * time.Second)
			}
			f.expect("a2")
			group := map[bool]string{true: "a", false: ""}[deadFIFO]
			if d := to.expect("a1")[0]; d.Group != group {
				t.Errorf("%s: moved to group %q", dialect, d.Group)
			}
		}
	}
}

func TestMessagesThatMoveTogetherKeepTheirOrder(t *testing.T) {
	rules := dialects["ezgh"]
	rules.RedriveAtLeaseEnd = true
	f, to := newRedrive(t, rules, Settings{FIFO: true}, Settings{FIFO: true})
	bodies := []string{"a1", "a2", "a3", "a4", "a5"}
	f.put(bodies...)
	for range 2 {
		f.expect(bodies...)
		f.time.Advance(30 * time.Second)
	}
	to.expect(bodies...)
}

func TestNoDeadLetterQueueMeansNoMove(t *testing.T) {
	for name, spoil := range map[string]func(f, to *fixture){
		"deleted":           func(_, to *fixture) { to.Delete() },
		"removed":           func(f, _ *fixture) { f.Update(func(s *Settings) { s.DeadLetter = nil }) },
		"no count was set":  func(f, _ *fixture) { f.Update(func(s *Settings) { s.MaxReceives = 0 }) },
		"the count is more": func(f, _ *fixture) { f.Update(func(s *Settings) { s.MaxReceives = 5 }) },
	} {
		for dialect, rules := range dialects {
			f, to := newRedrive(t, rules, Settings{}, Settings{})
			spoil(f, to)
			f.put("a")
			for i := range 4 {
				if ds := f.take(ReceiveOptions{Max: 1}); len(ds) != 1 || ds[0].ReceiveCount != i+1 {
					t.Errorf("%s, %s: receive %d is %+v", name, dialect, i+1, ds)
				}
				f.time.Advance(30 * time.Second)
			}
		}
	}
}

// TestQueuesThatAreEachOthersDeadLetterQueues moves messages both ways at once.
func TestQueuesThatAreEachOthersDeadLetterQueues(t *testing.T) {
	for dialect, rules := range dialects {
		t.Run(dialect, func(t *testing.T) {
			c := clock.New()
			settings := Settings{Visibility: time.Millisecond, MaxReceives: 1}
			a := New(uuid.New(), rules, settings, c, nil)
			b := New(uuid.New(), rules, settings, c, nil)
			a.Update(func(s *Settings) { s.DeadLetter = b })
			b.Update(func(s *Settings) { s.DeadLetter = a })
			const messages = 50
			for range messages {
				if _, err := a.Send(Outgoing{Body: "body"}); err != nil {
					t.Fatal(err)
				}
			}
			var workers sync.WaitGroup
			for _, q := range []*Queue{a, b, a, b} {
				workers.Go(func() {
					for range 200 {
						_, err := q.Receive(t.Context(), ReceiveOptions{Max: 10, Wait: 2 * time.Millisecond})
						if err != nil {
							t.Error(err)
						}
					}
				})
			}
			workers.Wait()
			total := func(d Depth) int { return d.Available + d.InFlight + d.Delayed }
			c.Advance(time.Second)
			if got := total(a.Depth()) + total(b.Depth()); got != messages {
				t.Errorf("%d messages are left of %d", got, messages)
			}
		})
	}
}

func TestAQueueMayBeItsOwnDeadLetterQueue(t *testing.T) {
	for dialect, rules := range dialects {
		f := newFixture(t, rules, Settings{MaxReceives: 1})
		f.Update(func(s *Settings) { s.DeadLetter = f.Queue })
		f.put("a", "b")
		var counts []int
		for range 3 {
			for _, d := range f.take(ReceiveOptions{Max: 2}) {
				counts = append(counts, d.ReceiveCount)
			}
			f.time.Advance(30 * time.Second)
			f.take(ReceiveOptions{Max: 0})
		}
		if len(counts) == 0 || slices.Max(counts) != 1 || f.Depth().Available != 2 {
			t.Errorf("%s: counts %v, left %+v", dialect, counts, f.Depth())
		}
	}
}
