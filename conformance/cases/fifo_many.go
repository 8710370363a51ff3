package cases

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoMany holds the cases about a queue of many groups.
var fifoMany = []*judge.Case{manyGroupsGoOn}

// manyGroups is of how many groups a part is held: so many that where groups
// share locks by a hash of a few bits, some that are held share with others.
const manyGroups = 60

var manyGroupsGoOn = &judge.Case{
	Name:  "many-groups-go-on",
	Title: "while messages of many groups are in flight, those of as many others are all delivered",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-FIFO-05"},
		specs.EZGH:     {ID: "EQ-FIFO-02"},
	},
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		bodies := make([]string, manyGroups)
		for i := range bodies {
			bodies[i] = groupName(i)
		}
		for some := range slices.Chunk(bodies, 10) {
			batch := make([]target.Message, len(some))
			for i, body := range some {
				batch[i] = q.Grouped(body, body)
			}
			q.MustSendBatch(batch...)
		}
		held := q.MustSome(judge.For(long), judge.Max(10))
		for range 2 {
			held = append(held, q.MustReceive(judge.For(long), judge.Max(10))...)
		}
		taken := judge.Bodies(held...)
		others := slices.DeleteFunc(bodies, func(body string) bool { return slices.Contains(taken, body) })
		q.AllDelivered(fmt.Sprintf("no message of its group is in flight, but of %d others", len(held)), others...)
	},
}
