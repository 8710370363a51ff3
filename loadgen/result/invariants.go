package result

import (
	"fmt"
	"strings"
)

// Invariants are the ledger's tallies, exact after the drain.
type Invariants struct {
	Sent         int64 `json:"sent"`
	Delivered    int64 `json:"delivered"`
	Acknowledged int64 `json:"acknowledged"`
	// Redelivered after a lapse is legal.
	Redelivered       int64 `json:"redelivered"`
	Lost              int64 `json:"lost"`
	Duplicated        int64 `json:"duplicated_within_lease"`
	Early             int64 `json:"early"`
	OutOfOrder        int64 `json:"out_of_order"`
	GroupHeldTwice    int64 `json:"group_held_twice"`
	StaleAcknowledged int64 `json:"stale_acknowledged"`
	Resurrected       int64 `json:"resurrected"`
	Unexpected        int64 `json:"unexpected"`
	// Outstanding were accepted and not certainly acknowledged, the lost not among them.
	Outstanding int64 `json:"outstanding"`
	// Unanswered counts calls of any kind whose effect is not known.
	Unanswered int64 `json:"unanswered"`
	// Unjudged events came too late to be judged, a fault of leasecheck itself.
	Unjudged int64 `json:"unjudged"`
	// Drained says that the drain reached an empty queue, so that lost is exact.
	Drained bool `json:"drained"`
	// Examples describes some violations, each in a line.
	Examples []string `json:"examples,omitempty"`
}

// Add counts what another account shows: of another queue, or of another shard.
// The whole is drained where both were.
func (v *Invariants) Add(o Invariants) {
	v.Drained = v.Drained && o.Drained
	v.Sent += o.Sent
	v.Delivered += o.Delivered
	v.Acknowledged += o.Acknowledged
	v.Redelivered += o.Redelivered
	v.Lost += o.Lost
	v.Duplicated += o.Duplicated
	v.Early += o.Early
	v.OutOfOrder += o.OutOfOrder
	v.GroupHeldTwice += o.GroupHeldTwice
	v.StaleAcknowledged += o.StaleAcknowledged
	v.Resurrected += o.Resurrected
	v.Unexpected += o.Unexpected
	v.Outstanding += o.Outstanding
	v.Unanswered += o.Unanswered
	v.Unjudged += o.Unjudged
	v.Examples = append(v.Examples, o.Examples...)
}

// Tally is one invariant's name and how often it was broken.
type Tally struct {
	Name  string
	Count int64
}

// Violations gives the invariants that must be 0, in a fixed order.
func (v Invariants) Violations() []Tally {
	return []Tally{
		{"lost", v.Lost},
		{"duplicated within lease", v.Duplicated},
		{"early", v.Early},
		{"out of order", v.OutOfOrder},
		{"group held twice", v.GroupHeldTwice},
		{"stale acknowledged", v.StaleAcknowledged},
		{"resurrected", v.Resurrected},
		{"unexpected", v.Unexpected},
	}
}

// broken names what must be 0 and is not.
func (v Invariants) broken() string {
	var parts []string
	for _, t := range v.Violations() {
		if t.Count > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", t.Name, t.Count))
		}
	}
	return strings.Join(parts, ", ")
}
