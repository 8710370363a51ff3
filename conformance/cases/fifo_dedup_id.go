package cases

import (
	"strings"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// fifoDedupID holds the cases about deduplication ids that are nearly the same.
var fifoDedupID = []*judge.Case{
	similarIDsStayApart,
	unusualIDsStayApart,
	sameBodiesStayApart,
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

// unusualIDs differ in a space alone, or later than a hash is long.
var unusualIDs = []string{"order", "order ", " order", strings.Repeat("0f", 60) + "a1", strings.Repeat("0f", 60) + "a2"}

// Which ids a send may have is not documented.
var unusualIDsStayApart = &judge.Case{
	Name:     "unusual-ids-stay-apart",
	Title:    "sends whose deduplication ids differ in a space alone, or in their 122nd character, repeat nothing, where they are accepted",
	Judges:   collapses,
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.FIFO(),
	Requests: 25,
	Run: func(t *judge.T) {
		q, want := t.Queue(), map[string]int{}
		for _, id := range unusualIDs {
			if o := q.Send(withID(id, id)); o.Class != target.OK {
				t.Recordf("a send with the deduplication id %q was answered %d", id, o.Status)
				continue
			}
			want[id] = 1
		}
		delivers(t, q, want, "no two sends had the same deduplication id")
	},
}

var sameBodiesStayApart = &judge.Case{
	Name:     "same-bodies-stay-apart",
	Title:    "sends of one body whose deduplication ids differ, made at once and in one batch, repeat nothing: each makes its message",
	Judges:   collapses,
	Queues:   judge.FIFO(),
	Requests: 30,
	Run: func(t *judge.T) {
		q := t.Queue()
		ids := []string{"x", "y", "z"}
		t.Parallel(len(ids), func(i int) { q.MustSendMessages(withID(ids[i], "same")) })
		q.MustSendBatch(withID("v", "same"), withID("w", "same"))
		delivers(t, q, map[string]int{"same": len(ids) + 2}, "no two sends had the same deduplication id")
	},
}
