package cases

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveRace holds the cases about many consumers of one standard queue.
var receiveRace = []*judge.Case{
	messagesUnderConcurrentConsumers,
	manyLeasesHold,
}

// heldByOne is what these cases judge.
var heldByOne = judge.By{
	specs.Basaltic: {ID: "BQ-RECV-16"},
	specs.EZGH:     {ID: "EQ-RECV-10"},
}

const (
	// takings is how many races the case holds, each judged by itself, so that the
	// record of the exchanges still holds those that a verdict rests on.
	takings = 6
	// takenMessages are raced for, one a receive: all races take 1,620 receives, so
	// that what goes wrong in 2 of 1,000 shows with a certainty of 96 %.
	takenMessages = 270
	// takers receive at once, and acknowledge what takerReceives brought.
	takers        = 48
	takerReceives = 5
	// takingTime bounds all races at a target that answers slowly.
	takingTime = 35 * time.Second
)

var messagesUnderConcurrentConsumers = &judge.Case{
	Name:     "messages-under-concurrent-consumers",
	Title:    "concurrent receivers never hold leases on one message at once",
	Judges:   heldByOne,
	Queues:   judge.Standard(),
	Waits:    5 * time.Second,
	Requests: 3500,
	Run: func(t *judge.T) {
		begun, fruitful := time.Now(), 0
		for i := 0; i < takings && time.Since(begun) < takingTime; i++ {
			r := newRace(t, takenMessages, long)
			batches, seed := r.plain(uint32(i), takenMessages), t.Rand().Uint64()
			t.Parallel(len(batches)+takers, func(i int) {
				if i < len(batches) {
					r.sendBatch(batches[i])
				} else {
					r.consume(rand.New(rand.NewPCG(seed, uint64(i))), 0, takerReceives, 1)
				}
			})
			r.judgeLeases()
			fruitful += int(r.fruitful.Load())
		}
		if fruitful < certainRace {
			t.Inconclusivef("%d receives brought messages within %s, of %d that it takes to be certain",
				fruitful, time.Since(begun), certainRace)
		}
	},
}

// plain are n messages without a group, in batches; the producer and their
// places make their ids.
func (r *race) plain(producer uint32, n int) [][]target.Message {
	messages := make([]target.Message, n)
	for i := range messages {
		messages[i] = target.Message{Body: history.ID{Producer: producer, Sequence: uint64(i)}.String()}
	}
	return slices.Collect(slices.Chunk(messages, 10))
}

// judgeLeases fails when a message was delivered while another delivery's lease
// on it held. What else may be wrong is the matter of other requirements. It
// tells how many deliveries there were.
func (r *race) judgeLeases() int {
	report := r.checker.Finish()
	if report.Duplicated.Count == 0 {
		return report.Delivered
	}
	first := report.Duplicated.First[0]
	r.t.Decide(first.Exchanges...)
	r.t.Failf("expected no message to be leased by two receives at once, observed that %d times of %d deliveries: %s",
		report.Duplicated.Count, report.Delivered, first.Text)
	return 0
}

const (
	// manyLeases run at once: more than a table of 2,000 holds.
	manyLeases = 2040
	// enoughLeases are those of them that a slow target must give, for one that ends
	// early in 2 of 1,000 to show with a certainty of 95 %.
	enoughLeases = 1520
	// manyTakers take them, ten at a time, and then go on receiving.
	manyTakers = 16
	// manyLease is how long they run.
	manyLease = 9 * time.Second
)

var manyLeasesHold = &judge.Case{
	Name:     "many-leases-hold",
	Title:    "of many leases that run at once none lets its message be received again before it ends",
	Judges:   heldByOne,
	Queues:   judge.Standard(),
	Waits:    manyLease,
	Requests: 500,
	Run: func(t *judge.T) {
		r := newRace(t, manyLeases, manyLease)
		batches := r.plain(0, manyLeases)
		t.Parallel(manyTakers, func(i int) {
			for b := i; b < len(batches); b += manyTakers {
				r.sendBatch(batches[b])
			}
		})
		until := time.Now().Add(manyLease - t.Tolerance().Early)
		t.Parallel(manyTakers, func(int) {
			for time.Now().Before(until) {
				if len(r.receive(10, 0)) == 0 {
					t.Pause(1500 * time.Millisecond)
				}
			}
		})
		if taken := r.judgeLeases(); taken < enoughLeases {
			t.Inconclusivef("%d leases were taken within %s, of %d that it takes to be certain", taken, manyLease, enoughLeases)
		}
	},
}
