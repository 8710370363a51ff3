package cases

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/specs"
)

// queueName holds the cases about what a Basaltic queue may be called.
var queueName = []*judge.Case{
	namesOutsideTheRules,
	namesInUse,
	namesTakenAtOnce,
}

// naming is what these cases judge.
var naming = judge.By{specs.Basaltic: {ID: "BQ-QUEUE-02"}}

// badNames are names outside the rules, each for one reason.
func badNames(t *judge.T) []string {
	name, id := t.QueueName(target.Standard), uuid.NewString()
	bare := strings.ReplaceAll(id, "-", "")
	return []string{
		"", "-" + name, "." + name, "_" + name, " " + name,
		name + " ", name + " x", name + "/x", name + ":x", name + "+x", name + "%20x", name + "~", name + "\n", name + "😀",
		"crn:" + name, "crn:basaltic:queue::" + name,
		id, strings.ToUpper(id), bare, strings.ToUpper(bare), "{" + id + "}", "urn:uuid:" + id,
	}
}

// goodNames are names within the rules that are close to their bounds.
func goodNames(t *judge.T) []string {
	name := t.QueueName(target.Standard)
	return []string{
		"0" + name, "Z" + name, name + ".", name + "-", name + "_", name + ".A-b_9", "crn-" + name, "uuid." + name,
		strings.ReplaceAll(uuid.NewString(), "-", "")[:31],
	}
}

var namesOutsideTheRules = &judge.Case{
	Name:     "names-outside-the-rules",
	Title:    "a queue whose name has other characters than allowed, begins with none of its first, or could be a CRN or a UUID answers 4xx and is not made; names just within the rules are accepted",
	Judges:   naming,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Requests: 50,
	Run: func(t *judge.T) {
		bad := badNames(t)
		for _, name := range bad {
			_, o := create(t, map[string]any{"name": name}, wire.Deviant)
			t.Expect(o).To(judge.BeClientError(), "the name %q", name)
		}
		_, o := create(t, map[string]any{}, wire.Deviant)
		t.Expect(o).To(judge.BeClientError(), "no name")
		for _, name := range goodNames(t) {
			made, o := create(t, map[string]any{"name": name})
			t.Expect(o).To(judge.Be(target.OK), "the name %q", name)
			mustShow(t, "createQueue's answer", made, settings{"name": name})
		}
		for page := range queuePages(t) {
			for _, q := range page.Queues {
				if slices.Contains(bad, q.Name) {
					t.Failf("expected no queue of a name that was refused, observed %q in the list", q.Name)
				}
			}
		}
	},
}

var namesInUse = &judge.Case{
	Name:     "names-in-use",
	Title:    "a queue under a name in use answers 4xx, with other settings or the same, and leaves the queue of that name as it was",
	Judges:   naming,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Queues:   append(judge.Standard(), judge.QueueSpec{Name: "fifo", Settings: target.Settings{Kind: target.FIFO}}),
	Requests: 35,
	Run: func(t *judge.T) {
		for _, q := range []*judge.Queue{t.Queue("main"), t.Queue("fifo")} {
			q.MustSend("work")
			before := settingsOf(described(t, q.Ref()))
			for _, body := range []map[string]any{
				{"name": q.Name()}, {"name": q.Name(), "visibility_timeout_seconds": 77},
			} {
				_, o := create(t, body)
				t.Expect(o).To(judge.BeClientError(), "the name %q in use", q.Name())
			}
			mustShow(t, "describeQueue", described(t, q.Ref()), before)
			q.AllDelivered("another queue of its queue's name was refused", "work")
		}
	},
}

// rivals ask for one name at once.
const rivals = 8

var namesTakenAtOnce = &judge.Case{
	Name:     "names-taken-at-once",
	Title:    "of several queues of one name that are created at once, at most one is made, and the others answer 4xx",
	Judges:   naming,
	Needs:    []judge.Need{judge.NeedOwnQueues, judge.NeedProducer},
	Requests: 5 * rivals,
	Run: func(t *judge.T) {
		for range 3 {
			name := t.QueueName(target.Standard)
			var made atomic.Int64
			t.Parallel(rivals, func(i int) {
				_, o := create(t, map[string]any{"name": name, "tags": map[string]string{"taker": fmt.Sprint(i)}})
				if o.Class == target.OK {
					made.Add(1)
					return
				}
				t.Expect(o).To(judge.BeClientError(), "a queue of a name that others ask for at once")
			})
			if n := made.Load(); n > 1 {
				t.Failf("expected at most one of %d queues created at once to get the name %q, observed that %d did", rivals, name, n)
			}
		}
	},
}
