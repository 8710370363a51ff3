package ezgh

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/lease"
)

// queue is a queue as the dialect shows it.
type queue struct {
	*lease.Queue
	place
	// ref is its id as text.
	ref       string
	fifo      bool
	createdAt time.Time

	mu          sync.Mutex
	receiveWait time.Duration
	deadLetter  *queue
	push        *subscription
}

// place is what no two queues share.
type place struct{ organization, project, name string }

// registry knows every queue.
type registry struct {
	mu      sync.RWMutex
	byID    map[uuid.UUID]*queue
	byPlace map[place]*queue
}

func newRegistry() *registry {
	return &registry{byID: map[uuid.UUID]*queue{}, byPlace: map[place]*queue{}}
}

// add makes a queue known, unless the project has another of its name.
func (r *registry) add(q *queue) (added bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byPlace[q.place] != nil {
		return false
	}
	r.byPlace[q.place] = q
	r.byID[q.ID()] = q
	return true
}

// remove reports whether the queue was known until now.
func (r *registry) remove(q *queue) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, known := r.byID[q.ID()]
	if known {
		delete(r.byID, q.ID())
		delete(r.byPlace, q.place)
	}
	return known
}

// find gives the project's queue with the id that text writes; nil is none.
func (r *registry) find(organization, project, text string) *queue {
	if q := r.withText(text); q != nil && q.of(organization, project) {
		return q
	}
	return nil
}

// withText gives the queue of any project with the id that text writes.
func (r *registry) withText(text string) *queue {
	id, err := uuid.Parse(text)
	if err != nil || len(text) != len(uuid.Nil.String()) {
		return nil
	}
	return r.withID(id)
}

// withID gives a queue of any project; nil when there is none, or no longer.
func (r *registry) withID(id uuid.UUID) *queue {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.byID[id]
}

// list gives a project's queues, the oldest first.
func (r *registry) list(organization, project string) []*queue {
	r.mu.RLock()
	defer r.mu.RUnlock()
	found := []*queue{}
	for _, q := range r.byID {
		if q.of(organization, project) {
			found = append(found, q)
		}
	}
	slices.SortFunc(found, func(a, b *queue) int {
		if order := a.createdAt.Compare(b.createdAt); order != 0 {
			return order
		}
		return strings.Compare(a.ref, b.ref)
	})
	return found
}

func (q *queue) of(organization, project string) bool {
	return q.organization == organization && q.project == project
}
