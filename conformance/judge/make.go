package judge

import "github.com/leasecheck/leasecheck/conformance/target"

// MakeQueue makes a queue beside those that the case wants, with settings that
// a target may refuse: then it is nil, and the outcome says why. It is removed
// after the case like the others.
func (t *T) MakeQueue(s target.Settings) (*Queue, target.Outcome) {
	made, o := t.env.Provision.Make(t.ctx, t.service, t.env.QueueName(s.Kind), s)
	t.answered(o)
	if o.Class != target.OK {
		return nil, o
	}
	q := &Queue{Queue: made, t: t, settings: s}
	t.queues[made.Name()] = q
	return q, o
}
