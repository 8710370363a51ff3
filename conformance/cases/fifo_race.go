package cases

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoRace holds the case about many consumers of one FIFO queue.
var fifoRace = []*judge.Case{groupsUnderConcurrentConsumers}

const (
	// fifoRaces is how many races the case holds, each judged by itself, so that
	// the record of the exchanges still holds those that a verdict rests on.
	fifoRaces = 6
	// fifoRaceMessages are raced for, of many groups in every other race, and of
	// few in the others: then most consumers wait for a group to be free.
	fifoRaceMessages = 400
	manyRaceGroups   = 100
	fewRaceGroups    = 20
	// fifoConsumers receive at once. One receive asks for one message or two, so
	// that all races take some 1,600 receives: what goes wrong in 2 of 1,000 shows
	// with a certainty of 96 %.
	fifoConsumers = 32
	// certainRace is how many receives show it with a certainty of 95 %.
	certainRace = 1500
	// fifoRaceTime bounds all races at a target that answers slowly.
	fifoRaceTime = 35 * time.Second
)

var groupsUnderConcurrentConsumers = &judge.Case{
	Name:  "groups-under-concurrent-consumers",
	Title: "under concurrent consumers no group is held by two at once, and each group's messages come in the order of those of its sends that did not overlap",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-FIFO-17"},
		specs.EZGH:     {ID: "EQ-FIFO-06"},
	},
	Queues:   judge.FIFO(),
	Waits:    5 * time.Second,
	Requests: 5500,
	Run: func(t *judge.T) {
		begun, fruitful := time.Now(), 0
		for i := 0; i < fifoRaces && time.Since(begun) < fifoRaceTime; i++ {
			fruitful += fifoRound(t, i)
		}
		if fruitful < certainRace {
			t.Inconclusivef("%d receives brought messages within %s, of %d that it takes to be certain",
				fruitful, time.Since(begun).Round(time.Second), certainRace)
		}
	},
}

// fifoRound sends messages while consumers race for them, and judges what came.
// It tells how many receives brought messages.
func fifoRound(t *judge.T, round int) int {
	r := newRace(t, fifoRaceMessages, long)
	groups, wait := manyRaceGroups, time.Duration(0)
	if round%2 == 1 {
		groups, wait = fewRaceGroups, time.Second
	}
	numbers := make([]int, groups)
	for i := range numbers {
		numbers[i] = i
	}
	batches := slices.Collect(slices.Chunk(numbers, 10))
	depth, seed := fifoRaceMessages/groups, t.Rand().Uint64()
	t.Parallel(len(batches)+fifoConsumers, func(i int) {
		if i >= len(batches) {
			r.consume(rand.New(rand.NewPCG(seed, uint64(i))), wait, 2, 2)
			return
		}
		for n := range depth {
			r.send(round*fifoRaceMessages+n, batches[i]...)
		}
	})
	r.judgeGroups()
	return int(r.fruitful.Load())
}

// judgeGroups fails when a group was held by two or came out of order. That all
// comes is the matter of other requirements.
func (r *race) judgeGroups() {
	report := r.checker.Finish()
	for _, broken := range report.Sets() {
		if broken.Count == 0 || broken.Name == "lost" {
			continue
		}
		first := broken.First[0]
		r.t.Decide(first.Exchanges...)
		r.t.Failf("expected each group to be held by one consumer at a time, and to come in the order of its sends; observed %s, %d times of %d deliveries: %s",
			broken.Name, broken.Count, report.Delivered, first.Text)
	}
	if left := r.unacknowledged.Load(); left > 0 {
		r.t.Inconclusivef("could not be judged to the end: %d of %d messages were left, and none came for %s; see the requirement on what an acknowledge frees",
			left, report.Sent, raceIdle)
	}
}

// groupName names a group of a race.
func groupName(number int) string { return "group-" + strconv.Itoa(number) }
