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

// ofValues are the faults that change what a delivery's attributes are called and hold.
var ofValues = []fault.ID{
	fault.PullAttributeNamesEscaped, fault.PullAttributeNamesWithoutDots, fault.PullAttributeLineEndsUnified,
	fault.PullAttributeValuesCut, fault.PullAttributesBeyondSixteenLost,
}

// faultyValues changes a delivery's attributes, and leaves the message's.
func (s *Server) faultyValues(m *message) {
	if !slices.ContainsFunc(ofValues, s.faults.On) {
		return
	}
	changed := map[string]string{}
	for i, name := range slices.Sorted(maps.Keys(m.Attributes)) {
		if i >= fewAttributes && s.faults.On(fault.PullAttributesBeyondSixteenLost) {
			break
		}
		changed[s.faultyName(name)] = s.faultyValue(m.Attributes[name])
	}
	m.Attributes = changed
}

// faultyName is what an attribute is called, where right is due.
func (s *Server) faultyName(right string) string {
	switch {
	case s.faults.On(fault.PullAttributeNamesEscaped):
		return url.PathEscape(right)
	case s.faults.On(fault.PullAttributeNamesWithoutDots):
		return strings.ReplaceAll(right, ".", "_")
	}
	return right
}

// faultyValue is what an attribute holds, where right is due.
func (s *Server) faultyValue(right string) string {
	switch {
	case s.faults.On(fault.PullAttributeLineEndsUnified):
		return strings.ReplaceAll(right, "\r\n", "\n")
	case s.faults.On(fault.PullAttributeValuesCut):
		return strings.ToValidUTF8(right[:min(shortValue, len(right))], "")
	}
	return right
}
