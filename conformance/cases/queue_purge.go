package cases

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// queuePurge holds the cases about the emptying of a Basaltic queue.
var queuePurge = []*judge.Case{
	purgeDeletesAll,
	purgeEndsHandles,
	purgeFreesGroups,
}

// purging is what these cases judge.
var purging = judge.By{specs.Basaltic: {ID: "BQ-QUEUE-08"}}

// purge empties a queue and gives the answer's count.
func purge(t *judge.T, q *judge.Queue) (counted *wire.Int) {
	call := basaltic.NewClient(t.Session()).PurgeQueue(t.Context(), q.Ref())
	answer, o := judge.Read(t, call, basaltic.Read[basaltic.PurgeAnswer])
	t.Expect(o).To(judge.Be(target.OK))
	return answer.MessagesDeleted
}

// mustReport fails unless a purge counted n messages.
func mustReport(t *judge.T, counted *wire.Int, n int) {
	if counted == nil || int(*counted) != n {
		t.Failf("expected a purge to report messages_deleted %d, observed %s", n, count(counted))
	}
}

// count writes a count that may be missing.
func count(n *wire.Int) string {
	if n == nil {
		return "none"
	}
	return fmt.Sprint(*n)
}

// states is what a queue holds, by state.
type states struct {
	available, delayed []string
	inFlight           []judge.Lease
}

// inEachState sends messages, leases some of them and delays others.
func inEachState(q *judge.Queue, available, inFlight, delayed int, lease, delay time.Duration) states {
	q.MustSend(numbered("in flight", inFlight)...)
	s := states{
		inFlight:  q.MustLeases(inFlight, judge.For(lease)),
		available: numbered("available", available),
		delayed:   numbered("delayed", delayed),
	}
	q.MustSend(s.available...)
	for _, body := range s.delayed {
		q.MustSendMessages(target.Message{Body: body, Delay: delay})
	}
	return s
}

// all are the bodies of all messages.
func (s states) all() []string {
	return slices.Concat(s.available, s.delayed, judge.Bodies(s.inFlight...))
}

var purgeDeletesAll = &judge.Case{
	Name:     "purge-deletes-all",
	Title:    "a purge deletes what is available, in flight and delayed, and reports how many that were; a second one reports none",
	Judges:   purging,
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 35,
	Run: func(t *judge.T) {
		q := t.Queue()
		s := inEachState(q, 4, 3, 2, short, short)
		first, second := purge(t, q), purge(t, q)
		t.Pause(short + t.Tolerance().Late)
		q.NoneDelivered("its queue was purged", s.all()...)
		mustReport(t, first, len(s.all()))
		mustReport(t, second, 0)
	},
}

var purgeEndsHandles = &judge.Case{
	Name:     "purge-ends-handles",
	Title:    "after a purge the handles from before it are refused, alone and in a batch, and touch no message sent since",
	Judges:   purging,
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 35,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("purged 1", "purged 2")
		purged := q.MustLeases(2, judge.For(long))
		purge(t, q)
		q.MustSend("since 1", "since 2")
		since := q.MustLeases(2, judge.For(long))
		for _, l := range purged {
			t.Expect(q.ChangeVisibility(l.Handle, 0)).To(judge.BeClientError(), "a visibility change")
			t.Expect(q.Acknowledge(l.Handle)).To(judge.BeClientError(), "a delete")
		}
		for _, o := range q.AcknowledgeAll(judge.Handles(purged...)...) {
			t.Expect(o).NotTo(judge.Be(target.OK), "a delete in a batch")
		}
		q.Untouched(since...)
	},
}

var purgeFreesGroups = &judge.Case{
	Name:     "purge-frees-groups",
	Title:    "a purge deletes what a FIFO queue has in flight too, and a message sent to its group since is delivered",
	Judges:   purging,
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.FIFO(),
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSendGroup("a", "in flight", "withheld")
		q.MustLease(judge.For(long))
		mustReport(t, purge(t, q), 2)
		q.MustSendGroup("a", "since")
		q.OnlyDelivered("all that was sent to its group before was purged", "since")
	},
}
