package basaltic

import (
	"errors"
	"net/http"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

// faultyWait changes how long a receive waits.
func (c *call) faultyWait(r *receiveRequest, o *lease.ReceiveOptions) {
	c.arrived = c.Clock.Now()
	switch {
	case !r.wait.given && c.on(fault.QueueWaitIgnored):
		o.Wait = 0
	case !r.wait.given && c.Faults.On(fault.QueueWaitCapped):
		o.Wait = min(o.Wait, 5*time.Second)
	case !r.wait.given && c.Faults.On(fault.UpdateWaitUnused):
		if before, updated := c.broken.waits.Load(c.queue.id); updated {
			o.Wait = before.(time.Duration)
		}
	case r.wait.given && o.Wait == 0 && c.Faults.On(fault.ZeroWaitIsDefault):
		o.Wait = c.queue.settings.Load().seconds(receiveWait)
	case r.wait.given && c.Faults.On(fault.QueueWaitCaps):
		if queue := c.queue.settings.Load().seconds(receiveWait); queue > 0 {
			o.Wait = min(o.Wait, queue)
		}
	case o.Wait == 0 && c.Faults.On(fault.ZeroWaitWaits):
		o.Wait = 1500 * time.Millisecond
	}
}

// faultyDelivery changes what a delivery shows.
func (c *call) faultyDelivery(d *lease.Delivery) {
	if c.Faults.On(fault.BatchChangeFromLeaseStart) {
		c.broken.leased.Store(d.Handle, c.Clock.Now())
	}
	d.ReceiveCount += c.faultyCount(d.Handle)
	if c.Faults.On(fault.VisibleAtFromArrival) {
		d.VisibleAt = d.VisibleAt.Add(c.arrived.Sub(c.Clock.Now()))
	}
	if c.Faults.On(fault.VisibleAtIsReceive) {
		d.VisibleAt = c.Clock.Now()
	}
	if c.Faults.On(fault.GroupIDMissing) {
		d.Group = ""
	}
	if d.Group == "" && !c.queue.fifo && c.Faults.On(fault.GroupIDOnStandard) {
		d.Group = "default"
	}
	if d.Group == "" && d.ReceiveCount > 1 && !c.queue.fifo && c.Faults.On(fault.GroupIDOnRedelivery) {
		d.Group = "returned"
	}
}

// faultyKeyLoss answers a receive whose key is unavailable.
func (c *call) faultyKeyLoss(r *receiveRequest) (int, error) {
	if c.Faults.On(fault.KeyLossAnswersEmpty) || r.wait.value > 0 && c.Faults.On(fault.KeyLossWaitsEmpty) {
		c.out.json("", `{"messages":[]}`)
		return http.StatusOK, nil
	}
	if c.Faults.On(fault.KeyLossLeases) || c.Faults.On(fault.KeyLossDeletes) {
		ds, _ := c.queue.engine.Receive(c.r.Context(), lease.ReceiveOptions{Max: maxMessages})
		for _, d := range ds {
			if c.Faults.On(fault.KeyLossDeletes) {
				_ = c.queue.engine.Acknowledge(d.Handle)
			}
		}
	}
	return 0, errKeyUnavailable
}

// faultyKey is the key with which a message is opened; right is the one that sealed it.
func (c *call) faultyKey(right *dataKey) *dataKey {
	if c.Faults.On(fault.UpdateResealsMessages) {
		return c.queue.settings.Load().seal
	}
	return right
}

// faultyLost sees that the data key cannot be unwrapped: its next unwrapping may
// then be its last.
func (k *dataKey) faultyLost() bool {
	if k.faults.On(fault.KeyLossNoticedOnce) {
		k.unwrapped.Store(0)
		k.found.Store(true)
	}
	return false
}

// faultyReuse is how long the data key is used after it was unwrapped.
func (k *dataKey) faultyReuse() time.Duration {
	switch {
	case k.faults.On(fault.KeyNeverAskedAgain), k.found.Load():
		return 1_000 * time.Hour
	case k.faults.On(fault.KeyAskedEachTime):
		return 0
	default:
		return k.reuse()
	}
}

// faultyHandle is what a delete with a handle that is none of the queue's comes to.
func (c *call) faultyHandle(h lease.Handle, refused error) error {
	on := c.Faults.On
	switch {
	case refused == errHandleMissing && on(fault.MissingHandleDeletesNothing),
		refused == errHandleInvalid && on(fault.GarbageHandleDeletesNothing),
		refused == errHandleForeign && on(fault.ForeignHandleDeletesNothing):
		return nil
	case refused == errHandleForeign && on(fault.ForeignHandleDeletes):
		if owner := c.queues.find(h.Queue); owner != nil {
			return engineProblem(owner.engine.Acknowledge(h))
		}
	case refused == errHandleMissing && on(fault.MissingHandleDeletesAvailable):
		c.faultyDeleteAvailable()
	case refused == errHandleInvalid && on(fault.GarbageHandleDeletesOldest):
		c.faultyDeleteOldest()
	}
	return refused
}

// faultyDeleteOldest deletes the message in flight that was sent first.
func (c *call) faultyDeleteOldest() {
	inFlight := lease.InFlight
	for _, m := range c.queue.engine.Peek(&inFlight, 0, 1) {
		h := lease.Handle{Queue: c.queue.id, Sequence: m.Sequence, Delivery: uint32(m.ReceiveCount)}
		_ = c.queue.engine.Acknowledge(h)
	}
}

// faultyDeleteAvailable deletes the message that a receive would get.
func (c *call) faultyDeleteAvailable() {
	taken, _ := c.queue.engine.Receive(c.r.Context(), lease.ReceiveOptions{Max: 1})
	for _, d := range taken {
		_ = c.queue.engine.Acknowledge(d.Handle)
	}
}

// faultyOver is what an operation on a lease came to; saysDone is the fault that
// hides that the lease is over.
func (c *call) faultyOver(saysDone fault.ID, err error) error {
	switch {
	case !errors.Is(err, errHandleExpired):
		return err
	case c.Faults.On(saysDone):
		return nil
	case c.Faults.On(fault.LapsedHandleSaysInvalid):
		return errHandleInvalid
	}
	return err
}

// faultyCarryOut is how the entries of a batch are carried out; right is how
// they should be.
func (c *call) faultyCarryOut(right func(reader) error) func(reader) error {
	var spoiled error
	return func(content reader) error {
		if spoiled != nil {
			return spoiled
		}
		err := c.faultyEntry(content, right)
		if errors.Is(err, errHandleMissing) && c.Faults.On(fault.BatchMissingHandleSaysDone) {
			return nil
		}
		if !errors.Is(err, errHandleExpired) {
			return err
		}
		if c.Faults.On(fault.BatchLapsedSaysDone) {
			return nil
		}
		if c.Faults.On(fault.BatchLapsedSpoilsRest) {
			spoiled = err
		}
		return err
	}
}

// faultyRefused carries out entries of a batch that is refused: up to the
// eleventh, or up to the first whose id is not new.
func (c *call) faultyRefused(b *batch, carryOut func(reader) error) {
	wanted := fault.RepeatedEntryIDsAct
	if len(b.entries) > maxEntries {
		wanted = fault.BatchOfElevenActs
	}
	if !c.Faults.On(wanted) {
		return
	}
	seen := map[string]bool{"": true}
	for _, e := range b.entries[:min(len(b.entries), maxEntries)] {
		if seen[e.id.value] {
			return
		}
		seen[e.id.value] = true
		if e.problem == nil {
			_ = carryOut(e.content) // the batch is refused, whatever comes of it
		}
	}
}
