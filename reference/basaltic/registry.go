package basaltic

import (
	"cmp"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
)

// registry finds an account's queues. It is safe for concurrent use.
type registry struct {
	mu     sync.RWMutex
	byID   map[uuid.UUID]*queue
	byName map[string]*queue
	inLine []*queue // by number
	last   uint64   // the number given last
}

func newRegistry() *registry {
	return &registry{byID: map[uuid.UUID]*queue{}, byName: map[string]*queue{}}
}

// find gives the queue of an id, or nil.
func (r *registry) find(id uuid.UUID) *queue {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.byID[id]
}

// named gives the queue of a name, or nil.
func (r *registry) named(name string) *queue {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.byName[name]
}

// resolve gives the queue that a reference names by id, CRN or name, or nil.
func (r *registry) resolve(reference string) *queue {
	if id, isID := crn.ParseID(reference); isID {
		return r.find(id)
	}
	if crn.Is(reference) {
		return r.withCRN(reference)
	}
	return r.named(reference)
}

func (r *registry) withCRN(name string) *queue {
	id, _ := crn.ParseID(crn.Resource(name))
	if q := r.find(id); q != nil && q.crn == name {
		return q
	}
	return nil
}

func (r *registry) add(q *queue) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	q.number = r.last
	r.byID[q.id] = q
	r.byName[q.name] = q
	r.inLine = append(r.inLine, q)
}

func (r *registry) remove(q *queue) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.byID, q.id)
	delete(r.byName, q.name)
	i, _ := slices.BinarySearchFunc(r.inLine, q.number, byNumber)
	r.inLine = slices.Delete(r.inLine, i, i+1)
}

// after gives up to limit queues made after the one of that number, and how
// many there are in all.
func (r *registry) after(number uint64, limit int) (page []*queue, total int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	i, _ := slices.BinarySearchFunc(r.inLine, number+1, byNumber)
	return slices.Clone(r.inLine[i:min(i+limit, len(r.inLine))]), len(r.inLine)
}

// sources gives the queues whose redrive policy names target.
func (r *registry) sources(target *queue) []*queue {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var found []*queue
	for _, q := range r.inLine {
		if policy := q.settings.Load().redrive; policy != nil && policy.target == target {
			found = append(found, q)
		}
	}
	return found
}

func byNumber(q *queue, number uint64) int { return cmp.Compare(q.number, number) }
