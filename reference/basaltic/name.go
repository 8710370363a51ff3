package basaltic

import (
	"strings"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
)

const (
	maxNameBytes = 255 // assumed
	fifoSuffix   = ".fifo"
)

// checkName refuses what no queue may be called: anything but letters, digits,
// dots, dashes and underscores after a letter or digit, and what could be taken
// for a CRN or a UUID.
func checkName(name string) error {
	for i := range len(name) {
		if c := name[i]; !isAlphanumeric(c) && (i == 0 || !strings.ContainsRune(".-_", rune(c))) {
			return invalid("name may hold letters, digits, dots, dashes and underscores, and begins with a letter or digit")
		}
	}
	switch {
	case name == "" || len(name) > maxNameBytes:
		return invalid("name must have 1 to %d characters", maxNameBytes)
	case crn.Is(name) || looksLikeUUID(name):
		return invalid("name must not look like a CRN or a UUID")
	}
	return nil
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// looksLikeUUID knows the canonical form and the bare one. The braced one and
// the URN hold characters that no name has.
func looksLikeUUID(name string) bool {
	return (len(name) == 36 || len(name) == 32) && uuid.Validate(name) == nil
}

func isFIFO(name string) bool { return strings.HasSuffix(name, fifoSuffix) }
