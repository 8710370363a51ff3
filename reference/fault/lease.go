package fault

// Faults of leases: when they begin and end, and what their handles may do.
const (
	LapsedHandleDeletes = leaseArea + iota
)

var leaseFaults = []Fault{
	{LapsedHandleDeletes, "lapsed-handle-deletes", basaltic,
		"A delete with a lapsed handle deletes the message, as stores do that look only at the message id.",
		[]string{"BQ-LEASE-04"}},
}
