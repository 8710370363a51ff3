package judge

import "github.com/leasecheck/leasecheck/conformance/target"

// MakeQueue makes a queue beside those that the case wants, with settings that
// a target may refuse: then it is nil, and the outcome says why. It is removed
// after the case like the others.
func (t *T) MakeQueue(s target.Settings) (*Queue, target.Outcome) {
	made, o := t.newQueue(s)
	if refused := t.byCommand() && failedElsewhere(o) && t.ctx.Err() == nil; !refused {
		t.answered(o)
	}
	if o.Class != target.OK {
		return nil, o
	}
	q := &Queue{Queue: made, t: t, settings: s}
	t.queues[made.Name()] = q
	return q, o
}

// newQueue uses the dialect's own operation where the target has it, since its
// answer may be judged, even if a command provides the other queues.
func (t *T) newQueue(s target.Settings) (target.Queue, target.Outcome) {
	name := t.env.QueueName(s.Kind)
	if t.env.Client.Target().Provisioning.Mode == target.Command && !t.byCommand() {
		return t.service.CreateQueue(t.ctx, name, s)
	}
	return t.env.Provision.Make(t.ctx, t.service, name, s)
}

// byCommand reports whether a provisioning command makes MakeQueue's queues.
func (t *T) byCommand() bool {
	return t.env.Client.Target().Provisioning.Mode == target.Command && !t.Meets(NeedProducer)
}

// failedElsewhere reports whether what failed was no exchange: a request that
// could not be sent, or something that a provisioning command did not do, which
// may be since the target refused it.
func failedElsewhere(o target.Outcome) bool {
	return o.Class == target.Unanswered && o.Exchange == 0
}
