package cases

import (
	"fmt"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// fifoRules holds the cases about what a FIFO queue is and takes.
var fifoRules = []*judge.Case{
	nameMakesKind,
	sendWithoutGroup,
	sendWithGroupToStandard,
	sendWithDeduplicationToStandard,
	sendWithDelayToFIFO,
	createWithDelayAsFIFO,
	updateToDelayOnFIFO,
	createStandardDeduplicating,
	sendWithoutDeduplication,
	severalOfGroup,
}

var nameMakesKind = &judge.Case{
	Name:     "name-makes-kind",
	Title:    "a name that ends in .fifo makes a FIFO queue, and any other a standard one",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-01"}},
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Requests: 28,
	Run: func(t *judge.T) {
		client := basaltic.NewClient(t.Session())
		for suffix, kind := range map[string]target.Kind{
			".fifo":     target.FIFO,
			".old.fifo": target.FIFO,
			"":          target.Standard,
			"fifo":      target.Standard,
			"-fifo":     target.Standard,
			".fifo.old": target.Standard,
			".fif":      target.Standard,
		} {
			name := t.QueueName(target.Standard) + suffix
			made, o := judge.Read(t, client.CreateQueue(t.Context(), basaltic.Settings{Name: name}), basaltic.Read[basaltic.QueueAnswer])
			t.Expect(o).To(judge.Be(target.OK))
			seen, o := judge.Read(t, client.DescribeQueue(t.Context(), made.Queue.ID), basaltic.Read[basaltic.QueueAnswer])
			t.Expect(o).To(judge.Be(target.OK))
			for _, observed := range []string{made.Queue.Kind, seen.Queue.Kind} {
				if observed != string(kind) {
					t.Failf("expected a queue named %q to be of kind %s, observed %q", name, kind, observed)
				}
			}
			client.DeleteQueue(t.Context(), made.Queue.ID)
		}
	},
}

// refusesSend fails unless the queue refuses the message, whose body says what is
// wrong with it, alone and in a batch, and then lets nothing of it be delivered.
func refusesSend(t *judge.T, q *judge.Queue, m target.Message) {
	mustRefuseAsIs(t, q, basaltic.Outgoing(m, ""), m.Body)
	q.NoneDelivered("its send was refused", m.Body)
}

var sendWithoutGroup = &judge.Case{
	Name:     "send-without-group",
	Title:    "a send to a FIFO queue without message_group_id is refused, alone and in a batch",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-02"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.FIFO(),
	Requests: 16,
	Run: func(t *judge.T) {
		refusesSend(t, t.Queue(), t.Queue().Grouped("", "no group"))
	},
}

var sendWithGroupToStandard = &judge.Case{
	Name:     "send-with-group-to-standard",
	Title:    "a send to a standard queue with message_group_id is refused, alone and in a batch",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-02"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 16,
	Run: func(t *judge.T) {
		refusesSend(t, t.Queue(), target.Message{Body: "a group", Group: "a"})
	},
}

var sendWithDeduplicationToStandard = &judge.Case{
	Name:     "send-with-deduplication-to-standard",
	Title:    "a send to a standard queue with message_deduplication_id is refused, alone and in a batch",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-14"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 16,
	Run: func(t *judge.T) {
		refusesSend(t, t.Queue(), target.Message{Body: "a deduplication id", DeduplicationID: "a"})
	},
}

var sendWithDelayToFIFO = &judge.Case{
	Name:     "send-with-delay-to-fifo",
	Title:    "a send to a FIFO queue with delay_seconds over 0 is refused, alone and in a batch",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-15"}},
	Needs:    []judge.Need{judge.NeedProducer},
	Queues:   judge.FIFO(),
	Waits:    2 * time.Second,
	Requests: 28,
	Run: func(t *judge.T) {
		q := t.Queue()
		for _, delay := range []time.Duration{900 * time.Second, time.Second} {
			m := q.Grouped("a", fmt.Sprint("a delay of ", delay))
			m.Delay = delay
			mustRefuseAsIs(t, q, basaltic.Outgoing(m, ""), m.Body)
		}
		t.Pause(time.Second + t.Tolerance().Late)
		q.NoneDelivered("its send was refused", "a delay of 1s")
	},
}

var createWithDelayAsFIFO = &judge.Case{
	Name:   "create-with-delay-as-fifo",
	Title:  "a FIFO queue with delay_seconds over 0 is refused",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-FIFO-22"}},
	Needs:  []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Run: func(t *judge.T) {
		_, o := t.MakeQueue(target.Settings{Kind: target.FIFO, Delay: time.Second})
		t.Expect(o).To(judge.BeClientError())
	},
}

var updateToDelayOnFIFO = &judge.Case{
	Name:   "update-to-delay-on-fifo",
	Title:  "a change of a FIFO queue's delay_seconds to over 0 is refused, and changes nothing",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-FIFO-22"}},
	Needs:  []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues: judge.FIFO(),
	Run: func(t *judge.T) {
		q := t.Queue()
		change := map[string]int{"delay_seconds": 1}
		t.Expect(t.Answered(basaltic.NewClient(t.Session()).UpdateQueue(t.Context(), q.Ref(), change))).To(judge.BeClientError())
		settings, o := q.Describe(t.Context())
		t.Expect(o).To(judge.Be(target.OK))
		if settings.Delay != 0 {
			t.Failf("expected the queue to keep its delay of 0 s after a refused change, observed %s", settings.Delay)
		}
	},
}

var createStandardDeduplicating = &judge.Case{
	Name:   "create-standard-deduplicating",
	Title:  "a standard queue with content_based_deduplication is refused",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-FIFO-18"}},
	Needs:  []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Run: func(t *judge.T) {
		_, o := t.MakeQueue(target.Settings{Kind: target.Standard, ContentBasedDeduplication: true})
		t.Expect(o).To(judge.BeClientError())
	},
}

var sendWithoutDeduplication = &judge.Case{
	Name:   "send-without-deduplication",
	Title:  "what a FIFO send answers that has no deduplication id where the queue derives none",
	Judges: judge.By{specs.Basaltic: {ID: "BQ-FIFO-13"}},
	Needs:  []judge.Need{judge.NeedProducer},
	Queues: judge.FIFO(),
	Run: func(t *judge.T) {
		t.Recordf("%s", judge.Describe(t.Queue().Send(target.Message{Body: "without an id", Group: "a"}).Outcome))
	},
}

var severalOfGroup = &judge.Case{
	Name:     "several-of-group",
	Title:    "how many messages of one group a single receive brings, and whether several come in order",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-FIFO-16"}},
	Queues:   judge.FIFO(),
	Requests: 32,
	Run: func(t *judge.T) {
		q := t.Queue()
		const n = 9 // bodies of one digit, which sort as they were sent
		sendRounds(q, n, "a")
		var most []string
		for left := n; left > 0; {
			var bodies []string
			leases := q.MustSome(judge.For(long), judge.Max(10))
			for _, l := range leases {
				bodies = append(bodies, l.Body)
			}
			if len(bodies) > len(most) {
				most = bodies
			}
			q.MustAcknowledgeAtOnce(leases...)
			left -= len(leases)
		}
		order := "in order"
		if !slices.IsSorted(most) {
			order = "out of order"
		}
		t.Recordf("a receive brought up to %d messages of a group, %s", len(most), order)
	},
}
