package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/specs"
)

// showable checks that each name is a fault that one of the dialects can show.
func showable(names []string, dialects []specs.Dialect) error {
	served := func(d specs.Dialect) bool { return slices.Contains(dialects, d) }
	var known []string
	others := map[string][]specs.Dialect{}
	for _, f := range fault.Catalogue() {
		if slices.ContainsFunc(f.Dialects, served) {
			known = append(known, f.Name)
		} else {
			others[f.Name] = f.Dialects
		}
	}
	for _, name := range names {
		switch {
		case slices.Contains(known, name):
		case others[name] != nil:
			return fmt.Errorf("fault %s is one of %v, and this server serves %v", name, others[name], dialects)
		default:
			return fmt.Errorf("unknown fault %q; known are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}
