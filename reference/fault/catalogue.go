package fault

import "github.com/leasecheck/leasecheck/specs"

// The faults, by area. One constant, one entry in catalogue, one hook.
const (
	LapsedHandleDeletes ID = iota
)

var (
	both     = []specs.Dialect{specs.Basaltic, specs.EZGH}
	basaltic = []specs.Dialect{specs.Basaltic}
	ezgh     = []specs.Dialect{specs.EZGH}
)

var catalogue = []Fault{
	{LapsedHandleDeletes, "lapsed-handle-deletes", basaltic,
		"A delete with a lapsed handle deletes the message, as stores do that look only at the message id.",
		[]string{"BQ-LEASE-04"}},
}
