package basaltic

import "github.com/leasecheck/leasecheck/reference/fault"

// on says whether a fault is to be shown to the call's queue.
func (c *call) on(f fault.ID) bool { return c.Faults.OnAt(c.ofFIFO(), f) }

// ofFIFO says whether the call is about a FIFO queue.
func (c *call) ofFIFO() bool { return c.queue != nil && c.queue.fifo }

// unchecked says whether the attributes of a message may be as they like.
func (d *decoder) unchecked() bool {
	return d.fifo && d.faults.On(fault.FIFOAttributesUnchecked) || d.uncheckedInBatch()
}
