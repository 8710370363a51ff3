package cases

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveWoken holds the cases about what a receive brings that had to wait for
// it: no more, no longer and counted no otherwise than what was there at once.
var receiveWoken = []*judge.Case{
	wokenNeverMoreThanAsked,
	onFIFO(wokenNeverMoreThanAsked),
	wokenOneUnlessAsked,
	onFIFO(wokenOneUnlessAsked),
	queueTimeoutAppliesWhenWoken,
	wokenReceiveCounts,
}

var wokenNeverMoreThanAsked = &judge.Case{
	Name:  "woken-never-more-than-asked",
	Title: "a receive that waits never answers more messages than it asked for, however many come at once: sent in a batch, or as leases lapse",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-04"},
		specs.EZGH:     {ID: "EQ-RECV-05"},
	},
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 24,
	Run:      func(t *judge.T) { wokenBringsAtMost(t, 3, judge.Max(3)) },
}

var wokenOneUnlessAsked = &judge.Case{
	Name:     "woken-one-unless-asked",
	Title:    "a receive without maxMessages that waits answers one message at most, however many come at once: sent in a batch, or as leases lapse",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-RECV-04"}},
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 24,
	Run:      func(t *judge.T) { wokenBringsAtMost(t, 1, judge.DefaultMax()) },
}

// wokenBringsAtMost fails when a receive that waits brings more than most
// messages, of ten that are sent in a batch and of ten that come back together.
func wokenBringsAtMost(t *judge.T, most int, asked judge.ReceiveOption) {
	const n = 10
	q, wait := t.Queue(), t.WaitBeyond(2*short)
	p := q.Park(wait, asked, judge.For(0))
	t.Settle()
	batch := make([]target.Message, n)
	for i := range batch {
		batch[i].Body = fmt.Sprint("work ", i)
	}
	q.MustSendBatch(eachApart(q, batch...)...)
	mustBeAtMost(t, p.Answer(), most)

	q.MustLeases(n, judge.For(2*short))
	mustBeAtMost(t, q.Park(wait, asked, judge.For(long)).Answer(), most)
}

var queueTimeoutAppliesWhenWoken = &judge.Case{
	Name:  "queue-timeout-applies-when-woken",
	Title: "a receive that names no visibility timeout and waits for its message leases it for the queue's",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-RECV-14"},
		specs.EZGH:     {ID: "EQ-RECV-09"},
	},
	Queues:   judge.With(target.Settings{Kind: target.Standard, Visibility: 2 * short}),
	Waits:    2*short + 2*time.Second,
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		p := q.Park(t.WaitBeyond(0))
		t.Settle()
		q.MustSend("one")
		byQueue := mustBring(t, p)
		q.MustSend("two")
		byReceive := q.MustLease(judge.For(2 * short))
		q.StaysHidden(byQueue)
		mustEndLike(t, q, byReceive, byQueue)
	},
}

var wokenReceiveCounts = &judge.Case{
	Name:     "woken-receive-counts",
	Title:    "a message that comes again to a receive that waits for it counts as one received twice",
	Judges:   counts,
	Queues:   judge.Standard(),
	Waits:    time.Second,
	Requests: 16,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		first := q.MustLease(judge.For(long))
		p := q.Park(t.WaitBeyond(0), judge.For(long))
		t.Settle()
		q.MustChangeVisibility(first, 0)
		mustCount(t, 2, mustBring(t, p))
	},
}

// mustBring is the message of a poll that one came to. That it comes is the
// matter of other requirements.
func mustBring(t *judge.T, p *judge.Poll) judge.Lease {
	leases := p.MustReceive()
	if len(leases) == 0 {
		t.Inconclusivef("could not be judged: a receive that waited brought no message after %s", p.Took())
	}
	return leases[0]
}
