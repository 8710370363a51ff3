package target

import (
	"context"
	"slices"
	"sync/atomic"
)

// mostSilentDeletes is how many deletes in a row may have no answer before cases
// leave their queues to the end of the run: each would be waited for.
const mostSilentDeletes = 3

// byAPI makes queues by the dialect's own operations.
type byAPI struct {
	left registry
	// silent counts the latest deletes without an answer.
	silent atomic.Int32
}

func newByAPI() *byAPI { return &byAPI{} }

func (p *byAPI) Make(ctx context.Context, svc Service, name string, s Settings) (Queue, Outcome) {
	q, o := svc.CreateQueue(ctx, name, s)
	if q == nil {
		return nil, o
	}
	p.left.add(q)
	return q, o
}

func (p *byAPI) Remove(ctx context.Context, q Queue) {
	if p.silent.Load() >= mostSilentDeletes {
		return
	}
	o := q.Delete(ctx)
	if o.Class == Unanswered {
		p.silent.Add(1)
		return
	}
	p.silent.Store(0)
	if removed(o) {
		p.left.drop(q)
	}
}

// Close also removes what cases made for themselves, and what was made by a
// create whose answer was lost: both carry the run's prefix.
func (p *byAPI) Close(ctx context.Context, svc Service, prefix string) error {
	queues := p.left.take()
	listed, _ := svc.ListQueues(ctx, prefix+"-")
	for _, q := range listed {
		if !slices.ContainsFunc(queues, func(known Queue) bool { return known.Ref() == q.Ref() }) {
			queues = append(queues, q)
		}
	}
	return leftOver(removeAll(ctx, queues, func(Queue) {}))
}
