package variant

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads what --variant takes: legal:SEED draws about half of the
// freedoms, legal:NAME:SEED uses the one of that name. Empty is the reference
// itself.
func Parse(text string) (Legal, error) {
	if text == "" {
		return Legal{}, nil
	}
	parts := strings.Split(text, ":")
	if parts[0] != "legal" || len(parts) < 2 || len(parts) > 3 {
		return Legal{}, fmt.Errorf("variant %q is neither legal:SEED nor legal:NAME:SEED", text)
	}
	seed, err := strconv.ParseUint(parts[len(parts)-1], 10, 64)
	if err != nil {
		return Legal{}, fmt.Errorf("variant %q: the seed must be a whole number from 0 on", text)
	}
	if len(parts) == 2 {
		return Draw(seed), nil
	}
	return Only(parts[1], seed)
}
