package target

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

const (
	// emptyReceives is how many receives in a row must find nothing for a queue
	// to count as empty, since one may answer none although some are there.
	emptyReceives = 3
	// mostDrains bounds the receives that empty a queue.
	mostDrains = 1000
	// secondQueueWait is how long a case that has a queue waits for another one:
	// two cases that each hold what the other wants would wait for ever.
	secondQueueWait = 2 * time.Second
)

// ErrNotEmpty is wrapped by the Err of an outcome whose static queue holds
// messages of somebody else's.
var ErrNotEmpty = errors.New("is not empty")

// byStatic hands out queues that were made beforehand.
type byStatic struct {
	provisioning Provisioning

	mu    sync.Mutex
	lines []*line
	// changed is closed, and replaced, when a queue becomes free or spoiled.
	changed chan struct{}
}

func newByStatic(p Provisioning) *byStatic {
	return &byStatic{provisioning: p, lines: p.Queues.lines(), changed: make(chan struct{})}
}

// Make waits until a queue that suits is free.
func (p *byStatic) Make(ctx context.Context, svc Service, _ string, s Settings) (Queue, Outcome) {
	if lacking := p.provisioning.Lacks(s); lacking != "" {
		return nil, unsupported("%s", lacking)
	}
	l, err := p.claim(ctx, svc, s)
	if err != nil {
		return nil, Outcome{Class: Refused, Call: Call{Err: err}}
	}
	q := staticQueue{svc.Open(l.id, l.id, l.kind)}
	if err := p.look(ctx, l, q); err != nil {
		p.release(l, err)
		return nil, Outcome{Class: Refused, Call: Call{Err: err}}
	}
	return q, Outcome{Class: OK}
}

// claim takes a free queue for a case, waiting for one if need be.
func (p *byStatic) claim(ctx context.Context, svc Service, s Settings) (*line, error) {
	var patience <-chan time.Time
	for {
		l, changed, err := p.tryClaim(svc, s)
		if l != nil || err != nil {
			return l, err
		}
		if patience == nil && p.holds(svc) {
			patience = time.After(secondQueueWait)
		}
		select {
		case <-changed:
		case <-patience:
			return nil, errors.New("other cases have all static queues that suit")
		case <-ctx.Done():
			return nil, fmt.Errorf("no static queue became free: %w", context.Cause(ctx))
		}
	}
}

// tryClaim gives a queue, or the channel that tells when to try again, or why
// there is no sense in it.
func (p *byStatic) tryClaim(svc Service, s Settings) (*line, <-chan struct{}, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var spoiled error
	hope := false
	for _, l := range p.lines {
		switch {
		case !l.suits(s):
		case l.spoiled != nil:
			spoiled = l.spoiled
		case l.holder == nil:
			l.holder = svc
			return l, nil, nil
		default:
			hope = true
		}
	}
	if !hope {
		return nil, nil, spoiled
	}
	return nil, p.changed, nil
}

func (p *byStatic) holds(svc Service) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.lines, func(l *line) bool { return l.holder == svc })
}

// look makes sure, once, that a queue is empty.
func (p *byStatic) look(ctx context.Context, l *line, q Queue) error {
	if l.looked {
		return nil
	}
	if p.provisioning.Purge {
		if err := empty(ctx, q); err != nil {
			return err
		}
	} else if err := mustBeEmpty(ctx, q); err != nil {
		return err
	}
	l.looked = true // only its holder looks
	return nil
}

// release frees a queue, or takes it out of use for good.
func (p *byStatic) release(l *line, spoiled error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.holder, l.spoiled = nil, spoiled
	close(p.changed)
	p.changed = make(chan struct{})
}

// Remove empties q for the next case. All that is in it is the suite's own.
func (p *byStatic) Remove(ctx context.Context, q Queue) {
	for _, l := range p.held() {
		if l.id == q.Ref() {
			p.release(l, empty(ctx, q))
		}
	}
}

func (p *byStatic) held() []*line {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.lines), func(l *line) bool { return l.holder == nil })
}

// Close empties the queues that cases still have.
func (p *byStatic) Close(ctx context.Context, svc Service, _ string) error {
	for _, l := range p.held() {
		p.Remove(ctx, svc.Open(l.id, l.id, l.kind))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var left []error
	for _, l := range p.lines {
		if l.looked {
			left = append(left, l.spoiled)
		}
	}
	return errors.Join(left...)
}

// staticQueue is a queue of the target's owner, which no case may delete.
type staticQueue struct{ Queue }

func (q staticQueue) Delete(context.Context) Outcome {
	return unsupported("queues that may be deleted: %s was made beforehand", q.Ref())
}

// mustBeEmpty looks for messages that are not the suite's.
func mustBeEmpty(ctx context.Context, q Queue) error {
	none, one := time.Duration(0), 1
	for range emptyReceives {
		r := q.Receive(ctx, Receive{Max: &one, Visibility: &none, Wait: &none})
		if r.Class != OK {
			return fmt.Errorf("static queue %s cannot be received from: %s", q.Ref(), Told(r.Outcome))
		}
		if len(r.Deliveries) > 0 {
			return fmt.Errorf("static queue %s %w: empty it, or let the suite do so with provisioning.purge: true", q.Ref(), ErrNotEmpty)
		}
	}
	return nil
}

// empty purges q, or receives and acknowledges all that is available where the
// dialect's purge is not to be had; what is leased then comes back later.
func empty(ctx context.Context, q Queue) error {
	if q.Purge(ctx).Class == OK {
		return nil
	}
	none, ten, held := time.Duration(0), 10, 30*time.Second
	nothing := 0
	for range mostDrains {
		r := q.Receive(ctx, Receive{Max: &ten, Visibility: &held, Wait: &none})
		if r.Class != OK {
			return fmt.Errorf("static queue %s cannot be emptied: %s", q.Ref(), Told(r.Outcome))
		}
		if len(r.Deliveries) == 0 {
			if nothing++; nothing == emptyReceives {
				return nil
			}
			continue
		}
		nothing = 0
		handles := make([]string, len(r.Deliveries))
		for i, d := range r.Deliveries {
			handles[i] = d.Handle
		}
		q.Acknowledge(ctx, handles...)
	}
	return fmt.Errorf("static queue %s does not become empty", q.Ref())
}
