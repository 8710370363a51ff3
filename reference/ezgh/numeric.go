package ezgh

import (
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// numeric is a number's field and documented range, both ends included.
type numeric struct {
	field     string
	low, high int
	// passes are values out of range with the faults that let them pass.
	passes map[int]fault.ID
}

// check says what is wrong with a value.
func (n numeric) check(faults *fault.Set, value int) *refusal {
	if n.low <= value && value <= n.high {
		return nil
	}
	if id, lenient := n.passes[value]; lenient && faults.On(id) {
		return nil
	}
	return invalidRequest("%s is %d; it must be %d to %d", n.field, value, n.low, n.high)
}

// within is the value, or the bound nearest to it.
func (n numeric) within(value int) int { return min(max(value, n.low), n.high) }

// seconds checks a value that may be absent, and gives it as a duration.
func (s *Server) seconds(n numeric, value *int) (*time.Duration, *refusal) {
	if value == nil {
		return nil, nil
	}
	if refused := n.check(s.faults, *value); refused != nil {
		return nil, refused
	}
	d := time.Duration(n.within(*value)) * time.Second
	return &d, nil
}
