package cases

import (
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// deadLetterCopy holds the cases about what a dead-lettered message is, and
// about policies that lead nowhere.
var deadLetterCopy = []*judge.Case{
	deadLetterKeepsContent,
	onFIFO(deadLetterKeepsContent),
	deadLetterKeepsID,
	deadLetterTellsOrigin,
	redriveToNoQueue,
}

// quick is moved after a single lease, which is released.
var quick = poison{kind: target.Standard, most: 1, by: byRelease}

// moves gives a message as it was leased from its queue and as it then is in
// the dead-letter queue. One that is still delivered from its queue is another
// requirement's matter; one that is gone from there and lost is not.
func moves(t *judge.T, m target.Message) (before, after judge.Lease) {
	f := quick.exhaust(t, eachApart(t.Queue("main"), m)[0])
	if n := len(f.leases); n == 0 || n > f.most+1 {
		t.Inconclusivef("a message was leased %d times where %d are allowed; see the requirements on when it moves", n, f.most)
	}
	return f.leases[0], f.mustHaveMoved()
}

var deadLetterKeepsContent = &judge.Case{
	Name:  "dead-letter-keeps-content",
	Title: "a message in the dead-letter queue has the body and the attributes that it had before",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-DLQ-03"},
		specs.EZGH:     {ID: "EQ-DLQ-01"},
	},
	Queues:   quick.queues(),
	Requests: 30,
	Run: func(t *judge.T) {
		sent := target.Message{Body: " poison \"ünï\" \n", Attributes: map[string]target.Attribute{
			"price": {Type: "Number", Value: "1.50"}, "text": {Type: "String", Value: "  ünï "}, "bytes": {Type: "Binary", Value: "/+8="},
		}}
		before, dead := moves(t, sent)
		if dead.Body != before.Body {
			t.Decide(before.Call.Exchange, dead.Call.Exchange)
			t.Failf("expected the body %s in the dead-letter queue, observed %s in exchange %d", excerpt(before.Body), excerpt(dead.Body), dead.Call.Exchange)
		}
		dead.Attributes = maps.Clone(dead.Attributes)
		maps.DeleteFunc(dead.Attributes, func(name string, _ target.Attribute) bool { // what the move added
			_, had := before.Attributes[name]
			return !had
		})
		mustHaveAttributes(t, dead, before.Attributes)
	},
}

var deadLetterKeepsID = &judge.Case{
	Name:     "dead-letter-keeps-id",
	Title:    "a message keeps its id in the dead-letter queue; whether its receive_count and enqueued_at go on is recorded",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-DLQ-03"}},
	Queues:   quick.queues(),
	Requests: 30,
	Run: func(t *judge.T) {
		before, after := moves(t, target.Message{Body: "poison"})
		t.Recordf("after %d leases, the first in the dead-letter queue has receive_count %d; enqueued_at stays: %t",
			before.ReceiveCount, after.ReceiveCount, before.SentAt == after.SentAt)
		if before.MessageID != after.MessageID {
			t.Decide(before.Call.Exchange, after.Call.Exchange)
			t.Failf("expected the id %s in the dead-letter queue, observed %s in exchange %d", before.MessageID, after.MessageID, after.Call.Exchange)
		}
	},
}

// originPrefix begins the names of the attributes that dead-lettering adds.
const originPrefix = "ezgh."

var deadLetterTellsOrigin = &judge.Case{
	Name:     "dead-letter-tells-origin",
	Title:    "a message gains attributes whose names begin with ezgh. in the dead-letter queue, with attributes of its own and without",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-DLQ-01"}},
	Queues:   quick.queues(),
	Requests: 60,
	Run: func(t *judge.T) {
		for _, own := range []map[string]target.Attribute{nil, {"own": {Value: "kept"}}} {
			_, dead := moves(t, target.Message{Body: "poison", Attributes: own})
			names := slices.Sorted(maps.Keys(dead.Attributes))
			t.Recordf("attributes in the dead-letter queue: %q", names)
			if !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, originPrefix) }) {
				t.Decide(dead.Call.Exchange)
				t.Failf("expected an attribute whose name begins with %s in the dead-letter queue, observed %q in exchange %d", originPrefix, names, dead.Call.Exchange)
			}
		}
	},
}

var redriveToNoQueue = &judge.Case{
	Name:     "redrive-to-no-queue",
	Title:    "a redrive_policy that names no queue answers 4xx, and makes or changes no queue",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-DLQ-04"}},
	Needs:    []judge.Need{judge.NeedOwnQueues},
	Queues:   standards("main", "deleted"),
	Requests: 25,
	Run: func(t *judge.T) {
		q, deleted := t.Queue("main"), t.Queue("deleted")
		due := settingsOf(described(t, q.Ref()))
		mustPrepare(t, "the deletion of a queue", deleted.Delete())
		for what, reference := range map[string]string{
			"an id never given": uuid.NewString(), "a deleted queue's id": deleted.Ref(),
			"a deleted queue's name": deleted.Name(), "a name never given": t.QueueName(target.Standard),
		} {
			policy := map[string]any{"dead_letter_queue": reference, "max_receive_count": 3}
			name := t.QueueName(target.Standard)
			_, o := create(t, map[string]any{"name": name, "redrive_policy": policy})
			t.Expect(o).To(judge.BeClientError(), "a queue with %s for its dead-letter queue", what)
			_, o = create(t, map[string]any{"name": name})
			t.Expect(o).To(judge.Be(target.OK), "a queue of the name that was refused with %s for its dead-letter queue", what)
			_, o = update(t, q.Ref(), map[string]any{"redrive_policy": policy})
			t.Expect(o).To(judge.BeClientError(), "an update with %s for the dead-letter queue", what)
			mustShow(t, "describeQueue after a refused update", described(t, q.Ref()), due)
		}
	},
}
