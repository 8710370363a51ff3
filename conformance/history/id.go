package history

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// ID names a message by who sent it and in which place. An id is sent once: a
// send that is tried again has an id of its own, since both may have arrived.
type ID struct {
	Producer uint32
	// Sequence should grow without large gaps: a finished message costs one bit
	// of a bitmap over the sequences.
	Sequence uint64
}

// String writes the id as ParseID reads it: "3-17".
func (id ID) String() string { return fmt.Sprintf("%d-%d", id.Producer, id.Sequence) }

// ParseID reads an id from the text of String. It reports false for any other text.
func ParseID(text string) (ID, bool) {
	producer, sequence, found := strings.Cut(text, "-")
	p, err1 := strconv.ParseUint(producer, 10, 32)
	s, err2 := strconv.ParseUint(sequence, 10, 64)
	return ID{uint32(p), s}, found && err1 == nil && err2 == nil
}

func (id ID) compare(o ID) int {
	return cmp.Or(cmp.Compare(id.Producer, o.Producer), cmp.Compare(id.Sequence, o.Sequence))
}
