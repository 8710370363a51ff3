package cases

import (
	"fmt"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// fifo holds the cases about the order of a group's messages.
var fifo = []*judge.Case{
	groupInOrder,
	groupInOrderByBatches,
	acknowledgeFreesGroup,
}

// groups are those of the cases that need several. Each message's body starts
// with its group, so that a delivery need not say it.
var groups = []string{"a", "b", "c"}

// sendRounds sends n messages to each group, in turns: a1, b1, c1, a2 and so on.
func sendRounds(q *judge.Queue, n int, groups ...string) {
	for i := range n {
		for _, g := range groups {
			q.MustSendGroup(g, fmt.Sprint(g, i+1))
		}
	}
}

// group is the group of a message of sendRounds.
func group(l judge.Lease) string { return l.Body[:1] }

// inOrder receives n messages of each group, acknowledging what each receive
// brings, and fails unless those of each group come as a1, a2 and so on.
func inOrder(t *judge.T, q *judge.Queue, n int, groups ...string) {
	next := map[string]int{}
	for left := n * len(groups); left > 0; {
		leases := q.MustSome(judge.For(long), judge.Max(min(left, 10)))
		for _, l := range leases {
			g := group(l)
			next[g]++
			if due := fmt.Sprint(g, next[g]); l.Body != due {
				t.Failf("expected the messages of group %q in the order in which they were sent: %q next, observed %q in exchange %d",
					g, due, l.Body, l.Call.Exchange)
			}
		}
		q.MustAcknowledgeAtOnce(leases...)
		left -= len(leases)
	}
}

var groupInOrder = &judge.Case{
	Name:  "group-in-order",
	Title: "the messages of a group are delivered strictly in the order in which they were sent",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-FIFO-03"},
		specs.EZGH:     {ID: "EQ-FIFO-04"},
	},
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 80,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 8, groups...)
		inOrder(t, q, 8, groups...)
	},
}

var groupInOrderByBatches = &judge.Case{
	Name:  "group-in-order-by-batches",
	Title: "the messages of a group are delivered in order also when each came in a batch with those of other groups",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-FIFO-03"},
		specs.EZGH:     {ID: "EQ-FIFO-04"},
	},
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 100,
	Run: func(t *judge.T) {
		q := t.Queue()
		const n = 8
		all := strings.Split("abcdefghij", "")
		for i := range n {
			batch := make([]target.Message, len(all))
			for j, g := range all {
				batch[j] = q.Grouped(g, fmt.Sprint(g, i+1))
			}
			q.MustSendBatch(batch...)
		}
		inOrder(t, q, n, all...)
	},
}

var acknowledgeFreesGroup = &judge.Case{
	Name:  "acknowledge-frees-group",
	Title: "after an acknowledge the group's next message is delivered",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-FIFO-06"},
		specs.EZGH:     {ID: "EQ-FIFO-07"},
	},
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		sendRounds(q, 4, "a")
		for i := range 4 {
			l := q.Next(judge.Starting("a"), fmt.Sprint("a", i+1), "all before it in its group were acknowledged")
			q.MustAcknowledge(l)
		}
	},
}
