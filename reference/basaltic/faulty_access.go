package basaltic

import "github.com/leasecheck/leasecheck/reference/fault"

// faultyUncovered lets a body pass that is not the one that was signed.
func (c *call) faultyUncovered() bool {
	return len(c.body) == 0 && c.Faults.On(fault.ContentHashSparesEmpty) ||
		c.batches() && c.Faults.On(fault.ContentHashSparesBatches)
}

// faultyPermitted lets a call pass whose credential lacks the permission.
func (c *call) faultyPermitted() bool {
	on := c.Faults.On
	return on(fault.PermissionsIgnored) ||
		c.batches() && on(fault.PermissionsSpareBatches) ||
		c.operation.id == "purgeQueue" && on(fault.PermissionsSparePurge)
}
