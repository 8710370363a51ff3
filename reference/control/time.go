package control

import (
	"fmt"
	"time"
)

// longest bounds each time that a call may name, so that none overflows.
const longest = 10 * 365 * 24 * time.Hour

// span turns seconds of 0 to longest into a duration.
func span(field string, seconds float64) (time.Duration, error) {
	if !(seconds >= 0 && seconds <= longest.Seconds()) {
		return 0, fmt.Errorf("%s is %g; it must be 0 to %.0f", field, seconds, longest.Seconds())
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// positive is span without 0.
func positive(field string, seconds float64) (time.Duration, error) {
	d, err := span(field, seconds)
	if err == nil && d == 0 {
		err = fmt.Errorf("%s must be over 0", field)
	}
	return d, err
}
