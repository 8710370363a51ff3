package ezgh

import (
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// numeric is a number's field and documented range, both ends included.
type numeric struct {
	field     string
	low, high int
	// below and above are the faults that let one more pass at either end; nil is none.
	below, above *fault.ID
}

// check says what is wrong with a value.
func (n numeric) check(faults *fault.Set, value int) *refusal {
	low, high := n.low, n.high
	if n.below != nil && faults.On(*n.below) {
		low--
	}
	if n.above != nil && faults.On(*n.above) {
		high++
	}
	if value < low || value > high {
		return invalidRequest("%s is %d; it must be %d to %d", n.field, value, n.low, n.high)
	}
	return nil
}

// seconds checks a value that may be absent, and gives it as a duration.
func (s *Server) seconds(n numeric, value *int) (*time.Duration, *refusal) {
	if value == nil {
		return nil, nil
	}
	if refused := n.check(s.faults, *value); refused != nil {
		return nil, refused
	}
	d := time.Duration(max(*value, 0)) * time.Second
	return &d, nil
}
