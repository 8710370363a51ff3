package target

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// removers is how many queues are removed at a time.
const removers = 16

// registry holds the queues that were made and not removed. Its zero value is empty.
type registry struct {
	mu     sync.Mutex
	queues map[string]Queue // by reference
}

func (r *registry) add(q Queue) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.queues == nil {
		r.queues = map[string]Queue{}
	}
	r.queues[q.Ref()] = q
}

func (r *registry) drop(q Queue) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.queues, q.Ref())
}

// take empties the registry and gives what it held.
func (r *registry) take() []Queue {
	r.mu.Lock()
	defer r.mu.Unlock()
	queues := make([]Queue, 0, len(r.queues))
	for _, q := range r.queues {
		queues = append(queues, q)
	}
	clear(r.queues)
	return queues
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
