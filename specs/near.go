package specs

import (
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Near gives the requirement ids of any dialect that are spelled most like id,
// at most three, for a message about an id that is none. It gives none when
// nothing is near.
func Near(id string) []string {
	const farthest, most = 3, 3
	id = strings.ToUpper(id)
	byDistance := make([][]string, farthest+1)
	for _, d := range Dialects() {
		c, err := Load(d)
		if err != nil {
			continue
		}
		for _, r := range c.Requirements {
			if distance := levenshtein.ComputeDistance(id, r.ID); distance <= farthest {
				byDistance[distance] = append(byDistance[distance], r.ID)
			}
		}
	}
	near := slices.Concat(byDistance...)
	return near[:min(most, len(near))]
}
