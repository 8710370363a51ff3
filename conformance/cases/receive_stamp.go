package cases

import (
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveStamp holds the cases about what a target's stamps say.
var receiveStamp = []*judge.Case{
	stampOfLeaseEnd,
	onFIFO(stampOfLeaseEnd),
	firstReceiptStays,
	firstReceiptStaysWithoutLease,
	firstReceiptStaysAfterLapse,
	stampsOfOneReceive,
}

// stamped is a moment that the target wrote: one within a call, or that long after.
type stamped struct {
	stamp string
	call  target.Call
	after time.Duration
}

// mustLieApart fails unless the second of two stamps lies as much later than
// the first as it should. Only the target's stamps are compared with each
// other, to a second where they are whole seconds. Stamps that are not RFC 3339
// are recorded.
func mustLieApart(t *judge.T, name string, first, second stamped) {
	a, readA := readStamp(first.stamp)
	b, readB := readStamp(second.stamp)
	if !readA || !readB {
		t.Recordf("%s has the form %q", name, first.stamp)
		return
	}
	slack := t.Tolerance().Early
	if a.Nanosecond() == 0 || b.Nanosecond() == 0 {
		slack = max(slack, time.Second)
	}
	seen, due := b.Sub(a), second.after-first.after
	least := second.call.Sent.Sub(first.call.Answered) + due - slack
	most := second.call.Answered.Sub(first.call.Sent) + due + slack
	if seen < least || seen > most {
		t.Decide(first.call.Exchange, second.call.Exchange)
		t.Failf("expected %s in exchange %d to lie %.3f s to %.3f s after that in exchange %d, observed %s and %s: %.3f s",
			name, second.call.Exchange, least.Seconds(), most.Seconds(), first.call.Exchange,
			second.stamp, first.stamp, seen.Seconds())
	}
}

// readStamp reads RFC 3339, whose letters may have either case.
func readStamp(text string) (time.Time, bool) {
	at, err := time.Parse(time.RFC3339, strings.ToUpper(text))
	return at, err == nil
}

// sameMoment compares stamps: as moments where both are RFC 3339, else as texts.
func sameMoment(a, b string) bool { return moment(a) == moment(b) }

// moment writes a stamp in one form, whatever its time zone. What is not RFC 3339
// stays as it is.
func moment(stamp string) string {
	at, read := readStamp(stamp)
	if !read {
		return stamp
	}
	return at.UTC().Format(time.RFC3339Nano)
}

// stampedQueue is the visibility timeout of a queue whose leases' ends are compared.
const stampedQueue = 45 * time.Second

// stampedLeases are the timeouts of the receives, the longest and shortest
// among them; the queue's own is left to the queue.
var stampedLeases = []time.Duration{
	10 * time.Minute, stampedQueue, 7 * time.Second, 100 * time.Second, stampedQueue, 12 * time.Hour, time.Second,
}

var stampOfLeaseEnd = &judge.Case{
	Name:     "stamp-of-lease-end",
	Title:    "visible_at is when the lease ends: between two receives it differs as their moments and timeouts do, be those the receive's or the queue's",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RECV-13"}},
	Queues:   judge.With(target.Settings{Kind: target.Standard, Visibility: stampedQueue}),
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendApart(q, numbered("work", len(stampedLeases))...)
		var seen []stamped
		for _, d := range stampedLeases {
			options := []judge.ReceiveOption{judge.For(d)}
			if d == stampedQueue {
				options = nil
			}
			l := q.MustLease(options...)
			if _, read := readStamp(l.VisibleAt); !read {
				t.Decide(l.Call.Exchange)
				t.Failf("expected visible_at to be a date-time, observed %q in exchange %d", l.VisibleAt, l.Call.Exchange)
			}
			for _, earlier := range seen {
				mustLieApart(t, "visible_at", earlier, stamped{l.VisibleAt, l.Call, d})
			}
			seen = append(seen, stamped{l.VisibleAt, l.Call, d})
		}
	},
}

var firstReceiptStays = &judge.Case{
	Name:     "first-receipt-stays",
	Title:    "firstReceivedAt is there on the first delivery, says when that was, and stays",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-RECV-12"}},
	Queues:   judge.Standard(),
	Waits:    3 * time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("one", "two")
		first := []judge.Lease{q.MustLease(judge.For(long))}
		t.Pause(2500 * time.Millisecond)
		first = append(first, q.MustLease(judge.For(long)))
		for _, l := range first {
			if l.FirstReceived == "" {
				t.Decide(l.Call.Exchange)
				t.Failf("expected firstReceivedAt on a first delivery, observed none in exchange %d", l.Call.Exchange)
			}
			q.MustChangeVisibility(l, 0)
		}
		mustLieApart(t, "firstReceivedAt", stamped{stamp: first[0].FirstReceived, call: first[0].Call},
			stamped{stamp: first[1].FirstReceived, call: first[1].Call})
		for _, again := range q.MustLeaseReleased(2, judge.For(long)) {
			for _, l := range first {
				if l.MessageID == again.MessageID {
					mustKeepFirstReceipt(t, l, again)
				}
			}
		}
	},
}

var firstReceiptStaysWithoutLease = &judge.Case{
	Name:     "first-receipt-stays-without-lease",
	Title:    "firstReceivedAt stays after a receive with visibility timeout 0",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-RECV-12"}},
	Queues:   judge.Standard(),
	Waits:    2 * time.Second,
	Requests: 10,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		first := q.MustLease(judge.For(0))
		t.Pause(1500 * time.Millisecond) // which stamps of whole seconds show
		mustKeepFirstReceipt(t, first, q.MustLease(judge.For(0)))
		mustKeepFirstReceipt(t, first, q.MustLease(judge.For(long)))
	},
}

// mustKeepFirstReceipt fails when a later delivery of a message tells another
// time of its first receive.
func mustKeepFirstReceipt(t *judge.T, first, again judge.Lease) {
	if !sameMoment(first.FirstReceived, again.FirstReceived) {
		t.Decide(first.Call.Exchange, again.Call.Exchange)
		t.Failf("expected firstReceivedAt %s again, observed %s in exchange %d",
			first.FirstReceived, again.FirstReceived, again.Call.Exchange)
	}
}

var firstReceiptStaysAfterLapse = &judge.Case{
	Name:     "first-receipt-stays-after-lapse",
	Title:    "firstReceivedAt stays after a lease that lapsed",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-RECV-12"}},
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 10,
	Run: func(t *judge.T) {
		q, first := leased(t, short)
		t.WaitUntil(first.HasEnded())
		t.Pause(short / 2) // which stamps of whole seconds show
		mustKeepFirstReceipt(t, first, q.MustLeaseLapsed(1, judge.For(long))[0])
	},
}

// stampTries is how often a receive may bring one message before it is taken to
// bring no more.
const stampTries = 3

var stampsOfOneReceive = &judge.Case{
	Name:     "stamps-of-one-receive",
	Title:    "visible_at of each message that one receive brings is when its lease ends, by the timeout that the receive names",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RECV-13"}},
	Queues:   judge.With(target.Settings{Kind: target.Standard, Visibility: stampedQueue}),
	Requests: 20,
	Run: func(t *judge.T) {
		const timeout = 10 * time.Minute
		q := t.Queue()
		q.MustSend(numbered("work", 2*stampTries+1)...)
		single := q.MustLease(judge.For(timeout))
		for range stampTries {
			for _, l := range q.MustReceive(judge.For(timeout), judge.Max(10)) {
				mustLieApart(t, "visible_at", stamped{single.VisibleAt, single.Call, timeout}, stamped{l.VisibleAt, l.Call, timeout})
			}
		}
	},
}
