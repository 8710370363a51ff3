package cases

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// lease holds the cases about when a lease begins and ends by itself.
var lease = []*judge.Case{
	leaseLapses,
	onFIFO(leaseLapses),
	leaseLapsesInTime,
	waitIsNoPartOfLease,
	deliveriesMintHandles,
	vanishedConsumerLosesNothing,
	onFIFO(vanishedConsumerLosesNothing),
	unreadAnswerLosesNothing,
	zeroLeaseIsNone,
}

const (
	// short is a lease that quick cases let lapse.
	short = time.Second
	// long is a lease that outlasts every case but those that let it lapse.
	long = 2 * time.Minute
)

// onFIFO is a case about a single message, or several that sendApart sent, for a
// FIFO queue: many servers have a code path of its own for those.
func onFIFO(c *judge.Case) *judge.Case {
	fifo := *c
	fifo.Name += "-fifo"
	fifo.Title += ", on a FIFO queue"
	fifo.Queues = slices.Clone(c.Queues)
	for i := range fifo.Queues {
		fifo.Queues[i].Settings.Kind = target.FIFO
	}
	return &fifo
}

// sendApart sends messages none of which holds another back: at a FIFO queue each
// has a group of its own.
func sendApart(q *judge.Queue, bodies ...string) []target.Sent {
	ms := make([]target.Message, len(bodies))
	for i, body := range bodies {
		ms[i].Body = body
	}
	return q.MustSendMessages(eachApart(q, ms...)...)
}

// eachApart gives messages as sendApart sends them.
func eachApart(q *judge.Queue, ms ...target.Message) []target.Message {
	for i := range ms {
		own := q.Message(ms[i].Body)
		if own.Group != "" {
			ms[i].Group, ms[i].DeduplicationID = own.DeduplicationID, own.DeduplicationID
		}
	}
	return ms
}

// leased sends a message to the case's only queue and leases it for d.
func leased(t *judge.T, d time.Duration) (*judge.Queue, judge.Lease) {
	q := t.Queue()
	q.MustSend("work")
	return q, q.MustLease(judge.For(d))
}

// leasedAgain is leased with an earlier lease before it, which was released.
func leasedAgain(t *judge.T, d time.Duration) (q *judge.Queue, earlier, current judge.Lease) {
	q, earlier = leased(t, long)
	q.MustChangeVisibility(earlier, 0)
	return q, earlier, q.MustLeaseReleased(1, judge.For(d))[0]
}

// mustEndOnTime fails unless the lease lasts its time, and no longer.
func mustEndOnTime(q *judge.Queue, l judge.Lease) {
	q.StaysHidden(l)
	q.ComesBack(l)
}

// numbered gives n different bodies.
func numbered(what string, n int) []string {
	bodies := make([]string, n)
	for i := range bodies {
		bodies[i] = fmt.Sprintf("%s %d", what, i+1)
	}
	return bodies
}

var leaseLapses = &judge.Case{
	Name:  "lease-lapses",
	Title: "a message that nobody acknowledged is available again when its lease lapses, and not before",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-01"},
		specs.EZGH:     {ID: "EQ-LEASE-01"},
	},
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q, held := leased(t, 2*short)
		mustEndOnTime(q, held)
	},
}

var leaseLapsesInTime = &judge.Case{
	Name:  "lease-lapses-in-time",
	Title: "a message whose lease lapsed is available to any receive sent more than the tolerance after",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-01"},
		specs.EZGH:     {ID: "EQ-LEASE-01"},
	},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, bodies := t.Queue(), numbered("work", 3)
		q.MustSend(bodies...)
		ended := judge.AllEnded(q.MustLeases(len(bodies), judge.For(short))...)
		t.WaitUntil(ended)
		back := q.AllDelivered("its lease had lapsed", bodies...)
		t.Soon(len(back), t.Tolerance().Late, "a delivery once the lease has certainly lapsed", func() judge.Sample {
			next := back[0]
			back = back[1:]
			return judge.Sample{Took: next.Overdue(ended), Exchange: next.Call.Exchange}
		})
	},
}

// Counted from the receive's start the lease would be over when it begins.
var waitIsNoPartOfLease = &judge.Case{
	Name:  "wait-is-no-part-of-lease",
	Title: "a lease counts from the delivery, not from the start of a receive that waited for it",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-01"},
		specs.EZGH:     {ID: "EQ-LEASE-01"},
	},
	Queues:   judge.Standard(),
	Waits:    3 * short,
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		poll := q.Park(3*short, judge.For(short))
		t.Settle()
		t.Pause(short / 2)
		sent := q.MustSend("work")[0]
		leases := poll.MustReceive()
		if len(leases) == 0 {
			t.Inconclusivef("a receive that waited when a message was sent brought none; see %s", everyWaiter[t.Dialect()].ID)
		}
		mustEndOnTime(q, leases[0].Begun(sent.Sent, short))
	},
}

var deliveriesMintHandles = &judge.Case{
	Name:  "deliveries-mint-handles",
	Title: "every delivery has a receipt handle of its own: another than those of other messages and of the message's earlier leases, lapsed or released",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-02"},
		specs.EZGH:     {ID: "EQ-LEASE-02"},
	},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 25,
	Run: func(t *judge.T) {
		q, seen := t.Queue(), map[string]judge.Lease{}
		q.MustSend("a", "b", "c")
		mustDiffer := func(leases []judge.Lease) []judge.Lease {
			for _, l := range leases {
				if other, shared := seen[l.Handle]; shared {
					t.Failf("expected a handle of its own for message %q in exchange %d, observed that of message %q in exchange %d",
						l.Body, l.Call.Exchange, other.Body, other.Call.Exchange)
				}
				seen[l.Handle] = l
			}
			return leases
		}
		t.WaitUntil(judge.AllEnded(mustDiffer(q.MustLeases(3, judge.For(short)))...))
		for _, l := range mustDiffer(q.MustLeaseLapsed(3, judge.For(long))) {
			q.MustChangeVisibility(l, 0)
		}
		mustDiffer(q.MustLeaseReleased(3, judge.For(long)))
	},
}

var vanishedConsumerLosesNothing = &judge.Case{
	Name:  "vanished-consumer-loses-nothing",
	Title: "all messages come back that consumers held when they vanished without an acknowledge",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-17"},
		specs.EZGH:     {ID: "EQ-LEASE-04"},
	},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 250,
	Run: func(t *judge.T) {
		const consumers, each = 8, 20 // enough leases to see one in twenty lost
		q, bodies, held := t.Queue(), numbered("work", consumers*each), make([][]judge.Lease, consumers)
		t.Parallel(consumers, func(i int) { sendApart(q, bodies[i*each:(i+1)*each]...) })
		t.Parallel(consumers, func(i int) { held[i] = takeSome(q, 3) })
		all := slices.Concat(held...)
		t.WaitUntil(judge.AllEnded(all...))
		q.AllDelivered("the lease of the consumer that vanished had lapsed", judge.Bodies(all...)...)
	},
}

// takeSome makes a few receives for short leases and gives what they brought. That
// need not be all: where a receive brings one message, leases end while others begin.
func takeSome(q *judge.Queue, receives int) []judge.Lease {
	var leases []judge.Lease
	for range receives {
		leases = append(leases, q.MustReceive(judge.Max(10), judge.For(short))...)
	}
	return leases
}

var unreadAnswerLosesNothing = &judge.Case{
	Name:  "unread-answer-loses-nothing",
	Title: "a message comes back whose consumer vanished during its receive, before it read the answer",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-17"},
		specs.EZGH:     {ID: "EQ-LEASE-04"},
	},
	Queues:   judge.Standard(),
	Waits:    2*short + 3*time.Second,
	Requests: 60,
	Run: func(t *judge.T) {
		q, bodies := t.Queue(), numbered("work", 12)
		q.MustSend(bodies...)
		t.WaitUntil(judge.AllEnded(takeSome(q, 3)...))
		vanishing(t, q, len(bodies))
		// What an abandoned request took it took within the first of these two.
		t.Pause(t.Tolerance().Late)
		t.Pause(short + t.Tolerance().Late)
		q.AllDelivered("the lease of the consumer that vanished had lapsed", bodies...)
	},
}

// vanishing makes n receives whose client goes away, each a little later than
// the one before: before the request is read, or before its answer is.
func vanishing(t *judge.T, q *judge.Queue, n int) {
	one, d, none := 1, short, time.Duration(0)
	for i := range n {
		ctx, vanish := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond/2)
		q.Queue.Receive(ctx, target.Receive{Max: &one, Visibility: &d, Wait: &none})
		vanish()
	}
}

var zeroLeaseIsNone = &judge.Case{
	Name:  "zero-lease-is-none",
	Title: "a receive with visibility timeout 0 delivers the message and leaves it available to the next",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-LEASE-11"},
		specs.EZGH:     {ID: "EQ-LEASE-03"},
	},
	Queues: judge.Standard(),
	Waits:  time.Second,
	Run: func(t *judge.T) {
		q, l := leased(t, 0)
		t.Soon(3, t.Tolerance().Late, "a delivery after one with visibility timeout 0", func() judge.Sample {
			next := q.Available(l, judge.For(0))
			took := next.Overdue(l.Call.Answered)
			l = next
			return judge.Sample{Took: took, Exchange: next.Call.Exchange}
		})
	},
}
