// Package crn names the resources of the one Basaltic account that a reference
// server holds: crn:SERVICE:REGION:ACCOUNT:RESOURCE.
package crn

import (
	"strings"

	"github.com/google/uuid"
)

// Region and Account are the same in every name.
const (
	Region  = "sa-saopaulo-1"
	Account = "acct-reference"
)

const scheme = "crn:"

// Of names a resource of a service.
func Of(service, resource string) string {
	return scheme + service + ":" + Region + ":" + Account + ":" + resource
}

// Is tells whether text has the form that no name may have.
func Is(text string) bool { return strings.HasPrefix(text, scheme) }

// Resource is the last part of a CRN.
func Resource(text string) string { return text[strings.LastIndexByte(text, ':')+1:] }

// ParseID reads a resource id in its canonical form, in either case.
func ParseID(text string) (uuid.UUID, bool) {
	if len(text) != len(uuid.Nil.String()) {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(text)
	return id, err == nil
}
