package check

import (
	"slices"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/specs"
)

// Useful keeps, of the needs that a target meets, those that are not of other
// dialects alone. A control API that several dialects share offers what only
// one of them knows, such as push.
func Useful(met []string, cases []*judge.Case, d specs.Dialect) []string {
	return slices.DeleteFunc(slices.Clone(met), func(need string) bool { return foreign(need, cases, d) })
}

// foreign reports whether cases have this need, and none of them judges the
// dialect.
func foreign(need string, cases []*judge.Case, d specs.Dialect) bool {
	having := slices.DeleteFunc(slices.Clone(cases), func(c *judge.Case) bool {
		return !slices.Contains(c.Needs, judge.Need(need))
	})
	return len(having) > 0 && !slices.ContainsFunc(having, func(c *judge.Case) bool {
		_, judges := c.Judges[d]
		return judges
	})
}
