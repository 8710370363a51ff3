package cases

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoSequence holds the cases about seq, which EZGH gives each FIFO message.
var fifoSequence = []*judge.Case{
	sequenceGrows,
	deliveredBySequence,
}

// sequences remembers the last seq of each group.
type sequences map[string]judge.Lease

// grow fails unless the delivery shows its group and a seq that is higher than
// that of the group's delivery before it.
func (s sequences) grow(t *judge.T, l judge.Lease, of string) {
	if l.Group != of {
		t.Failf("expected groupId %q on message %q, observed %q in exchange %d", of, l.Body, l.Group, l.Call.Exchange)
	}
	if l.Sequence == "" || strings.Trim(l.Sequence, "0123456789") != "" {
		t.Failf("expected a seq of digits on message %q, observed %q in exchange %d", l.Body, l.Sequence, l.Call.Exchange)
	}
	if before, ok := s[of]; ok && compareDecimals(before.Sequence, l.Sequence) >= 0 {
		t.Failf("expected seq to grow within group %q, observed %q for message %q and then %q for message %q, in exchanges %d and %d",
			of, before.Sequence, before.Body, l.Sequence, l.Body, before.Call.Exchange, l.Call.Exchange)
	}
	s[of] = l
}

// compareDecimals compares texts of digits of any length.
func compareDecimals(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

var sequenceGrows = &judge.Case{
	Name:     "sequence-grows",
	Title:    "every delivery of a FIFO queue carries its group and a seq of digits that grows within the group in the order of sends",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-03"}},
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 90,
	Run: func(t *judge.T) {
		q := t.Queue()
		const n = 6 // of each group; the seqs of a queue pass from one digit to two
		sendRounds(q, n, groups...)
		released := q.MustLease(judge.For(long))
		sequences{}.grow(t, released, group(released))
		q.MustChangeVisibility(released, 0)
		seen := map[string]judge.Lease{}
		for len(seen) < n*len(groups) {
			leases := q.MustSome(judge.For(long), judge.Max(10))
			for _, l := range leases {
				seen[l.Body] = l
			}
			q.MustAcknowledge(leases...)
		}
		last := sequences{}
		for i := range n {
			for _, g := range groups {
				last.grow(t, seen[fmt.Sprint(g, i+1)], g)
			}
		}
	},
}

var deliveredBySequence = &judge.Case{
	Name:     "delivered-by-sequence",
	Title:    "the messages of a group that were sent in one batch are delivered in the order of their seq",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-04"}},
	Queues:   judge.FIFO(),
	Requests: 40,
	Run: func(t *judge.T) {
		q := t.Queue()
		var batch []target.Message
		for i := range 10 {
			batch = append(batch, q.Grouped("a", fmt.Sprint("a", i+1)))
		}
		q.MustSendBatch(batch...)
		last := sequences{}
		for left := len(batch); left > 0; {
			leases := q.MustSome(judge.For(long), judge.Max(4))
			for _, l := range leases {
				last.grow(t, l, "a")
			}
			q.MustAcknowledge(leases...)
			left -= len(leases)
		}
	},
}
