package control

import (
	"bytes"
	"time"
)

// moment is a time in RFC 3339, whose letters may have either case.
type moment struct{ at time.Time }

// UnmarshalJSON reads it. null leaves it as it is.
func (m *moment) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	return m.at.UnmarshalJSON(bytes.ToUpper(text))
}
