package lease

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/reference/fault"
)

// Queue is a queue whose receive is a lease. All methods may be called from
// several goroutines. Every call first lets what is due by then happen, so what
// it sees is exact to the clock, whatever timers do.
type Queue struct {
	id     uuid.UUID
	rules  Rules
	clock  *clock.Clock
	faults *fault.Set
	// deleted is set with mu held.
	deleted atomic.Bool

	mu       sync.Mutex
	settings Settings
	// sequence is the last one given to a message.
	sequence uint64
	messages store
	line     line
	counts   [Delayed + 1]int
	// ends holds the messages that are not available, by the end of their lease or delay.
	ends    heap[*message]
	waiters waiters
	sent    deduplication
	// stirred says that something may have become available since parked receives
	// were looked after.
	stirred bool
	faulty  faultyState
	// leaving are messages on their way to another queue, whose lock must not be
	// taken while this one's is held.
	leaving []departure
	// timer rings for the earliest event; armed is the time it is set for.
	timer *clock.Timer
	armed int64
}

// New makes an empty queue. It has no fault when f is nil.
func New(id uuid.UUID, rules Rules, s Settings, c *clock.Clock, f *fault.Set) *Queue {
	q := &Queue{
		id: id, rules: rules, settings: s, clock: c, faults: f,
		sent:  deduplication{renews: rules.DeduplicationRenews},
		armed: never,
	}
	if s.FIFO {
		q.line = newGroupLine(rules.SeveralPerGroup, f)
	} else {
		q.line = &sequenceLine{store: &q.messages, fresh: 1}
	}
	q.timer = c.NewTimer(q.ring)
	return q
}

// ID is the queue's id, which its handles carry.
func (q *Queue) ID() uuid.UUID { return q.id }

// Settings are the queue's settings as they are now.
func (q *Queue) Settings() Settings {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.settings
}

// Update changes the settings but for FIFO. Leases and delays that run keep
// their ends. change must not call the queue.
func (q *Queue) Update(change func(*Settings)) {
	now := q.enter()
	defer q.leave(now)
	before := q.settings
	change(&q.settings)
	q.settings.FIFO = before.FIFO
	q.stirred = true
	q.faultyUpdate(before)
	q.faultyUpdated(before, now)
	q.settle(now) // a shorter retention may be over by now
}

// Depth counts the messages by state; one held back by its group is available.
func (q *Queue) Depth() Depth {
	defer q.leave(q.enter())
	return q.faultyDepth(Depth{Available: q.counts[Available], InFlight: q.counts[InFlight], Delayed: q.counts[Delayed]})
}

// Waiting is the number of parked receives.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiters.count
}

// Purge removes every message, whatever its state, and tells how many.
// Deduplication ids stay known.
func (q *Queue) Purge() int {
	defer q.leave(q.enter())
	purged := q.messages.count
	if n, done := q.faultyPurge(); done {
		return n
	}
	q.empty()
	return purged
}

// Delete removes the queue: parked receives answer ErrDeleted at once, and so
// does every later call that can answer an error.
func (q *Queue) Delete() {
	defer q.leave(q.enter())
	q.deleted.Store(true)
	q.empty()
	q.sent = deduplication{}
	q.timer.Stop()
	q.armed = never
	for w := q.waiters.first; w != nil && !q.on(fault.DeleteUnnoticed); w = q.waiters.first {
		q.waiters.answer(w, nil, q.faultyDeletion())
	}
}

// gone is ErrDeleted once the queue was deleted.
func (q *Queue) gone() error {
	if q.deleted.Load() {
		return ErrDeleted
	}
	return nil
}

// empty removes every message.
func (q *Queue) empty() {
	q.messages = store{}
	q.ends = heap[*message]{}
	q.counts = [Delayed + 1]int{}
	q.line.clear()
}

// enter locks the queue and lets happen what is due by now, which it returns.
func (q *Queue) enter() (now int64) {
	q.mu.Lock()
	now = q.now()
	q.settle(now)
	return now
}

// leave gives what is available to parked receives, sets the timer, unlocks
// the queue and sends off what leaves for another.
func (q *Queue) leave(now int64) {
	if q.stirred {
		q.serve(now)
	}
	q.arm()
	leaving := q.leaving
	q.leaving = nil
	q.mu.Unlock()
	for _, d := range leaving {
		d.to.admit(d.message, d.group)
	}
}

// now is the clock's time in nanoseconds since 1970.
func (q *Queue) now() int64 { return q.clock.Now().UnixNano() }

// join takes in a message as the queue's last; group is for FIFO queues.
func (q *Queue) join(m *message, group string, now int64, delay time.Duration) {
	q.sequence++
	m.sequence, m.arrivedAt, m.until, m.heapIndex = q.sequence, now, now, absent
	m.group = nil
	if q.settings.FIFO {
		m.group = q.line.(*groupLine).open(group)
	}
	m.state = Available
	if delay > 0 {
		m.state, m.until = Delayed, now+int64(delay)
		q.ends.push(m.until, m)
	}
	q.counts[m.state]++
	q.messages.add(m)
	q.line.arrived(m)
}

// turn gives m another state: in flight or delayed until a time to come, or
// available since until.
func (q *Queue) turn(m *message, to Visibility, until int64) {
	from := m.state
	if from != Available {
		q.ends.remove(m)
	}
	m.state, m.until = to, until
	q.counts[from]--
	q.counts[to]++
	q.line.turned(m, from)
	if to != Available {
		q.ends.push(until, m)
	}
}

// drop removes m.
func (q *Queue) drop(m *message) {
	if m.state != Available {
		q.ends.remove(m)
	}
	q.counts[m.state]--
	q.messages.remove(m.sequence)
	q.line.gone(m)
}
