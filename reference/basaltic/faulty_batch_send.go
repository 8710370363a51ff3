package basaltic

import (
	"errors"
	"strings"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyID is what the id of an entry is compared by.
func faultyID(f *fault.Set, id string) string {
	if f.On(fault.BatchIDsIgnoreCase) {
		return strings.ToLower(id)
	}
	return id
}

// faultyWhole says whether the refusal of an entry is that of its batch.
func (c *call) faultyWhole(content reader, refused error) bool {
	on := c.Faults.On
	var p *problem
	m, isSend := content.(*outgoing)
	return on(fault.BatchFailsWithEntry) ||
		on(fault.BatchFailsWithLargeEntry) && errors.As(refused, &p) && p.code == codeTooLarge ||
		on(fault.BatchFailsWithoutGroup) && isSend && c.queue.fifo && m.group.value == ""
}

// faultySends is how the entries of a send batch are carried out; right is how
// they should be.
func (c *call) faultySends(right func(reader) error) func(reader) error {
	var first *outgoing
	return func(content reader) error {
		m := content.(*outgoing)
		if first == nil {
			first = m
		}
		c.faultyContent(m, first)
		c.faultyPlace(m)
		return right(m)
	}
}

// faultyContent changes what an entry of a send batch holds.
func (c *call) faultyContent(m, first *outgoing) {
	on := c.Faults.On
	if on(fault.BatchAttributesDropped) {
		m.attributes = nil
	}
	if on(fault.BatchAttributesOfFirst) {
		m.attributes = first.attributes
	}
	if on(fault.BatchBodiesTrimmed) {
		m.body.value = strings.TrimSpace(m.body.value)
	}
	if !m.body.given && on(fault.BatchMissingBodyIsEmpty) {
		m.body.set("")
	}
}

// faultyPlace changes how an entry of a send batch is lined up in its queue.
func (c *call) faultyPlace(m *outgoing) {
	on := c.Faults.On
	if !c.queue.fifo {
		if on(fault.BatchGroupOnStandardAccepted) {
			m.group = field[string]{}
		}
		return
	}
	if m.group.value == "" && on(fault.BatchGroupOptional) {
		m.group.set(uuid.NewString())
	}
	if on(fault.BatchFIFODelayAccepted) {
		m.delay = field[int]{}
	}
	content := !m.deduplicationID.given && c.queue.settings.Load().contentBasedDeduplication
	if content && on(fault.BatchContentDeduplicationMissing) || m.deduplicationID.given && on(fault.BatchDeduplicationMissing) {
		m.deduplicationID.set(uuid.NewString())
	}
}
