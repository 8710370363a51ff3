package lease

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
)

// TestNothingIsLostOrTakenTwice has producers and consumers at one queue that
// release, let lapse, give back, extend and go away, until every message is
// acknowledged: exactly once, never held by two, in a FIFO queue in order; and
// no receive ever sleeps on while a message is available.
func TestNothingIsLostOrTakenTwice(t *testing.T) {
	sends := 20_000
	if proving {
		sends = 500_000
	}
	for name, rules := range dialects {
		for _, fifo := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, FIFO %v", name, fifo), func(t *testing.T) {
				newStress(t.Errorf, rules, fifo, sends, nil).run()
			})
		}
	}
}

// TestStressNoticesWhatIsBroken shows faults to the same run, until it fails.
func TestStressNoticesWhatIsBroken(t *testing.T) {
	for name, fifo := range map[string]bool{
		"lease-taken-twice": false, "sends-coalesced": false, "lapse-unnoticed": false, "release-unnoticed": false,
		"group-taken-twice": true, "freed-group-unnoticed": true, "released-goes-last": true,
	} {
		t.Run(name, func(t *testing.T) {
			var faults fault.Set
			if err := faults.Replace([]string{name}); err != nil {
				t.Fatal(err)
			}
			var failures atomic.Int64
			note := func(string, ...any) { failures.Add(1) }
			for runs := 0; failures.Load() == 0; runs++ {
				if runs == 100 {
					t.Fatal("nothing was noticed")
				}
				newStress(note, dialects["ezgh"], fifo, 20_000, &faults).run()
			}
		})
	}
}

// Stress settings.
const (
	producers = 4
	consumers = 12
	// brief is the lease that consumers let lapse, long one that they do not.
	brief, long = 3 * time.Millisecond, time.Minute
)

type stress struct {
	report func(format string, args ...any)
	queue  *Queue
	clock  *clock.Clock
	groups [16]atomic.Int64
	// holds has the state of each message by its number.
	holds []hold
	acked atomic.Int64
	// failed ends the run early.
	failed atomic.Bool
}

// hold is how a message is held by whoever will not let it lapse.
type hold struct{ state atomic.Int32 }

const (
	free int32 = iota
	held
	acknowledged
)

func newStress(report func(string, ...any), rules Rules, fifo bool, sends int, f *fault.Set) *stress {
	c := clock.New()
	settings := Settings{FIFO: fifo, Visibility: long, Retention: time.Hour}
	return &stress{
		report: report, clock: c, holds: make([]hold, sends),
		queue: New(uuid.New(), rules, settings, c, f),
	}
}

func (s *stress) run() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	var workers sync.WaitGroup
	share := len(s.holds) / producers
	for p := range producers {
		workers.Go(func() { s.produce(p*share, (p+1)*share) })
	}
	for range consumers {
		workers.Go(func() {
			for s.acked.Load() < int64(share*producers) && !s.failed.Load() && ctx.Err() == nil {
				s.consume(ctx)
			}
		})
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		s.watch(ctx, int64(share*producers))
	}()
	workers.Wait()
	cancel()
	<-watched
	if acked := s.acked.Load(); acked != int64(share*producers) {
		s.report("%d of %d messages acknowledged, %+v left", acked, share*producers, s.queue.Depth())
	}
	if left := s.queue.Depth(); left != (Depth{}) {
		s.report("%+v left", left)
	}
}

func (s *stress) fail(format string, args ...any) {
	s.report(format, args...)
	s.failed.Store(true)
}

// produce sends the messages of some numbers. Each group has one producer, so
// its numbers grow in the order of its sends.
func (s *stress) produce(from, to int) {
	for number := from; number < to && !s.failed.Load(); number++ {
		out := Outgoing{Attributes: number, Group: fmt.Sprint(number/(len(s.holds)/producers)*4 + number%4)}
		if rand.IntN(50) == 0 && !s.queue.Settings().FIFO {
			delay := time.Duration(rand.IntN(3)) * time.Millisecond
			out.Delay = &delay
		}
		if _, err := s.queue.Send(out); err != nil {
			s.fail("send: %v", err)
		}
		s.look()
		for s.queue.Depth().Available > consumers && !s.failed.Load() {
			runtime.Gosched() // so that receives are parked most of the time
		}
	}
}

// consume makes one receive, and does with each message what a consumer may do.
func (s *stress) consume(ctx context.Context) {
	o := ReceiveOptions{Max: 1 + rand.IntN(10), Wait: 20 * time.Millisecond}
	lapses := rand.IntN(8) == 0
	visibility := long
	if lapses {
		visibility = brief
	}
	o.Visibility = &visibility
	if rand.IntN(4) == 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(rand.IntN(2000))*time.Microsecond)
		defer cancel()
	}
	sent := s.queue.now()
	ds, err := s.queue.Receive(ctx, o)
	if err != nil && !errors.Is(err, ctx.Err()) {
		s.fail("receive: %v", err)
	}
	s.take(ds, lapses, sent+int64(visibility))
	switch {
	case lapses:
	case rand.IntN(10) == 0:
		s.letGo(ds)
		s.queue.Return(ds)
		s.look()
	default:
		s.finish(ds)
	}
}

// take checks that nobody else holds messages just received, and notes that
// they are held, unless their lease is to lapse: it certainly runs until a time.
func (s *stress) take(ds []Delivery, lapses bool, until int64) {
	for _, d := range ds {
		before := &s.holds[d.Attributes.(int)].state
		found := before.Load()
		if !lapses {
			found = before.Swap(held)
		}
		if found != free && s.queue.now() < until {
			s.fail("message %d was received in state %d", d.Attributes, found)
		}
	}
}

// letGo notes that messages may be received by others from now on.
func (s *stress) letGo(ds []Delivery) {
	for _, d := range ds {
		s.holds[d.Attributes.(int)].state.Store(free)
	}
}

// finish acknowledges messages, or releases or extends some.
func (s *stress) finish(ds []Delivery) {
	for i, d := range ds {
		switch rand.IntN(12) {
		case 0:
			// Behind a released one no other of its group may be acknowledged.
			s.letGo(ds[i:])
			for _, rest := range ds[i:] {
				s.release(rest)
			}
			return
		case 1:
			if err := s.queue.ChangeVisibility(d.Handle, 2*long); err != nil {
				s.fail("extend: %v", err)
			}
		}
		s.acknowledge(d)
	}
}

func (s *stress) release(d Delivery) {
	if err := s.queue.ChangeVisibility(d.Handle, 0); err != nil {
		s.fail("release: %v", err)
	}
	s.look()
}

func (s *stress) acknowledge(d Delivery) {
	number := d.Attributes.(int)
	if s.queue.settings.FIFO {
		s.inOrder(d.Group, number)
	}
	s.holds[number].state.Store(acknowledged)
	if err := s.queue.Acknowledge(d.Handle); err != nil {
		s.fail("acknowledge message %d: %v", number, err)
	}
	s.acked.Add(1)
	s.look()
}

// inOrder checks that a group's messages are acknowledged in the order of sends.
func (s *stress) inOrder(group string, number int) {
	var g int
	fmt.Sscan(group, &g)
	if last := s.groups[g].Swap(int64(number)); last > int64(number) {
		s.fail("message %d of group %s was acknowledged after %d", number, group, last)
	}
}

// watch looks also while nobody calls the queue: leases lapse by themselves.
func (s *stress) watch(ctx context.Context, all int64) {
	for s.acked.Load() < all && ctx.Err() == nil && !s.failed.Load() {
		s.look()
		time.Sleep(50 * time.Microsecond)
	}
}

// look looks for receives that sleep on: whenever the queue is left alone and a
// receive is parked, there must be nothing for it. Whoever changed the queue
// looks right after it, since the next send mends what a call forgot to do:
// within microseconds, and so long before another goroutine's turn.
func (s *stress) look() {
	q := s.queue
	q.mu.Lock()
	asleep := q.waiters.count > 0 && q.room() > 0 && q.claimable()
	q.mu.Unlock()
	if asleep {
		s.fail("a receive is parked though a message is available")
	}
}

// claimable says whether a receive would find a message.
func (q *Queue) claimable() bool {
	if groups, ok := q.line.(*groupLine); ok {
		return !groups.ready.empty()
	}
	return q.counts[Available] > 0
}
