package cases

import (
	"fmt"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoDedup holds the cases about sends that repeat a deduplication id.
var fifoDedup = []*judge.Case{
	repeatCollapses,
	repeatInBatchCollapses,
	repeatAtOnceCollapses,
	repeatAfterDeleteCollapses,
	repeatAnswersOriginal,
	contentDeduplicates,
	explicitIDWins,
	refusedSendLeavesID,
}

// collapses is what the first of these cases judge.
var collapses = judge.By{specs.Basaltic: {ID: "BQ-FIFO-09"}}

// withID is a message of one group with this deduplication id.
func withID(id, body string) target.Message {
	return target.Message{Body: body, Group: "a", DeduplicationID: id}
}

// delivers receives and acknowledges until nothing more comes, or too much did,
// and fails unless each body came as often as want says.
func delivers(t *judge.T, q *judge.Queue, want map[string]int, why string) {
	got := map[string]int{}
	tooMany := false
	for empty := 0; empty < looks && !tooMany; empty++ {
		leases := q.MustReceive(judge.For(long), judge.Max(10))
		for _, l := range leases {
			got[l.Body]++
			tooMany = tooMany || got[l.Body] > want[l.Body]
			empty = 0
		}
		q.MustAcknowledge(leases...)
		if len(leases) == 0 {
			t.Pause(20 * time.Millisecond)
		}
	}
	for body := range got {
		if want[body] == 0 {
			t.Failf("expected no message %q, since %s; observed it %d times", body, why, got[body])
		}
	}
	for body, n := range want {
		if got[body] != n {
			t.Failf("expected message %q %d times, since %s; observed it %d times", body, n, why, got[body])
		}
	}
}

var repeatCollapses = &judge.Case{
	Name:     "repeat-collapses",
	Title:    "sends that repeat a deduplication id, while the original is available and while it is in flight, collapse to one message",
	Judges:   collapses,
	Queues:   judge.FIFO(),
	Requests: 24,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSendMessages(withID("x", "original"), withID("y", "other"))
		q.MustSendMessages(withID("x", "repeat"))
		first := q.MustLease(judge.For(long))
		q.MustSendMessages(withID("x", "repeat in flight"))
		q.MustChangeVisibility(first, 0)
		delivers(t, q, map[string]int{"original": 1, "other": 1}, "repeats of a deduplication id collapse to the first")
	},
}

var repeatInBatchCollapses = &judge.Case{
	Name:     "repeat-in-batch-collapses",
	Title:    "sends of one batch, and of the next, that repeat a deduplication id collapse to one message",
	Judges:   collapses,
	Queues:   judge.FIFO(),
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSendBatch(withID("x", "same"), withID("y", "other"), withID("x", "same"))
		q.MustSendBatch(withID("z", "third"), withID("x", "same"))
		delivers(t, q, map[string]int{"same": 1, "other": 1, "third": 1}, "each deduplication id makes one message")
	},
}

var repeatAtOnceCollapses = &judge.Case{
	Name:     "repeat-at-once-collapses",
	Title:    "sends of one deduplication id that are made at once collapse to one message",
	Judges:   collapses,
	Queues:   judge.FIFO(),
	Requests: 80,
	Run: func(t *judge.T) {
		q := t.Queue()
		const ids, senders = 6, 10
		want := map[string]int{}
		for i := range ids {
			id := fmt.Sprint("id ", i)
			want[id] = 1
			t.Parallel(senders, func(int) { q.MustSendMessages(withID(id, id)) })
		}
		delivers(t, q, want, "each deduplication id makes one message")
	},
}

var repeatAfterDeleteCollapses = &judge.Case{
	Name:     "repeat-after-delete-collapses",
	Title:    "a send that repeats a deduplication id makes no message also after the original was received and deleted",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-10"}},
	Queues:   judge.FIFO(),
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSendMessages(withID("x", "original"))
		q.MustAcknowledge(q.MustLease(judge.For(long)))
		q.MustSendMessages(withID("x", "repeat"), withID("y", "other"))
		delivers(t, q, map[string]int{"other": 1}, "a deduplication id counts for five minutes, whatever became of its message")
	},
}

var repeatAnswersOriginal = &judge.Case{
	Name:     "repeat-answers-original",
	Title:    "a send that repeats a deduplication id answers the original's message_id, and duplicate true",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-21"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.FIFO(),
	Requests: 16,
	Run: func(t *judge.T) {
		q := t.Queue()
		original := q.MustSendMessages(withID("x", "original"))[0]
		repeats := []target.Sent{q.Send(withID("x", "repeat"))}
		repeats = append(repeats, q.SendBatch([]target.Message{withID("x", "repeat in a batch"), withID("y", "other")})[0])
		q.MustAcknowledge(q.MustLease(judge.For(long)))
		repeats = append(repeats, q.Send(withID("x", "repeat after a delete")))
		if original.Duplicate {
			t.Failf("expected the first send of a deduplication id to be no duplicate, observed duplicate true in exchange %d", original.Exchange)
		}
		for _, r := range repeats {
			t.Expect(r).To(judge.Be(target.OK))
			if r.MessageID != original.MessageID || !r.Duplicate {
				t.Failf("expected a repeat to answer message_id %q and duplicate true, observed %q and %t in exchange %d",
					original.MessageID, r.MessageID, r.Duplicate, r.Exchange)
			}
		}
	},
}

// deduplicating wants a FIFO queue that derives deduplication ids from bodies.
func deduplicating() []judge.QueueSpec {
	return judge.With(target.Settings{Kind: target.FIFO, ContentBasedDeduplication: true})
}

var contentDeduplicates = &judge.Case{
	Name:     "content-deduplicates",
	Title:    "where the queue says so, a send without a deduplication id gets it from the whole body, and from nothing else, alone and in a batch",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-12"}},
	Queues:   deduplicating(),
	Requests: 40,
	Run: func(t *judge.T) {
		q, prefix := t.Queue(), strings.Repeat("the same for long ", 300)
		bodies := []string{"short", prefix + "1", prefix + "2", "Short", "short ", " short"}
		want := map[string]int{}
		for _, body := range bodies {
			want[body] = 1
			again := withID("", body)
			again.Attributes = map[string]target.Attribute{"try": {Type: "Number", Value: "2"}}
			q.MustSendMessages(withID("", body), again)
		}
		want["twice in a batch"] = 1
		q.MustSendBatch(withID("", "twice in a batch"), withID("", "short"), withID("", "twice in a batch"))
		delivers(t, q, want, "sends collapse where, and only where, their bodies are equal")
	},
}

var explicitIDWins = &judge.Case{
	Name:     "explicit-id-wins",
	Title:    "where the queue derives deduplication ids from bodies, an id that a send gives counts in place of its body",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-12"}},
	Queues:   deduplicating(),
	Requests: 24,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSendMessages(withID("x", "same"), withID("y", "same"), withID("", "same"), withID("z", "first"), withID("z", "second"))
		delivers(t, q, map[string]int{"same": 3, "first": 1}, "two sends had ids of their own, one its body's, and two the same")
	},
}

var refusedSendLeavesID = &judge.Case{
	Name:     "refused-send-leaves-id",
	Title:    "a send that was refused does not use up its deduplication id",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-19"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.FIFO(),
	Requests: 20,
	Run: func(t *judge.T) {
		q := t.Queue()
		badAttribute, delayed := withID("x", "refused"), withID("y", "refused")
		badAttribute.Attributes = map[string]target.Attribute{"n": {Type: "Number", Value: "no number"}}
		delayed.Delay = time.Second
		for _, bad := range []target.Message{badAttribute, delayed} {
			if o := q.Send(bad).Outcome; o.Class == target.OK {
				t.Inconclusivef("could not be judged: the send that was to be refused: %s; see BQ-SEND-03 and BQ-FIFO-15", judge.Describe(o))
			}
			good := q.MustSendMessages(withID(bad.DeduplicationID, "good "+bad.DeduplicationID))[0]
			if good.Duplicate {
				t.Failf("expected the first send that was accepted to be no duplicate, observed duplicate true in exchange %d", good.Exchange)
			}
		}
		delivers(t, q, map[string]int{"good x": 1, "good y": 1}, "the sends with these ids before them were refused")
	},
}
