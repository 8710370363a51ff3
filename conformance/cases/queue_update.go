package cases

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// queueUpdate holds the cases about changes of a Basaltic queue.
var queueUpdate = []*judge.Case{
	updateKeepsWhatItOmits,
	updateToZero,
	updateKeepsDeduplication,
	updateIsListed,
	nullRemovesRedrive,
	nullRemovesKey,
	updateKeepsKey,
	nameAndKindStay,
}

// update changes a queue.
func update(t *judge.T, id string, body map[string]any, o ...wire.Option) (basaltic.Described, target.Outcome) {
	call := basaltic.NewClient(t.Session()).UpdateQueue(t.Context(), id, body, o...)
	answer, outcome := judge.Read(t, call, basaltic.Read[basaltic.QueueAnswer])
	return answer.Queue, outcome
}

// updating is what most of these cases judge.
var updating = judge.By{specs.Basaltic: {ID: "BQ-QUEUE-04"}}

var updateKeepsWhatItOmits = &judge.Case{
	Name:     "update-keeps-what-it-omits",
	Title:    "an update of any one setting changes it and keeps all others; one of nothing changes nothing",
	Judges:   updating,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   standards("usual", "dead", "other dead"),
	Requests: 35,
	Run: func(t *judge.T) {
		body, _ := unusualQueue(t, t.Queue("usual"), t.Queue("dead"))
		id, other := mustCreate(t, body).ID, t.Queue("other dead").Ref()
		tags := map[string]any{"team": "search"}
		changes := map[string]any{
			"tags":           tags,
			"redrive_policy": map[string]any{"dead_letter_queue": other, "max_receive_count": 5},
		}
		shown := settings{"tags": tagsText(tags), "redrive_policy": redriveText(other, 5)}
		for name := range unusual(basaltic.Numbers{}) {
			changes[name] = body[name].(int) + 1
			shown[name] = fmt.Sprint(changes[name])
		}
		due := settingsOf(described(t, id))
		for _, name := range append(slices.Sorted(maps.Keys(changes)), "") {
			change := map[string]any{}
			if name != "" {
				change[name], due[name] = changes[name], shown[name]
			}
			answered, o := update(t, id, change)
			t.Expect(o).To(judge.Be(target.OK), "an update of %q", name)
			mustShow(t, fmt.Sprintf("the answer to an update of %q", name), answered, due)
			mustShow(t, fmt.Sprintf("describeQueue after an update of %q", name), described(t, id), due)
		}
	},
}

// Which of them a queue may have is not documented.
var updateToZero = &judge.Case{
	Name:     "update-to-zero",
	Title:    "an update of a visibility timeout, a delay or a wait to 0, where it is accepted, changes it, and keeps all others",
	Judges:   updating,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   judge.With(target.Settings{Kind: target.Standard, Visibility: 3 * time.Second, Delay: 4 * time.Second, ReceiveWait: 5 * time.Second}),
	Requests: 15,
	Run: func(t *judge.T) {
		q := t.Queue()
		due := settingsOf(described(t, q.Ref()))
		for _, name := range []string{"visibility_timeout_seconds", "delay_seconds", "receive_wait_time_seconds"} {
			answered, o := update(t, q.Ref(), map[string]any{name: 0})
			if o.Class != target.OK {
				t.Recordf("an update of %s to 0 was answered %d", name, o.Status)
				continue
			}
			due[name] = "0"
			mustShow(t, fmt.Sprintf("the answer to an update of %s to 0", name), answered, due)
			mustShow(t, fmt.Sprintf("describeQueue after an update of %s to 0", name), described(t, q.Ref()), due)
		}
	},
}

// A message that is leased more often than the policy allowed moves no more.
var nullRemovesRedrive = &judge.Case{
	Name:     "null-removes-redrive-policy",
	Title:    "an update with redrive_policy null removes it, so that messages move no more, and keeps the rest",
	Judges:   updating,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   quick.queues(),
	Requests: 25,
	Run: func(t *judge.T) {
		q := t.Queue("main")
		due := settingsOf(described(t, q.Ref()))
		due["redrive_policy"] = ""
		answered, o := update(t, q.Ref(), map[string]any{"redrive_policy": nil})
		t.Expect(o).To(judge.Be(target.OK))
		mustShow(t, "updateQueue's answer", answered, due)
		mustShow(t, "describeQueue", described(t, q.Ref()), due)
		f := quick.exhaust(t, q.Message("work"))
		if l, moved := f.moved(); moved {
			t.Decide(l.Call.Exchange)
			t.Failf("expected a message not to move once its queue has no redrive policy, observed it in the dead-letter queue after %d leases", len(f.leases))
		}
	},
}

var nullRemovesKey = &judge.Case{
	Name:     "null-removes-key",
	Title:    "an update with kms_key null restores the platform's key, and keeps the rest",
	Judges:   updating,
	Needs:    []judge.Need{judge.NeedKMS, judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 15,
	Run: func(t *judge.T) {
		q := t.Queue()
		platform := settingsOf(described(t, q.Ref()))
		own, o := update(t, q.Ref(), map[string]any{"kms_key": newKey(t)})
		t.Expect(o).To(judge.Be(target.OK))
		if shown := settingsOf(own)["kms_key"]; shown == "" || shown == platform["kms_key"] {
			t.Failf("expected an update to give the queue a key of its own, observed kms_key %q after %q", shown, platform["kms_key"])
		}
		restored, o := update(t, q.Ref(), map[string]any{"kms_key": nil})
		t.Expect(o).To(judge.Be(target.OK))
		platform["kms_key"] = settingsOf(restored)["kms_key"]
		if platform["kms_key"] == settingsOf(own)["kms_key"] {
			t.Failf("expected kms_key null to take the queue's own key away, observed kms_key %q still", platform["kms_key"])
		}
		mustShow(t, "describeQueue", described(t, q.Ref()), platform)
	},
}

var nameAndKindStay = &judge.Case{
	Name:     "name-and-kind-stay",
	Title:    "an update with another name or kind is refused or ignored, and changes neither",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-QUEUE-05"}},
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   append(judge.Standard(), judge.QueueSpec{Name: "fifo", Settings: target.Settings{Kind: target.FIFO}}),
	Requests: 35,
	Run: func(t *judge.T) {
		for _, q := range []*judge.Queue{t.Queue("main"), t.Queue("fifo")} {
			due := settingsOf(described(t, q.Ref()))
			for _, change := range []struct{ field, value string }{
				{"name", t.QueueName(target.Standard)}, {"name", t.QueueName(target.FIFO)},
				{"kind", "standard"}, {"kind", "fifo"},
			} {
				_, o := update(t, q.Ref(), map[string]any{change.field: change.value}, wire.Deviant)
				t.Recordf("an update of %s: status %d", change.field, o.Status)
				if o.Class != target.OK {
					t.Expect(o).To(judge.BeClientError(), "an update of %s to %q", change.field, change.value)
				}
				mustShow(t, fmt.Sprintf("describeQueue after an update of %s to %q", change.field, change.value), described(t, q.Ref()), due)
			}
			q.MustSend("as before")
			q.AllDelivered("its queue is of the kind that it was", "as before")
		}
	},
}

var updateKeepsDeduplication = &judge.Case{
	Name:     "update-keeps-deduplication",
	Title:    "an update of the tags of a FIFO queue keeps its content_based_deduplication",
	Judges:   updating,
	Needs:    []judge.Need{judge.NeedOwnQueues},
	Requests: 10,
	Run: func(t *judge.T) {
		made := mustCreate(t, map[string]any{"name": t.QueueName(target.FIFO), "content_based_deduplication": true})
		due := settingsOf(described(t, made.ID))
		due["tags"] = tagsText(map[string]string{"team": "search"})
		_, o := update(t, made.ID, map[string]any{"tags": map[string]string{"team": "search"}})
		t.Expect(o).To(judge.Be(target.OK))
		mustShow(t, "describeQueue after an update of tags", described(t, made.ID), due)
	},
}

var updateKeepsKey = &judge.Case{
	Name:     "update-keeps-key",
	Title:    "an update of a queue's tags, and one of a setting, keeps its kms_key",
	Judges:   updating,
	Needs:    []judge.Need{judge.NeedKMS, judge.NeedOwnQueues, judge.NeedProducer},
	Requests: 10,
	Run: func(t *judge.T) {
		made := mustCreate(t, map[string]any{"name": t.QueueName(target.Standard), "kms_key": newKey(t)})
		due := settings{"kms_key": settingsOf(made)["kms_key"]}
		for name, value := range map[string]any{"tags": map[string]string{"team": "search"}, "visibility_timeout_seconds": int(long.Seconds())} {
			_, o := update(t, made.ID, map[string]any{name: value})
			t.Expect(o).To(judge.Be(target.OK), "an update of %s", name)
			mustShow(t, "describeQueue after an update of "+name, described(t, made.ID), due)
		}
	},
}

var updateIsListed = &judge.Case{
	Name:     "update-is-listed",
	Title:    "describe and list agree on tags that a queue was updated to",
	Judges:   agree,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   judge.Standard(),
	Requests: 10,
	Run: func(t *judge.T) {
		id := t.Queue().Ref()
		_, o := update(t, id, map[string]any{"tags": map[string]string{"team": "search"}})
		t.Expect(o).To(judge.Be(target.OK))
		shown := described(t, id)
		mustList(t, shown, settings{"tags": tagsText(shown.Tags)})
	},
}
