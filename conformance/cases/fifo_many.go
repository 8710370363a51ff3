package cases

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoMany holds the cases about a queue of many groups.
var fifoMany = []*judge.Case{manyGroupsGoOn, similarGroupsGoOn}

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

// similar are pairs of groups that are not the same.
var similar = [][]string{
	{"group", "GROUP"},
	{strings.Repeat("group", 12) + "a", strings.Repeat("group", 12) + "b"},
}

var similarGroupsGoOn = &judge.Case{
	Name:  "similar-groups-go-on",
	Title: "a group's message in flight holds back no group whose name differs in capitals alone, or in the last of many characters",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-FIFO-05"},
		specs.EZGH:     {ID: "EQ-FIFO-02"},
	},
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue()
		for _, pair := range similar {
			for _, name := range pair {
				q.MustSendGroup(name, name)
			}
			held := q.MustLease(judge.For(long))
			others := slices.DeleteFunc(slices.Clone(pair), func(name string) bool { return name == held.Body })
			q.AllDelivered("no message of its group is in flight, but one of a group with a similar name", others...)
		}
	},
}
