package basaltic

import (
	"strings"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyUncovered lets a body pass that is not the one that was signed.
func (c *call) faultyUncovered() bool {
	return c.changes() && c.Faults.On(fault.ContentHashSparesChanges) ||
		len(c.body) == 0 && c.Faults.On(fault.ContentHashSparesEmpty) ||
		c.batches() && c.Faults.On(fault.ContentHashSparesBatches)
}

// changes tells whether the call makes or changes a queue, or leases.
func (c *call) changes() bool {
	switch c.operation.id {
	case "createQueue", "updateQueue", "changeMessageVisibility", "changeMessageVisibilityBatch":
		return true
	}
	return false
}

// faultyStranger lets a call pass whose bearer token is unknown.
func (c *call) faultyStranger() bool {
	_, bearer := access.BearerToken(c.r.Header.Get("Authorization"))
	return bearer && c.operation.id != "receiveMessages" && c.Faults.On(fault.UnknownTokenStopsReceivesOnly)
}

// faultyPermitted lets a call pass whose credential lacks the permission.
func (c *call) faultyPermitted() bool {
	on := c.Faults.On
	return on(fault.PermissionsIgnored) ||
		c.batches() && on(fault.PermissionsSpareBatches) ||
		strings.HasPrefix(c.operation.id, "sendMessage") && on(fault.PermissionsSpareSends) ||
		c.operation.id == "purgeQueue" && on(fault.PermissionsSparePurge)
}
