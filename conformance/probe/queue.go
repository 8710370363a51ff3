package probe

import (
	"context"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/dialects"
)

// lazyQueue is a queue for what cannot be tried without one, made when it is
// first asked for.
type lazyQueue struct {
	provisioner target.Provisioner
	name        string
	asked       bool
	queue       target.Queue
}

// get is nil where no queue is to be had; the cases will tell why. A queue
// made beforehand is not prepared in any way.
func (q *lazyQueue) get(l *look) target.Queue {
	if q.asked {
		return q.queue
	}
	q.asked = true
	service := dialects.Service(l.session)
	if id, kind, static := l.file.Provisioning.FirstStatic(); static {
		q.queue = service.Open(id, id, kind)
		return q.queue
	}
	q.queue, _ = q.provisioner.Make(l.ctx, service, q.name, target.Settings{Kind: target.Standard})
	return q.queue
}

// giveBack removes the queue, also when the looks took too long.
func (l *look) giveBack() {
	if l.queue.queue == nil || l.file.Provisioning.Mode == target.Static {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(l.ctx), stepTime)
	defer cancel()
	l.queue.provisioner.Remove(ctx, l.queue.queue)
}

// producer finds out whether the dialect's own operations make, fill and delete
// queues where a command provides for them: there the target may have none.
// Nothing is held against it here, so no exchange is checked.
func (l *look) producer() {
	if l.file.Provisioning.Mode != target.Command {
		l.grant(judge.NeedProducer, true)
		return
	}
	client, err := wire.NewClient(l.file, nil)
	if err != nil {
		return
	}
	defer client.Close()
	session := client.Session(wire.SessionOptions{Name: "probe", Start: time.Now()})
	defer session.Close()
	ctx, cancel := context.WithTimeout(l.ctx, stepTime)
	defer cancel()
	has := fills(ctx, dialects.Service(session), l.queue.name)
	l.grant(judge.NeedProducer, has)
	if has {
		l.found(string(judge.NeedProducer), OK, "they work beside the provisioning command")
		return
	}
	l.found(string(judge.NeedProducer), Absent, "only the provisioning command fills queues")
}

// fills tries to make a queue, to send to it and to delete it.
func fills(ctx context.Context, s target.Service, name string) bool {
	q, _ := s.CreateQueue(ctx, name, target.Settings{Kind: target.Standard})
	if q == nil {
		return false
	}
	sent := q.Send(ctx, target.Message{Body: "probe"})
	return q.Delete(ctx).Class == target.OK && sent.Class == target.OK
}
