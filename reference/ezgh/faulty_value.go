package ezgh

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// Bounds of a store that is too small.
const (
	fewAttributes = 16
	shortValue    = 255
)

// faultyValues changes what a delivery's attributes are called and hold, and
// leaves the message's.
func (s *Server) faultyValues(m *message) {
	on := s.faults.On
	changed := map[string]string{}
	for i, name := range slices.Sorted(maps.Keys(m.Attributes)) {
		value := m.Attributes[name]
		switch {
		case on(fault.PullAttributeNamesEscaped):
			name = url.PathEscape(name)
		case on(fault.PullAttributeNamesWithoutDots):
			name = strings.ReplaceAll(name, ".", "_")
		case on(fault.PullAttributeLineEndsUnified):
			value = strings.ReplaceAll(value, "\r\n", "\n")
		case on(fault.PullAttributeValuesCut):
			value = strings.ToValidUTF8(value[:min(shortValue, len(value))], "")
		case on(fault.PullAttributesBeyondSixteenLost) && i >= fewAttributes:
			continue
		default:
			if !on(fault.PullAttributesBeyondSixteenLost) {
				return
			}
		}
		changed[name] = value
	}
	m.Attributes = changed
}
