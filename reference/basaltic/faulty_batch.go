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
	if err == nil && e.timeout.value == 0 && c.Faults.On(fault.BatchReleaseKeepsHandle) {
		c.broken.released.Store(h, true)
	}
	return err
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
