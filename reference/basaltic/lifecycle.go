package basaltic

import (
	"net/http"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

func (c *call) createQueue() (int, error) {
	var r createRequest
	if err := c.decode(&r); err != nil {
		return 0, err
	}
	if err := c.faultyName(r.name.value, checkName(r.name.value)); err != nil {
		return 0, err
	}
	c.faultyCreate(&r)
	c.lifecycle.Lock()
	defer c.lifecycle.Unlock()
	q := c.newQueue(r.name.value)
	s, err := c.settle(q, defaults(c.Legal, q.fifo), &r.settingsRequest)
	if err != nil {
		return 0, err
	}
	s.contentBasedDeduplication = r.contentBasedDeduplication.value
	if s.contentBasedDeduplication && !q.fifo && !c.Faults.On(fault.ContentDeduplicationOnStandardAccepted) {
		return 0, invalid("content_based_deduplication is for FIFO queues")
	}
	if existing := c.faultyExisting(c.queues.named(q.name)); existing != nil {
		return c.faultyTaken(existing)
	}
	q.settings.Store(s)
	q.engine = lease.New(q.id, c.rules, s.engine(q.fifo), c.Clock, c.Faults)
	c.queues.add(q)
	return c.showQueue(http.StatusCreated, q)
}

func (c *call) describeQueue() (int, error) {
	return c.showQueue(http.StatusOK, c.faultyShown(c.queue))
}

func (c *call) showQueue(status int, q *queue) (int, error) {
	c.out.object("")
	c.out.queue("queue", q)
	c.out.endObject()
	return status, nil
}

func (c *call) updateQueue() (int, error) {
	var r settingsRequest
	if err := c.decode(&r); err != nil {
		return 0, err
	}
	c.lifecycle.Lock()
	defer c.lifecycle.Unlock()
	if c.queues.find(c.queue.id) == nil {
		return 0, errNoQueue
	}
	old := *c.queue.settings.Load()
	c.faultyUpdate(&r, &old)
	s, err := c.settle(c.queue, old, &r)
	if err != nil {
		return 0, err
	}
	c.queue.change(s)
	c.faultyIdentity()
	return c.showQueue(http.StatusOK, c.queue)
}

// change gives the queue new settings.
func (q *queue) change(s *settings) {
	q.settings.Store(s)
	q.engine.Update(func(e *lease.Settings) { *e = s.engine(q.fifo) })
}

// deleteQueue deletes a queue with its messages. Redrive policies that name it
// go with it, so that no message moves to nowhere.
func (c *call) deleteQueue() (int, error) {
	c.lifecycle.Lock()
	defer c.lifecycle.Unlock()
	if c.queues.find(c.queue.id) == nil {
		return 0, errNoQueue
	}
	for _, source := range c.queues.sources(c.queue) {
		s := *source.settings.Load()
		s.redrive = nil
		source.change(&s)
	}
	if !c.Faults.On(fault.DeletedQueueStillShown) {
		c.queues.remove(c.queue)
	}
	c.queue.engine.Delete()
	return http.StatusNoContent, nil
}

func (c *call) purgeQueue() (int, error) {
	deleted := c.queue.engine.Purge()
	c.out.object("")
	c.out.integer("messages_deleted", deleted)
	c.out.endObject()
	return http.StatusOK, nil
}
