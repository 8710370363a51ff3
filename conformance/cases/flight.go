package cases

import (
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// flight holds the cases about how many messages of an EZGH queue are in flight.
var flight = []*judge.Case{
	standardFlightIsCapped,
	fifoFlightIsCapped,
}

const (
	// mostStandard and mostFIFO are how many messages of a queue may be in flight.
	mostStandard = 120_000
	mostFIFO     = 20_000
	// spareMessages are sent beyond that, so that there is always one to ask for.
	spareMessages = 200
	// freedMessages are ended at a time to make room for others.
	freedMessages = 10
	// mostSenders send at once, and twice as many receive.
	mostSenders = 192
	// fillers receive at once where there is room for a few only.
	fillers = 16
	// barrenReceives in a row, once all is sent, say that the queue answers no more.
	barrenReceives = 30
	// roomPatience is how long a queue may take to answer again once there is room.
	roomPatience = 5 * time.Second
	// longestLease is the longest that a receive may ask for.
	longestLease = 12 * time.Hour
)

var standardFlightIsCapped = &judge.Case{
	Name:     "standard-flight-is-capped",
	Title:    "a standard queue never has more than 120,000 messages in flight, and answers again once some were acknowledged, released or have lapsed",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FLIGHT-02"}},
	Queues:   judge.Standard(),
	Waits:    5 * time.Second,
	Requests: mostStandard/4 + 2000,
	Run: func(t *judge.T) {
		mustCapFlight(t, mostStandard, func(n int) target.Message { return target.Message{Body: strconv.Itoa(n)} })
	},
}

// A group in flight holds back its rest, so each message has a group of its own.
var fifoFlightIsCapped = &judge.Case{
	Name:     "fifo-flight-is-capped",
	Title:    "a FIFO queue never has more than 20,000 messages in flight, and answers again once some were acknowledged, released or have lapsed",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FLIGHT-01"}},
	Queues:   judge.FIFO(),
	Waits:    5 * time.Second,
	Requests: mostFIFO/4 + 1200,
	Run: func(t *judge.T) {
		mustCapFlight(t, mostFIFO, func(n int) target.Message {
			return target.Message{Body: strconv.Itoa(n), Group: groupName(n)}
		})
	},
}

// mustCapFlight receives all that a queue gives of more messages than may be in
// flight, and then makes room in each of the ways there are.
func mustCapFlight(t *judge.T, most int, message func(n int) target.Message) {
	f := &flying{t: t, queue: t.Queue(), most: most, held: make([]bool, most+spareMessages)}
	f.sendAndReceive(message)
	switch {
	case f.count < freedMessages:
		t.Inconclusivef("received %d of %d messages that are available; see EQ-POLL-11", f.count, len(f.held))
	case f.count < most:
		t.Recordf("the queue answered no more with %d of %d messages in flight", f.count, most)
	}
	f.mustGoOn("were released", func(leases []judge.Lease) { f.change(leases, 0) })
	f.mustGoOn("were acknowledged", func(leases []judge.Lease) { f.queue.MustAcknowledgeAtOnce(leases...) })
	f.mustGoOn("became visible again when their timeout ended", func(leases []judge.Lease) {
		changed := f.change(leases, short)
		t.Pause(time.Until(changed.Answered.Add(short + t.Tolerance().Late)))
	})
}

// flying is the messages of a queue that are certainly in flight. Their bodies
// are their numbers.
type flying struct {
	t     *judge.T
	queue *judge.Queue
	// most of them may be in flight.
	most int
	// begun and sent count the messages whose send was begun and was answered.
	begun, sent atomic.Int64

	mu sync.Mutex
	// held says of each number whether the message is certainly in flight, and
	// count how many are.
	held  []bool
	count int
	// some of their leases, for those to be ended.
	some []judge.Lease
	// barren counts the receives in a row that brought nothing.
	barren int
}

// sendAndReceive does both at once, by more the longer a request takes. Receives
// may bring fewer than they ask for, so that there are more of them.
func (f *flying) sendAndReceive(message func(n int) target.Message) {
	senders := min(8+2*int(f.t.RoundTrip()/time.Millisecond), mostSenders)
	f.t.Parallel(3*senders, func(i int) {
		if i < senders {
			f.sendAll(message)
			return
		}
		f.receiveAll()
	})
}

func (f *flying) sendAll(message func(n int) target.Message) {
	for {
		last := int(f.begun.Add(handlesARequest))
		if last > len(f.held) {
			return
		}
		batch := make([]target.Message, handlesARequest)
		for i := range batch {
			batch[i] = message(last - i - 1)
		}
		f.queue.MustSendBatch(batch...)
		f.sent.Add(handlesARequest)
	}
}

// receiveAll receives until the queue answers no more.
func (f *flying) receiveAll() {
	for !f.over() {
		if len(f.receive(handlesARequest)) == 0 {
			f.t.Pause(10 * time.Millisecond)
		}
	}
}

func (f *flying) over() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.barren >= barrenReceives
}

// receive receives once, and fails when more messages than may be are in flight.
func (f *flying) receive(most int) []judge.Lease {
	complete := int(f.sent.Load()) >= len(f.held)
	leases := f.queue.MustReceive(judge.Max(most), judge.For(longestLease))
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case len(leases) > 0:
		f.barren = 0
	case complete:
		f.barren++
	}
	for _, l := range leases {
		f.board(l)
	}
	return leases
}

func (f *flying) board(l judge.Lease) {
	n, err := strconv.Atoi(l.Body)
	if err != nil || n >= len(f.held) || f.held[n] {
		return
	}
	f.held[n] = true
	f.count++
	if len(f.some) < freedMessages {
		f.some = append(f.some, l)
	}
	if f.count > f.most {
		f.t.Decide(l.Call.Exchange)
		f.t.Failf("expected at most %d messages in flight, observed %d when exchange %d was answered, all received for %s and none ended",
			f.most, f.count, l.Call.Exchange, longestLease)
	}
}

// mustGoOn ends some messages' flight and fails unless the queue answers again.
// Then it asks for more than there is room for.
func (f *flying) mustGoOn(why string, end func([]judge.Lease)) {
	leases := f.land()
	end(leases)
	f.barren = 0
	begun, tried := time.Now(), 1
	for len(f.receive(freedMessages-3)) == 0 {
		if time.Since(begun) > roomPatience && tried >= barrenReceives {
			f.t.Failf("expected messages to be received again once %d of %d in flight %s; observed %d receives without any within %s",
				len(leases), f.count+len(leases), why, tried, time.Since(begun).Round(time.Millisecond))
		}
		tried++
		f.t.Pause(20 * time.Millisecond)
	}
	f.t.Parallel(fillers, func(int) { f.receiveAll() })
}

// land takes some messages off those that are certainly in flight.
func (f *flying) land() []judge.Lease {
	leases := f.some
	f.some = nil
	f.count -= len(leases)
	for _, l := range leases {
		n, _ := strconv.Atoi(l.Body)
		f.held[n] = false
	}
	return leases
}

// change ends leases d from now.
func (f *flying) change(leases []judge.Lease, d time.Duration) target.Call {
	var call target.Call
	for i, o := range f.queue.ChangeVisibilityAll(d, judge.Handles(leases...)...) {
		mustPrepare(f.t, fmt.Sprintf("the visibility change of message %s", leases[i].Body), o)
		call = o.Call
	}
	return call
}
