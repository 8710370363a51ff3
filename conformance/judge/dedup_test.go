package judge_test

import (
	"context"
	"slices"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
)

// remembering is a queue that keeps the deduplication ids sent to it.
type remembering struct {
	fakeQueue
	ids []string
}

func (q *remembering) Send(_ context.Context, m target.Message) target.Sent {
	q.ids = append(q.ids, m.DeduplicationID)
	return target.Sent{Outcome: ok()}
}

// lending gives the same queue to each case.
type lending struct {
	fakeProvisioner
	queue *remembering
}

func (p *lending) Make(context.Context, target.Service, string, target.Settings) (target.Queue, target.Outcome) {
	return p.queue, ok()
}

func TestAQueueThatOthersHadSeesNoDeduplicationIDAgain(t *testing.T) {
	send := kase(func(t *judge.T) {
		for range 2 {
			t.Queue().MustSendMessages(target.Message{Body: "a", Group: "g", DeduplicationID: "x"}, target.Message{Body: "b"})
		}
	})
	for mode, want := range map[target.Mode]int{target.API: 1, target.Static: 2} {
		env, _ := environment(t, nil)
		env.Client.Target().Provisioning = target.Provisioning{Mode: mode, Queues: target.StaticQueues{Standard: []string{"q"}}}
		p := &lending{queue: &remembering{}}
		env.Provision = p
		for range 2 {
			env.Execute(context.Background(), send, nil)
		}
		ids := slices.DeleteFunc(p.queue.ids, func(id string) bool { return id == "" })
		slices.Sort(ids)
		if len(ids) != 4 || len(slices.Compact(ids)) != want {
			t.Errorf("%s: two executions that send one id twice sent %v, want %d ids", mode, ids, want)
		}
	}
}
