package cases

import (
	"strings"

	"github.com/leasecheck/leasecheck/conformance/judge"
)

// fifoDedupID holds the cases about deduplication ids that are nearly the same.
var fifoDedupID = []*judge.Case{
	similarIDsStayApart,
}

// similarIDs differ in case alone, or in their last character, which comes as late
// as that of a hash does.
var similarIDs = []string{
	"order-a", "ORDER-A", "Order-a", "order-A",
	strings.Repeat("0f", 31) + "a1", strings.Repeat("0f", 31) + "a2", strings.Repeat("0f", 31) + "b2",
}

var similarIDsStayApart = &judge.Case{
	Name:     "similar-ids-stay-apart",
	Title:    "sends whose deduplication ids differ, if only in letter case or in their last character, repeat nothing: each makes its message",
	Judges:   collapses,
	Queues:   judge.FIFO(),
	Requests: 30,
	Run: func(t *judge.T) {
		q, want := t.Queue(), map[string]int{}
		for _, id := range similarIDs {
			want[id] = 1
			q.MustSendMessages(withID(id, id))
		}
		delivers(t, q, want, "no two sends had the same deduplication id")
	},
}
