package cases

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoDedupLater holds the cases about ids that are repeated after much else
// happened to the queue or the message.
var fifoDedupLater = append([]*judge.Case{
	repeatAfterMany,
	repeatAfterMove,
}, repeatAfterExpiry...)

// The other messages are of a group of which one is in flight, so that they are
// not in the way.
var repeatAfterMany = &judge.Case{
	Name:     "repeat-after-many",
	Title:    "a send that repeats a deduplication id makes no message, also after hundreds of sends with other ids",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-10"}},
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 60,
	Run: func(t *judge.T) {
		const batches, each = 25, 10
		q := t.Queue()
		q.MustSendMessages(withID("x", "original"))
		q.MustAcknowledge(q.MustLease(judge.For(long)))
		q.MustSendGroup("others", "first")
		q.MustLease(judge.For(longestLease))
		for i := range batches {
			others := make([]target.Message, each)
			for j := range others {
				others[j] = q.Grouped("others", fmt.Sprint("other ", i*each+j))
			}
			q.MustSendBatch(others...)
		}
		q.MustSendMessages(withID("x", "repeat"))
		q.NoneDelivered("its deduplication id was sent less than five minutes before", "repeat")
	},
}

var movedOnce = poison{most: 1, by: byRelease, kind: target.FIFO}

var repeatAfterMove = &judge.Case{
	Name:     "repeat-after-move",
	Title:    "a send that repeats a deduplication id makes no message also after the original moved to the dead-letter queue",
	Judges:   collapses,
	Queues:   movedOnce.queues(),
	Waits:    time.Second,
	Requests: 60,
	Run: func(t *judge.T) {
		f := movedOnce.exhaust(t, withID("x", "original"))
		f.queue.MustSendMessages(withID("x", "repeat"))
		f.queue.NoneDelivered("its deduplication id was sent less than five minutes before", "repeat")
	},
}

var repeatAfterExpiry = byClockAndInTime(judge.Case{
	Name:     "repeat-after-expiry",
	Title:    "a send that repeats a deduplication id within five minutes makes no message also after the original expired",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-11"}},
	Requests: 25,
}, 2*time.Minute+time.Second, func(t *judge.T, pass passing) {
	q, retention := shortest(t, "keeps its messages", func(d time.Duration) target.Settings {
		return target.Settings{Kind: target.FIFO, Retention: d}
	})
	sent := q.MustSendMessages(withID("x", "original"))[0]
	moved := pass(t, retention+t.Tolerance().Late)
	repeat := q.MustSendMessages(withID("x", "repeat"))[0]
	if age := repeat.Answered.Sub(sent.Sent) + moved; age >= dedupWindow-t.Tolerance().Early {
		t.Inconclusivef("the repeat that was to fall into the window of %s was answered %s after the first send", dedupWindow, age)
	}
	q.NoneDelivered("its deduplication id was sent less than five minutes before", "repeat")
})
