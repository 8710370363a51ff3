package cases

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// queuePurgeMore holds the cases about what a purge has to take, and what to leave.
var queuePurgeMore = []*judge.Case{
	purgeDeletesReturned,
	purgeDeletesMany,
	purgeLeavesWaits,
	sequenceGrowsPastPurge,
}

var purgeDeletesReturned = &judge.Case{
	Name:     "purge-deletes-returned",
	Title:    "a purge deletes and reports messages that were received and came back, by a release and by a lapse",
	Judges:   purging,
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("released", "lapsed")
		leases := q.MustLeases(2, judge.For(long))
		q.MustChangeVisibility(leases[0], 0)
		t.WaitUntil(q.MustChangeVisibility(leases[1], short).HasEnded())
		counted := purge(t, q)
		q.NoneDelivered("its queue was purged", judge.Bodies(leases...)...)
		mustReport(t, counted, len(leases))
	},
}

var purgeDeletesMany = &judge.Case{
	Name:     "purge-deletes-many",
	Title:    "a purge deletes and reports all of a few hundred messages",
	Judges:   purging,
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 60,
	Run: func(t *judge.T) {
		q, bodies := t.Queue(), numbered("work", 250)
		sendInBatches(q, bodies)
		counted := purge(t, q)
		q.NoneDelivered("its queue was purged", bodies...)
		mustReport(t, counted, len(bodies))
	},
}

// sendInBatches sends messages that none holds back, ten at a time.
func sendInBatches(q *judge.Queue, bodies []string) {
	for ten := range slices.Chunk(bodies, 10) {
		batch := make([]target.Message, len(ten))
		for i, body := range ten {
			batch[i].Body = body
		}
		q.MustSendBatch(eachApart(q, batch...)...)
	}
}

var purgeLeavesWaits = &judge.Case{
	Name:  "purge-leaves-waits",
	Title: "a receive that waits on an empty queue which is purged ends empty: not before half of its wait, and by its wait plus the tolerance",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-01"},
		specs.EZGH:     {ID: "EQ-POLL-01"},
	},
	Queues: eachKind(),
	Waits:  3 * time.Second,
	Run: func(t *judge.T) {
		undisturbedWaits(t, func(q *judge.Queue) { mustPrepare(t, "the purge", q.Purge()) })
	},
}

var sequenceGrowsPastPurge = &judge.Case{
	Name:     "sequence-grows-past-purge",
	Title:    "seq goes on growing within a group after the queue was emptied by a purge",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-03"}},
	Queues:   judge.FIFO(),
	Requests: 15,
	Run: func(t *judge.T) {
		q, last := t.Queue(), sequences{}
		q.MustSendGroup("a", "a1")
		last.grow(t, q.MustLease(judge.For(long)))
		mustPrepare(t, "the purge", q.Purge())
		q.MustSendGroup("a", "a2")
		last.grow(t, q.MustLease(judge.For(long)))
	},
}
