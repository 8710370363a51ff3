package target

import (
	"crypto/rand"
	"encoding/hex"
	"regexp"
)

// NamePrefix starts the name of every queue the suite ever makes.
const NamePrefix = "leasecheck-"

// NewRunPrefix starts the names of one run's queues; a dash and a number follow.
func NewRunPrefix() string {
	var id [4]byte
	rand.Read(id[:]) // never fails
	return NamePrefix + hex.EncodeToString(id[:])
}

// ownName is a run's prefix, a number, and what makes a queue FIFO.
var ownName = regexp.MustCompile(`^` + NamePrefix + `[0-9a-f]{8}-[0-9]+(\.fifo)?$`)

// IsOwnName says whether a queue of this name was made by a run of the suite,
// this or an earlier one.
func IsOwnName(name string) bool { return ownName.MatchString(name) }
