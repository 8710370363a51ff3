package basaltic

import (
	"errors"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

// faultyEntry carries out an entry of a batch; right is how it should be.
func (c *call) faultyEntry(content reader, right func(reader) error) error {
	e, isReceipt := content.(*receipt)
	if isReceipt && !e.timeout.given && c.operation.id == "changeMessageVisibilityBatch" && c.Faults.On(fault.BatchMissingTimeoutReleases) {
		e.timeout.set(0)
	}
	if !isReceipt || !e.timeout.given {
		return right(content)
	}
	h, err := c.handle(e)
	if err != nil {
		return right(content)
	}
	if at, known := c.broken.leased.Load(h); known && e.timeout.value > 0 && c.Faults.On(fault.BatchChangeFromLeaseStart) {
		left := seconds(e.timeout.value) - c.Clock.Now().Sub(at.(time.Time))
		return engineProblem(c.queue.engine.ChangeVisibility(h, max(0, left)))
	}
	err = right(content)
	if err == nil {
		c.faultyChanged(h, e.timeout.value)
	}
	return err
}

// faultyChanged remembers a lease that a batch made last some seconds from now.
func (c *call) faultyChanged(h lease.Handle, lasts int) {
	if lasts == 0 && c.Faults.On(fault.BatchReleaseKeepsHandle) {
		c.broken.released.Store(h, true)
	}
	switch {
	case lasts == 0 && c.Faults.On(fault.BatchReleaseUncounted):
		c.broken.counts.Store(ofMessage(h), c.faultyCount(h)-1)
	case lasts > 0 && c.Faults.On(fault.BatchExtensionCounted):
		c.broken.counts.Store(ofMessage(h), c.faultyCount(h)+1)
	}
}

// faultyCount is by how much batches changed a message's receive count.
func (c *call) faultyCount(h lease.Handle) int {
	if !c.Faults.On(fault.BatchReleaseUncounted) && !c.Faults.On(fault.BatchExtensionCounted) {
		return 0
	}
	by, _ := c.broken.counts.Load(ofMessage(h))
	n, _ := by.(int)
	return n
}

// ofMessage is what all handles of a message have in common.
func ofMessage(h lease.Handle) lease.Handle {
	return lease.Handle{Queue: h.Queue, Sequence: h.Sequence}
}

// faultyReleased deletes the message of a handle that a batch released, where it
// is available; right is what a delete should answer.
func (c *call) faultyReleased(h lease.Handle, right error) error {
	if _, released := c.broken.released.Load(h); !released || !errors.Is(right, errHandleExpired) {
		return right
	}
	taken, _ := c.queue.engine.Receive(c.r.Context(), lease.ReceiveOptions{Max: maxMessages})
	answer := right
	for i, d := range taken {
		if d.Handle.Sequence != h.Sequence {
			c.queue.engine.Return(taken[i : i+1])
			continue
		}
		answer = engineProblem(c.queue.engine.Acknowledge(d.Handle))
	}
	return answer
}

// faultyTimeouts is how the entries of a visibility batch are carried out; right
// is how they should be.
func (c *call) faultyTimeouts(right func(reader) error) func(reader) error {
	if !c.Faults.On(fault.BatchUsesFirstTimeout) {
		return right
	}
	var first *receipt
	return func(content reader) error {
		e := content.(*receipt)
		if first == nil {
			first = e
		}
		e.timeout = first.timeout
		return right(e)
	}
}
