package ledger

import (
	"sync"
	"time"
)

// Call is one that is not reported yet.
type Call struct {
	// Begun is a moment before any that is reported of the call.
	Begun      time.Time
	prev, next *Call
}

// calls are those that are open, in the order they were begun. The zero value
// has none.
type calls struct {
	mu   sync.Mutex
	ring Call // its next is the oldest, itself when there is none
}

func (c *calls) add() *Call {
	call := new(Call)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.prepare()
	call.Begun = time.Now() // under the lock, so that the ring is in order
	call.prev, call.next = c.ring.prev, &c.ring
	call.prev.next, call.next.prev = call, call
	return call
}

func (c *calls) remove(call *Call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	call.prev.next, call.next.prev = call.next, call.prev
}

// begun is a moment before which every call has been reported, and no call
// that is opened later has any.
func (c *calls) begun() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.prepare()
	if oldest := c.ring.next; oldest != &c.ring {
		return oldest.Begun
	}
	return time.Now()
}

func (c *calls) prepare() {
	if c.ring.next == nil {
		c.ring.prev, c.ring.next = &c.ring, &c.ring
	}
}
