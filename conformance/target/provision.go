package target

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Provisioner makes the queues of a run's cases and removes them again.
type Provisioner interface {
	// Make makes a queue by way of svc, which records it with the case. On an
	// outcome that is not OK the Queue is nil.
	Make(ctx context.Context, svc Service, name string, s Settings) (Queue, Outcome)
	// Remove gives up q. It reports nothing, since teardown decides nothing:
	// what could not be removed is tried again by Close.
	Remove(ctx context.Context, q Queue)
	// Close removes what is left of the run whose queues' names start with
	// prefix. Its error names what it had to leave.
	Close(ctx context.Context, svc Service, prefix string) error
}

// NewProvisioner provisions as the target file says.
func NewProvisioner(f *File) Provisioner {
	return &byAPI{left: map[string]Queue{}}
}

// removers is how many queues are removed at a time.
const removers = 16

// byAPI makes queues by the dialect's own operations.
type byAPI struct {
	mu sync.Mutex
	// left are the queues that were made and not removed, by reference.
	left map[string]Queue
}

func (p *byAPI) Make(ctx context.Context, svc Service, name string, s Settings) (Queue, Outcome) {
	q, o := svc.CreateQueue(ctx, name, s)
	if q == nil {
		return nil, o
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left[q.Ref()] = q
	return q, o
}

func (p *byAPI) Remove(ctx context.Context, q Queue) {
	if !removed(q.Delete(ctx)) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.left, q.Ref())
}

// Close also removes what cases made for themselves, and what was made by a
// create whose answer was lost: both carry the run's prefix.
func (p *byAPI) Close(ctx context.Context, svc Service, prefix string) error {
	p.mu.Lock()
	queues := make([]Queue, 0, len(p.left))
	for _, q := range p.left {
		queues = append(queues, q)
	}
	clear(p.left)
	p.mu.Unlock()

	listed, _ := svc.ListQueues(ctx, prefix+"-")
	for _, q := range listed {
		if !slices.ContainsFunc(queues, func(known Queue) bool { return known.Ref() == q.Ref() }) {
			queues = append(queues, q)
		}
	}
	return leftOver(removeAll(ctx, queues, func(Queue) {}))
}

// Sweep removes every queue that a run of the suite left behind, whichever run
// that was, and tells of each one as it is gone. Its error says what it could
// not list or remove.
func Sweep(ctx context.Context, svc Service, gone func(Queue)) error {
	listed, o := svc.ListQueues(ctx, NamePrefix)
	if o.Class != OK {
		return fmt.Errorf("the target's queues could not be listed: %s", Told(o))
	}
	own := slices.DeleteFunc(listed, func(q Queue) bool { return !IsOwnName(q.Name()) })
	return leftOver(removeAll(ctx, own, gone))
}

// removeAll removes queues, several at a time, and gives those it could not.
func removeAll(ctx context.Context, queues []Queue, gone func(Queue)) []string {
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		left []string
	)
	next := make(chan Queue)
	for range min(removers, len(queues)) {
		wg.Go(func() {
			for q := range next {
				o := q.Delete(ctx)
				mu.Lock()
				if removed(o) {
					gone(q)
				} else {
					left = append(left, fmt.Sprintf("%s (%s)", q.Name(), Told(o)))
				}
				mu.Unlock()
			}
		})
	}
	for _, q := range queues {
		next <- q
	}
	close(next)
	wg.Wait()
	slices.Sort(left)
	return left
}

// removed says that the queue is gone now, whoever removed it.
func removed(o Outcome) bool { return o.Class == OK || o.Class == NotFound }

// leftOver is the error for queues that stay behind; nil for none.
func leftOver(names []string) error {
	if len(names) == 0 {
		return nil
	}
	const shown = 3
	text := strings.Join(names[:min(shown, len(names))], ", ")
	if len(names) > shown {
		text += fmt.Sprintf(" and %d more", len(names)-shown)
	}
	return errors.New("queues stay behind that could not be removed: " + text)
}

// Told says in a few words what an outcome was.
func Told(o Outcome) string {
	switch {
	case o.Err != nil:
		return o.Err.Error()
	case o.Code != "":
		return fmt.Sprintf("%d %s", o.Status, o.Code)
	default:
		return fmt.Sprintf("status %d", o.Status)
	}
}
