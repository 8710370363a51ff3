package target

import (
	"errors"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/specs"
)

// uuidLength is that of the one form which the documents' format uuid knows.
const uuidLength = 36

var errNoUUID = errors.New("which is no queue's id: basaltic knows its queues by UUID, not by name")

// checkQueueID says why no queue of the dialect can have the id. What is taken
// for an id and is none would make the suite's own requests invalid.
func checkQueueID(d specs.Dialect, id string) error {
	if d != specs.Basaltic {
		return nil
	}
	if _, err := uuid.Parse(id); err != nil || len(id) != uuidLength {
		return errNoUUID
	}
	return nil
}
