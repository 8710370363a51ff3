package cases

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// queueSettings holds the cases about what a Basaltic queue says of itself.
var queueSettings = []*judge.Case{
	settingsAreShown,
	zerosAreShown,
	wideSettingsAreShown,
	settingsOfFIFOAreShown,
	keyIsShown,
}

// described is a queue as it describes itself.
func described(t *judge.T, id string) basaltic.Described {
	answer, o := judge.Read(t, basaltic.NewClient(t.Session()).DescribeQueue(t.Context(), id), basaltic.Read[basaltic.QueueAnswer])
	mustPrepare(t, "describeQueue", o)
	t.Decide(o.Exchange)
	return answer.Queue
}

// create makes a queue that is deleted when the case ends, if the target makes it.
func create(t *judge.T, body map[string]any, o ...wire.Option) (basaltic.Described, target.Outcome) {
	c := basaltic.NewClient(t.Session())
	made, outcome := judge.Read(t, c.CreateQueue(t.Context(), body, o...), basaltic.Read[basaltic.QueueAnswer])
	if outcome.Class == target.OK {
		t.Cleanup(func(ctx context.Context) { c.DeleteQueue(ctx, made.Queue.ID) })
	}
	return made.Queue, outcome
}

// settings are what is shown of a queue, as texts by the names that requests
// give it by. What is not shown is not there.
type settings map[string]string

// settingsOf reads them.
func settingsOf(q basaltic.Described) settings {
	a := q.Attributes
	s := settings{
		"name":                              q.Name,
		"kind":                              q.Kind,
		"visibility_timeout_seconds":        fmt.Sprint(a.Visibility),
		"message_retention_seconds":         fmt.Sprint(a.Retention),
		"max_message_bytes":                 fmt.Sprint(a.MaxMessageBytes),
		"delay_seconds":                     fmt.Sprint(a.Delay),
		"receive_wait_time_seconds":         fmt.Sprint(a.ReceiveWait),
		"kms_data_key_reuse_period_seconds": fmt.Sprint(a.DataKeyReuse),
		"content_based_deduplication":       fmt.Sprint(q.ContentBasedDeduplication),
		"tags":                              tagsText(q.Tags),
	}
	if q.Redrive != nil {
		s["redrive_policy"] = redriveText(q.Redrive.DeadLetterQueue.ID, int(q.Redrive.MaxReceiveCount))
	}
	if q.Key != nil {
		s["kms_key"] = q.Key.ID
	}
	return s
}

func redriveText(deadLetterQueue string, maxReceiveCount int) string {
	return fmt.Sprintf("%s after %d leases", deadLetterQueue, maxReceiveCount)
}

// tagsText writes tags; none and null are as an empty object.
func tagsText(tags any) string {
	b, err := json.Marshal(tags)
	if err != nil || string(b) == "null" {
		return "{}"
	}
	return string(b)
}

// mustShow fails unless each of the settings is shown as it is due. An empty
// text is due where none is to be shown.
func mustShow(t *judge.T, where string, shown basaltic.Described, due settings) {
	seen := settingsOf(shown)
	for _, name := range slices.Sorted(maps.Keys(due)) {
		if seen[name] != due[name] {
			t.Failf("expected %s to show %s %q, observed %q", where, name, due[name], seen[name])
		}
	}
}

// mustShowEverywhere fails unless create, describe and list show the settings
// of a queue that was just created.
func mustShowEverywhere(t *judge.T, made basaltic.Described, due settings) {
	mustShow(t, "createQueue's answer", made, due)
	mustShow(t, "describeQueue", described(t, made.ID), due)
	mustList(t, made, due)
}

// mustList fails unless the list shows the settings of a queue.
func mustList(t *judge.T, made basaltic.Described, due settings) {
	for page := range queuePages(t) {
		if i := slices.IndexFunc(page.Queues, func(q basaltic.Described) bool { return q.ID == made.ID }); i >= 0 {
			mustShow(t, "listQueues", page.Queues[i], due)
			return
		}
	}
	t.Failf("expected listQueues to list the queue %s, which was there throughout; observed all pages without it", made.ID)
}

// mustCreate makes a queue whose settings lie in ranges that are not
// documented, so that a refusal is no evidence.
func mustCreate(t *judge.T, body map[string]any) basaltic.Described {
	made, o := create(t, body)
	mustPrepare(t, "the creation of a queue with settings of its own", o)
	return made
}

// agree is what the cases about what is shown judge.
var agree = judge.By{specs.Basaltic: {ID: "BQ-QUEUE-01"}}

// unusual are numeric settings that no queue has by itself: the bounds of those
// that are halved are not documented.
func unusual(usual basaltic.Numbers) map[string]int {
	return map[string]int{
		"visibility_timeout_seconds":        int(usual.Visibility) + 15,
		"delay_seconds":                     int(usual.Delay) + 5,
		"receive_wait_time_seconds":         int(usual.ReceiveWait) + 3,
		"message_retention_seconds":         int(usual.Retention) / 2,
		"max_message_bytes":                 int(usual.MaxMessageBytes) / 2,
		"kms_data_key_reuse_period_seconds": int(usual.DataKeyReuse) / 2,
	}
}

// unusualQueue is a request for a queue of which every setting is unusual, and
// what is to be shown of it.
func unusualQueue(t *judge.T, usual, dead *judge.Queue) (body map[string]any, due settings) {
	name, tags := t.QueueName(target.Standard), map[string]any{"team": "billing"}
	body = map[string]any{
		"name": name, "tags": tags,
		"redrive_policy": map[string]any{"dead_letter_queue": dead.Ref(), "max_receive_count": 7},
	}
	due = settings{"name": name, "kind": "standard", "tags": tagsText(tags), "redrive_policy": redriveText(dead.Ref(), 7)}
	for setting, value := range unusual(described(t, usual.Ref()).Attributes) {
		body[setting], due[setting] = value, fmt.Sprint(value)
	}
	return body, due
}

var settingsAreShown = &judge.Case{
	Name:     "settings-are-shown",
	Title:    "create, describe and list agree on every setting that a standard queue was created with",
	Judges:   agree,
	Needs:    []judge.Need{judge.NeedOwnQueues},
	Queues:   standards("usual", "dead"),
	Requests: 15,
	Run: func(t *judge.T) {
		body, due := unusualQueue(t, t.Queue("usual"), t.Queue("dead"))
		mustShowEverywhere(t, mustCreate(t, body), due)
	},
}

// Which of them a queue may have is not documented.
var zerosAreShown = &judge.Case{
	Name:     "zeros-are-shown",
	Title:    "a visibility timeout, a delay and a wait of 0, where they are accepted, are settings like any other, and not the defaults",
	Judges:   agree,
	Needs:    []judge.Need{judge.NeedOwnQueues},
	Requests: 15,
	Run: func(t *judge.T) {
		for _, name := range []string{"visibility_timeout_seconds", "delay_seconds", "receive_wait_time_seconds"} {
			made, o := create(t, map[string]any{"name": t.QueueName(target.Standard), name: 0})
			if o.Class != target.OK {
				t.Recordf("a queue with %s 0 was answered %d", name, o.Status)
				continue
			}
			mustShowEverywhere(t, made, settings{name: "0"})
		}
	},
}

// Which of them a queue may have is not documented.
var wideSettingsAreShown = &judge.Case{
	Name:     "wide-settings-are-shown",
	Title:    "a visibility timeout of 43,200 s and tags with capitals, where they are accepted, are shown as they were sent",
	Judges:   agree,
	Needs:    []judge.Need{judge.NeedOwnQueues},
	Requests: 15,
	Run: func(t *judge.T) {
		tags := map[string]string{"CostCentre": "A-17"}
		for name, value := range map[string]any{"visibility_timeout_seconds": 43_200, "tags": tags} {
			made, o := create(t, map[string]any{"name": t.QueueName(target.Standard), name: value})
			if o.Class != target.OK {
				t.Recordf("a queue with %s %v was answered %d", name, value, o.Status)
				continue
			}
			due := settings{name: fmt.Sprint(value)}
			if name == "tags" {
				due[name] = tagsText(tags)
			}
			mustShowEverywhere(t, made, due)
		}
	},
}

var settingsOfFIFOAreShown = &judge.Case{
	Name:     "settings-of-fifo-are-shown",
	Title:    "create, describe and list agree on the kind of a FIFO queue and on its content_based_deduplication",
	Judges:   agree,
	Needs:    []judge.Need{judge.NeedOwnQueues},
	Requests: 20,
	Run: func(t *judge.T) {
		for _, derives := range []bool{true, false} {
			name := t.QueueName(target.FIFO)
			made, o := create(t, map[string]any{"name": name, "content_based_deduplication": derives})
			t.Expect(o).To(judge.Be(target.OK))
			mustShowEverywhere(t, made, settings{
				"name": name, "kind": "fifo", "content_based_deduplication": fmt.Sprint(derives), "redrive_policy": "",
			})
		}
	},
}

var keyIsShown = &judge.Case{
	Name:     "key-is-shown",
	Title:    "create, describe and list agree on the key that a queue was created with",
	Judges:   agree,
	Needs:    []judge.Need{judge.NeedKMS, judge.NeedOwnQueues},
	Requests: 16,
	Run: func(t *judge.T) {
		key := newKey(t)
		made := mustCreate(t, map[string]any{"name": t.QueueName(target.Standard), "kms_key": key})
		if !mayBeKey(made.Key, key) {
			t.Failf("expected createQueue's answer to show kms_key with the id, CRN or name %q, observed %+v", key, made.Key)
		}
		mustShowEverywhere(t, made, settings{"kms_key": made.Key.ID})
		twin := mustCreate(t, map[string]any{"name": t.QueueName(target.Standard), "kms_key": made.Key.ID})
		mustShow(t, "createQueue's answer to the key's id", twin, settings{"kms_key": made.Key.ID})
	},
}

// mayBeKey reports whether what is shown can be the key that was asked for. A
// key's name may be left out, and then its id and CRN are the target's own.
func mayBeKey(shown *basaltic.Reference, asked string) bool {
	return shown != nil && shown.ID != "" &&
		(shown.Name == "" || slices.Contains([]string{shown.ID, shown.CRN, shown.Name}, asked))
}
