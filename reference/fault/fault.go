// Package fault is the catalogue of broken behaviours that the reference
// server can be told to show, so that the suite can prove that it catches them.
package fault

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/leasecheck/leasecheck/specs"
)

// ID numbers a fault; its value may change between versions, unlike its name.
type ID int

// Fault is one broken behaviour: one hook at one place.
type Fault struct {
	ID ID
	// Name is what --fault and the control API call it.
	Name string
	// Dialects that can show it.
	Dialects []specs.Dialect
	// Description says in one sentence what goes wrong, and whose real failure it imitates.
	Description string
	// Requirements whose cases must catch it.
	Requirements []string
}

// Area names the part of the server that shows the fault, such as lease or fifo.
func (f Fault) Area() string { return areaNames[f.ID/areaSize] }

// Catalogue lists every fault.
func Catalogue() []Fault { return slices.Clone(catalogue) }

// Set is the faults that a server shows. The zero value shows none. It may be
// changed while the server runs.
type Set struct {
	on [areasEnd / areaSize]atomic.Uint64
}

// On reports whether the server is to show id.
func (s *Set) On(id ID) bool {
	return s != nil && s.on[id/areaSize].Load()&(1<<(id%areaSize)) != 0
}

// Replace shows exactly the named faults. It changes nothing when a name is unknown.
func (s *Set) Replace(names []string) error {
	var next [areasEnd / areaSize]uint64
	for _, name := range names {
		i := slices.IndexFunc(catalogue, func(f Fault) bool { return f.Name == name })
		if i < 0 {
			return fmt.Errorf("unknown fault %q; leasecheck faults list names them all", name)
		}
		id := catalogue[i].ID
		next[id/areaSize] |= 1 << (id % areaSize)
	}
	for i := range next {
		s.on[i].Store(next[i])
	}
	return nil
}
