package cases

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// pollServed holds the cases about as many messages as receives that wait.
var pollServed = []*judge.Case{
	everyWaiterServed,
	onFIFO(everyWaiterServed),
	everyWaiterServedByBatches,
	everyWaiterServedByReleases,
	onFIFO(everyWaiterServedByReleases),
	noWakeUpLost,
	onFIFO(noWakeUpLost),
}

// everyWaiter is what these cases judge.
var everyWaiter = judge.By{
	specs.Basaltic: {ID: "BQ-POLL-09"},
	specs.EZGH:     {ID: "EQ-POLL-07"},
}

// served is how many receives wait for as many messages.
const served = 20

var everyWaiterServed = &judge.Case{
	Name:     "every-waiter-served",
	Title:    "when n receives wait and n messages are sent at once, all are delivered, none twice, and no receive waits on while one is available",
	Judges:   everyWaiter,
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Requests: 2*served + 10,
	Run: func(t *judge.T) {
		serveAll(t, t.Queue(), func(bodies []string) {
			t.Parallel(len(bodies), func(i int) { sendApart(t.Queue(), bodies[i]) })
		})
	},
}

var everyWaiterServedByBatches = &judge.Case{
	Name:     "every-waiter-served-by-batches",
	Title:    "when n receives wait and n messages are sent in batches, all are delivered, none twice, and no receive waits on while one is available",
	Judges:   everyWaiter,
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Requests: served + 10,
	Run: func(t *judge.T) {
		q := t.Queue()
		serveAll(t, q, func(bodies []string) {
			for batch := range slices.Chunk(bodies, 10) {
				var messages []target.Message
				for _, body := range batch {
					messages = append(messages, q.Message(body))
				}
				q.MustSendBatch(messages...)
			}
		})
	},
}

var everyWaiterServedByReleases = &judge.Case{
	Name:     "every-waiter-served-by-releases",
	Title:    "when n receives wait and n messages are released by one request, all are delivered, none twice, and no receive waits on while one is available",
	Judges:   releasedDuringWait,
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Requests: 3*racers + 10,
	Run: func(t *judge.T) {
		q, bodies := t.Queue(), numbered("back", racers)
		sendApart(q, bodies...)
		handles := judge.Handles(q.MustLeases(racers, judge.For(long))...)
		polls := q.ParkMany(racers, t.WaitBeyond(2*t.Tolerance().Late), judge.For(long))
		t.Settle()
		for _, o := range q.ChangeVisibilityAll(0, handles...) {
			mustPrepare(t, "the release of several messages", o)
		}
		allServed(t, q, polls, bodies)
	},
}

// serveAll parks receives at q, has send send a message for each, and judges
// what comes.
func serveAll(t *judge.T, q *judge.Queue, send func(bodies []string)) {
	polls := q.ParkMany(served, t.WaitBeyond(2*t.Tolerance().Late), judge.For(long))
	t.Settle()
	bodies := make([]string, served)
	for i := range bodies {
		bodies[i] = fmt.Sprint("for each ", i)
	}
	send(bodies)
	allServed(t, q, polls, bodies)
}

const (
	// rounds is how often polls and sends race, racers of each at a time.
	rounds, racers = 40, 4
	// raceFor bounds the rounds at a target that answers slowly.
	raceFor = 8 * time.Second
	// raceSpread is how far polls and sends of a round lie apart.
	raceSpread = 4 * time.Millisecond
	// looks is how many receives look for what sleeping receives were not woken for.
	looks = 10
)

var noWakeUpLost = &judge.Case{
	Name:     "no-wake-up-lost",
	Title:    "a message that is sent in the very moment in which a receive begins to wait is delivered to it, and does not lie there while it waits",
	Judges:   everyWaiter,
	Queues:   judge.Standard(),
	Waits:    2 * time.Second,
	Requests: 2 * racers * rounds,
	Run: func(t *judge.T) {
		q, begun, wait := t.Queue(), time.Now(), t.WaitBeyond(2*t.Tolerance().Late)
		for round := 0; round < rounds && time.Since(begun) < raceFor; round++ {
			polls, bodies, starts := make([]*judge.Poll, racers), make([]string, racers), make([]time.Duration, 2*racers)
			for i := range starts {
				starts[i] = time.Duration(t.Rand().Int64N(int64(raceSpread)))
			}
			for i := range bodies {
				bodies[i] = fmt.Sprintf("round %d, %d", round, i)
			}
			t.Parallel(len(starts), func(i int) {
				t.Pause(starts[i])
				if i < racers {
					polls[i] = q.Park(wait, judge.For(long))
				} else {
					sendApart(q, bodies[i-racers])
				}
			})
			allServed(t, q, polls, bodies)
		}
	},
}

// allServed judges polls that wait at q for as many messages, all of which have
// been sent: each comes once, at once, and none lies there while a poll waits on.
// The sample spans all of it, so that what was slow meanwhile counts as a doubt.
func allServed(t *judge.T, q *judge.Queue, polls []*judge.Poll, bodies []string) {
	t.Soon(1, t.Tolerance().Late, "a message to be delivered to a waiting receive at once", func() judge.Sample {
		return lastServed(t, q, polls, bodies)
	})
}

// lastServed judges all that allServed does but how long the messages took, and
// gives the latest to come to a poll.
func lastServed(t *judge.T, q *judge.Queue, polls []*judge.Poll, bodies []string) (last judge.Sample) {
	sent := time.Now()
	awake, asleep := asleepAt(polls, sent.Add(t.Tolerance().Late))
	left := leftOver(q, awake, len(asleep) > 0, bodies)
	last = mustNotSleepOn(t, asleep, left, sent)
	eachOnce(t, brought(polls), left, bodies)
	return last
}

// asleepAt tells the polls that were answered by a moment from those that were not.
func asleepAt(polls []*judge.Poll, at time.Time) (awake, asleep []*judge.Poll) {
	for _, p := range polls {
		if p.WatchedUntil(at) {
			awake = append(awake, p)
		} else {
			asleep = append(asleep, p)
		}
	}
	return awake, asleep
}

// mustNotSleepOn fails when one of the polls waited on while one of the messages
// left over was there, and gives the latest message to come to one of them.
func mustNotSleepOn(t *judge.T, asleep []*judge.Poll, left []judge.Lease, sent time.Time) (last judge.Sample) {
	for _, p := range asleep {
		if len(p.MustReceive()) > 0 {
			last = later(last, p.Sample(sent))
		}
		for _, l := range left {
			if p.WaitedThrough(l.Call.Sent.Add(-t.Tolerance().Late), l.Call.Sent) {
				t.Failf("expected no receive to wait on while a message is available, observed one that was held back for %s, while message %q was there for exchange %d, %s after it had been sent",
					p.Took(), l.Body, l.Call.Exchange, l.Call.Sent.Sub(sent).Truncate(time.Millisecond))
			}
		}
	}
	return last
}

func later(a, b judge.Sample) judge.Sample {
	if b.Took > a.Took {
		return b
	}
	return a
}

// leftOver takes the messages that the polls which are awake did not bring.
// While others are asleep they may be anywhere, else they must come.
func leftOver(q *judge.Queue, awake []*judge.Poll, othersAsleep bool, bodies []string) []judge.Lease {
	got := brought(awake)
	missing := slices.DeleteFunc(slices.Clone(bodies), func(body string) bool { return len(got[body]) > 0 })
	switch {
	case len(missing) == 0:
		return nil
	case !othersAsleep:
		return q.AllDelivered("it was sent, and no receive had it", missing...)
	}
	var left []judge.Lease
	for range looks {
		left = append(left, q.MustReceive(judge.For(long), judge.Max(10))...)
	}
	return left
}

// eachOnce fails unless each message came once, to a poll or among those left over.
func eachOnce(t *judge.T, got map[string][]judge.Lease, left []judge.Lease, bodies []string) {
	for _, l := range left {
		got[l.Body] = append(got[l.Body], l)
	}
	for _, body := range bodies {
		switch leases := got[body]; {
		case len(leases) == 0:
			t.Failf("expected message %q to be delivered, observed it in no answer", body)
		case len(leases) > 1:
			t.Failf("expected message %q to be delivered once, observed it in exchanges %d and %d",
				body, leases[0].Call.Exchange, leases[1].Call.Exchange)
		}
	}
}
