package basaltic

import (
	"slices"
	"sync/atomic"
	"time"

	"maps"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
	"github.com/leasecheck/leasecheck/reference/lease"
)

// queue is a queue as the account knows it.
type queue struct {
	id        uuid.UUID
	idText    string
	crn       string
	name      string
	fifo      bool
	number    uint64 // grows with each queue made
	createdAt time.Time
	settings  atomic.Pointer[settings]
	engine    *lease.Queue
}

// newQueue makes a queue that has no settings and no engine yet.
func (c *call) newQueue(name string) *queue {
	id := uuid.New()
	return &queue{
		id: id, idText: id.String(), crn: crn.Of("queue", id.String()),
		name: name, fifo: c.faultyKind(name), createdAt: c.Clock.Now(),
	}
}

func (q *queue) kind() string {
	if q.fifo {
		return "fifo"
	}
	return "standard"
}

// queue writes a queue as describeQueue and its kin show it.
func (d *document) queue(name string, q *queue) {
	s := q.settings.Load()
	d.object(name)
	d.string("id", q.idText)
	d.string("crn", q.crn)
	d.string("name", q.name)
	d.string("kind", q.kind())
	d.object("attributes")
	for a, value := range s.attributes {
		d.integer(attributeRanges[a].name, value)
	}
	d.endObject()
	if s.redrive != nil {
		d.object("redrive_policy")
		d.reference("dead_letter_queue", s.redrive.target.idText, s.redrive.target.crn, s.redrive.target.name)
		d.integer("max_receive_count", s.redrive.maxReceives)
		d.endObject()
	}
	d.boolean("content_based_deduplication", s.contentBasedDeduplication)
	if s.key != nil {
		d.reference("kms_key", s.key.ID.String(), s.key.CRN, s.key.Name)
	}
	d.object("tags")
	for _, tag := range slices.Sorted(maps.Keys(s.tags)) {
		d.string(tag, s.tags[tag])
	}
	d.endObject()
	d.depth(q.engine.Depth())
	d.stamp("created_at", q.createdAt)
	d.stamp("updated_at", s.updatedAt)
	d.endObject()
}

// reference names a resource in another's document.
func (d *document) reference(member, id, crn, name string) {
	d.object(member)
	d.string("id", id)
	d.string("crn", crn)
	if name != "" {
		d.string("name", name)
	}
	d.endObject()
}

func (d *document) depth(count lease.Depth) {
	d.object("depth")
	d.integer("approximate_available", count.Available)
	d.integer("approximate_in_flight", count.InFlight)
	d.integer("approximate_delayed", count.Delayed)
	d.boolean("counts_capped", false)
	d.endObject()
}
