package judge_test

import (
	"context"
	"errors"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// unsent makes no queue: its request was never sent.
type unsent struct{ *fakeProvisioner }

func (unsent) Make(context.Context, target.Service, string, target.Settings) (target.Queue, target.Outcome) {
	return nil, target.Outcome{Class: target.Unanswered, Call: target.Call{Err: errors.New("not sent: context canceled")}}
}

func TestAQueueThatWasNeverAskedForIsNoRefusal(t *testing.T) {
	for mode, due := range map[target.Mode]reports.Status{
		target.API: reports.Inconclusive,
		// A command may fail since the target refused the queue: the case decides.
		target.Command: reports.Failed,
	} {
		env, provisioner := environment(t, &fakeQueue{})
		env.Provision = unsent{provisioner}
		env.Client.Target().Provisioning.Mode = mode
		c := kase(func(t *judge.T) {
			_, o := t.MakeQueue(target.Settings{Kind: target.FIFO})
			t.Expect(o).To(judge.BeClientError())
		})
		c.Queues = nil
		if o := env.Execute(t.Context(), c, nil); o.Status != due {
			t.Errorf("%s: %s: %s", mode, o.Status, o.Message)
		}
	}
}
