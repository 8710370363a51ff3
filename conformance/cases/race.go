package cases

import (
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// race is many consumers at one queue, whose history a checker judges.
type race struct {
	t       *judge.T
	queue   *judge.Queue
	checker *history.Checker
	lease   time.Duration
	// unacknowledged counts the messages that are still to be acknowledged.
	unacknowledged atomic.Int64
	// fruitful counts the receives that brought messages.
	fruitful atomic.Int64
	// progress is when a message was last brought, in nanoseconds since the start.
	progress atomic.Int64
	start    time.Time
}

// raceIdle is how long no message may come, although there are some left, until
// a race is given up.
const raceIdle = 5 * time.Second

// newRace begins a race for so many messages, which are leased for lease.
func newRace(t *judge.T, messages int, lease time.Duration) *race {
	tolerance := t.Tolerance()
	r := &race{
		t: t, queue: t.Queue(), lease: lease, start: time.Now(),
		// No race uses a handle after its lease, so what it may do then makes no difference.
		checker: history.New(history.Rules{Early: tolerance.Early, Late: tolerance.Late, LapsedHandleWorks: true}),
	}
	r.unacknowledged.Store(int64(messages))
	return r
}

// on says that the race is not over: messages are left, and they do come.
func (r *race) on() bool {
	idle := time.Since(r.start) - time.Duration(r.progress.Load())
	return r.unacknowledged.Load() > 0 && idle < raceIdle
}

// send sends one message to each group, in a batch: that of a group has the
// group's number and the sequence in its id.
func (r *race) send(sequence int, groups ...int) {
	batch := make([]target.Message, len(groups))
	for i, g := range groups {
		id := history.ID{Producer: uint32(g), Sequence: uint64(sequence)}
		batch[i] = r.queue.Grouped(groupName(g), id.String())
	}
	r.sendBatch(batch)
}

// sendBatch sends messages whose bodies are their ids.
func (r *race) sendBatch(batch []target.Message) {
	for i, s := range r.queue.MustSendBatch(batch...) {
		id, _ := history.ParseID(batch[i].Body)
		r.checker.Send(history.Send{Call: called(s.Call), ID: id, Group: batch[i].Group})
	}
}

// consume receives up to most messages at a time and acknowledges what so many
// receives brought, or those until one was empty, until the race is over. The
// first of them waits for so long. Now and then it releases a message, or
// extends its lease first.
func (r *race) consume(random *rand.Rand, wait time.Duration, receives, most int) {
	for r.on() {
		var leases []judge.Lease
		for i := range receives {
			first := wait
			if i > 0 {
				first = 0
			}
			got := r.receive(1+random.IntN(most), first)
			if len(got) == 0 {
				break
			}
			leases = append(leases, got...)
		}
		if len(leases) == 0 {
			r.t.Pause(20 * time.Millisecond)
			continue
		}
		var done []judge.Lease
		for _, l := range leases {
			switch random.IntN(20) {
			case 0:
				r.change(l, 0)
				continue
			case 1:
				r.change(l, r.lease)
			}
			done = append(done, l)
		}
		r.acknowledge(done)
	}
}

func (r *race) receive(most int, wait time.Duration) []judge.Lease {
	leases := r.queue.MustReceive(judge.Max(most), judge.Wait(wait), judge.For(r.lease))
	if len(leases) == 0 {
		return nil
	}
	r.fruitful.Add(1)
	r.progress.Store(int64(time.Since(r.start)))
	event := history.Receive{Call: called(leases[0].Call), Lease: r.lease}
	for _, l := range leases {
		event.Deliveries = append(event.Deliveries, history.Delivery{ID: idOf(l), Handle: l.Handle, Stray: strayOf(l)})
	}
	r.checker.Receive(event)
	return leases
}

func (r *race) change(l judge.Lease, d time.Duration) {
	o := r.queue.ChangeVisibility(l.Handle, d)
	r.checker.Change(history.Change{
		Call: called(o.Call), ID: idOf(l), Handle: l.Handle, Lease: d, Outcome: cameTo(o),
	})
}

func (r *race) acknowledge(leases []judge.Lease) {
	if len(leases) == 0 {
		return
	}
	for i, o := range r.queue.AcknowledgeAll(judge.Handles(leases...)...) {
		l := leases[i]
		r.checker.Acknowledge(history.Acknowledge{
			Call: called(o.Call), ID: idOf(l), Handle: l.Handle, Outcome: cameTo(o),
		})
		if o.Class == target.OK {
			r.unacknowledged.Add(-1)
		}
	}
}

// idOf is the id that a message of a race has for its body.
func idOf(l judge.Lease) history.ID {
	id, _ := history.ParseID(l.Body)
	return id
}

// strayOf is the body of a message that no race sent; empty for others.
func strayOf(l judge.Lease) string {
	if _, ok := history.ParseID(l.Body); ok {
		return ""
	}
	return l.Body
}

func called(c target.Call) history.Call {
	return history.Call{Sent: c.Sent, Answered: c.Answered, Exchange: c.Exchange}
}

// cameTo is what is known of a call's effect. After a 5xx it may have had one.
func cameTo(o target.Outcome) history.Outcome {
	switch {
	case o.Class == target.OK:
		return history.Done
	case o.Class == target.Unanswered, o.Status >= 500:
		return history.Unanswered
	default:
		return history.Refused
	}
}
