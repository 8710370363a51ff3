package cases

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoSequence holds the cases about seq, which EZGH gives each FIFO message.
var fifoSequence = []*judge.Case{
	groupAndSequenceShown,
	sequenceGrows,
	sequenceGrowsPastEmptiness,
	sequenceGrowsPastRedelivery,
	deliveredBySequence,
}

// sequences remembers the last delivery of each group.
type sequences map[string]judge.Lease

// grow fails unless the seq of a delivery is higher than that of the one of its
// group before it.
func (s sequences) grow(t *judge.T, l judge.Lease) {
	if l.Sequence == "" || !digits(l.Sequence) {
		t.Inconclusivef("could not be judged: message %q has seq %q in exchange %d; see EQ-FIFO-03", l.Body, l.Sequence, l.Call.Exchange)
	}
	before, ok := s[group(l)]
	if ok && compareDecimals(before.Sequence, l.Sequence) >= 0 {
		t.Failf("expected seq to grow within group %q, observed %q for message %q and then %q for message %q, in exchanges %d and %d",
			group(l), before.Sequence, before.Body, l.Sequence, l.Body, before.Call.Exchange, l.Call.Exchange)
	}
	s[group(l)] = l
}

func digits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// compareDecimals compares texts of digits of any length.
func compareDecimals(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

var groupAndSequenceShown = &judge.Case{
	Name:     "group-and-sequence-shown",
	Title:    "every delivery of a FIFO queue, the first of a message and the next, carries its groupId and a seq of digits",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-03"}},
	Queues:   judge.FIFO(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, client := t.Queue(), ezgh.NewClient(t.Session())
		q.MustSendMessages(q.Grouped("Aa", "Aa1"), q.Grouped("b", "b1"), q.Grouped("Cc", "Cc1"))
		names, ten := []string{"Aa", "b", "Cc"}, 10
		everything := ezgh.Receive{Max: &ten, Visibility: wire.OptionalSeconds(new(time.Duration))}
		seen := 0
		for tries := 0; seen < 2*len(names) && tries < looks; tries++ {
			call := t.Answered(client.ReceiveMessages(t.Context(), q.Ref(), everything))
			t.Expect(call).To(judge.BeSuccess())
			for _, m := range shownDeliveries(t, call) {
				seen++
				if !slices.Contains(names, m.Group) || !strings.HasPrefix(m.Body, m.Group) {
					t.Failf("expected the groupId it was sent with on message %q, observed %q in exchange %d", m.Body, m.Group, call.Exchange)
				}
				var text string
				if err := json.Unmarshal(m.Seq, &text); err != nil || text == "" || !digits(text) {
					t.Failf("expected seq to be a text of digits on message %q, observed %q in exchange %d", m.Body, m.Seq, call.Exchange)
				}
			}
		}
		if seen == 0 {
			t.Inconclusivef("%d receives brought none of %d available messages; see EQ-POLL-11", looks, len(names))
		}
	},
}

// shownDelivery is a delivery as the wire shows it, whatever its seq is.
type shownDelivery struct {
	Body  string          `json:"body"`
	Group string          `json:"groupId"`
	Seq   json.RawMessage `json:"seq"`
}

func shownDeliveries(t *judge.T, call target.Call) []shownDelivery {
	var answer struct {
		Messages []shownDelivery `json:"messages"`
	}
	if err := json.Unmarshal(call.Body, &answer); err != nil {
		t.Failf("expected messages with a groupId and a seq of text, observed an answer that does not decode: %v", err)
	}
	return answer.Messages
}

var sequenceGrows = &judge.Case{
	Name:     "sequence-grows",
	Title:    "seq grows within a group in the order of sends",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-03"}},
	Queues:   judge.FIFO(),
	Waits:    time.Second,
	Requests: 90,
	Run: func(t *judge.T) {
		q := t.Queue()
		const n = 6
		sendRounds(q, n, "a", "b") // in turns
		sendRounds(q, n, "c")      // one after the other, past the first ten of the queue
		seen := map[string]judge.Lease{}
		for len(seen) < n*len(groups) {
			leases := q.MustSome(judge.For(long), judge.Max(10))
			for _, l := range leases {
				seen[l.Body] = l
			}
			q.MustAcknowledgeAtOnce(leases...)
		}
		last := sequences{}
		for _, g := range groups {
			for i := range n {
				last.grow(t, seen[fmt.Sprint(g, i+1)])
			}
		}
	},
}

var sequenceGrowsPastEmptiness = &judge.Case{
	Name:     "sequence-grows-past-emptiness",
	Title:    "seq goes on growing within a group after the queue was emptied by acknowledges",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-03"}},
	Queues:   judge.FIFO(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, last := t.Queue(), sequences{}
		for i := range 3 {
			q.MustSendGroup("a", fmt.Sprint("a", i+1))
			l := q.MustLease(judge.For(long))
			last.grow(t, l)
			q.MustAcknowledge(l)
		}
	},
}

var sequenceGrowsPastRedelivery = &judge.Case{
	Name:     "sequence-grows-past-redelivery",
	Title:    "a message that was released and delivered again still has a lower seq than the one sent after it",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-03"}},
	Queues:   judge.FIFO(),
	Requests: 20,
	Run: func(t *judge.T) {
		q, last := t.Queue(), sequences{}
		q.MustSendGroup("a", "a1", "a2")
		q.MustChangeVisibility(q.MustLease(judge.For(long)), 0)
		again := q.MustLeaseReleased(1, judge.For(long))[0]
		q.MustAcknowledge(again)
		last.grow(t, again)
		last.grow(t, q.MustLease(judge.For(long)))
	},
}

var deliveredBySequence = &judge.Case{
	Name:     "delivered-by-sequence",
	Title:    "the messages of a group that were sent in one batch are delivered in the order of their seq",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-FIFO-04"}},
	Queues:   judge.FIFO(),
	Requests: 32,
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
				last.grow(t, l)
			}
			q.MustAcknowledgeAtOnce(leases...)
			left -= len(leases)
		}
	},
}
