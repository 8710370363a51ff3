package faultrun

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/specs"
)

// Problems lists, one a line, where the suite does not prove itself: a fault
// that survives, a requirement that claims a fault and does not catch it, and
// a requirement that no fault fails by itself.
func Problems(trials []Trial, requirements []specs.Requirement) []string {
	var problems []string
	for _, t := range trials {
		where := fmt.Sprintf("%s (%s)", t.Fault.Name, t.Dialect)
		switch {
		case t.Err != nil:
			problems = append(problems, fmt.Sprintf("%s could not be tried: %v", where, t.Err))
		case !t.Caught():
			problems = append(problems, where+" survives")
		}
		for _, m := range t.Missed {
			problems = append(problems, fmt.Sprintf("%s does not catch %s: %s", m.ID, where, m.Why()))
		}
	}
	for _, r := range requirements {
		if r.Level != specs.INFO && !slices.ContainsFunc(trials, func(t Trial) bool { return t.singles(r.ID) }) {
			problems = append(problems, r.ID+" has no fault that fails it and no unrelated area")
		}
	}
	return problems
}

// Why says in a line what the requirement's cases came to.
func (m Miss) Why() string {
	if m.Message == "" {
		return string(m.Status)
	}
	first, _, _ := strings.Cut(m.Message, "\n")
	return string(m.Status) + ", " + first
}

// singles reports whether the trial failed the requirement and nothing of an
// area that its fault does not claim.
func (t Trial) singles(id string) bool {
	return slices.Contains(t.Failed, id) && len(t.Unrelated()) == 0
}

// Unrelated are the failed requirements of areas that the fault does not claim.
func (t Trial) Unrelated() []string {
	var unrelated []string
	for _, id := range t.Failed {
		if !t.Fault.claimsArea(id) {
			unrelated = append(unrelated, id)
		}
	}
	return unrelated
}

// area is an id without its number: BQ-LEASE-04 is of BQ-LEASE.
func area(id string) string {
	if i := strings.LastIndex(id, "-"); i >= 0 {
		return id[:i]
	}
	return id
}

// WriteMarkdown writes the matrix fault by requirement as a table that people can read.
func WriteMarkdown(w io.Writer, trials []Trial) error {
	if _, err := fmt.Fprint(w, "| fault | dialect | caught by | missed by | unrelated | inconclusive | missed at first |\n| --- | --- | --- | --- | --- | --- | --- |\n"); err != nil {
		return err
	}
	for _, t := range trials {
		_, err := fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s |\n", t.Fault.Name, t.Dialect,
			list(t.Failed), list(ids(t.Missed)), list(t.Unrelated()), list(t.Inconclusive), list(ids(t.Forgiven)))
		if err != nil {
			return err
		}
	}
	return nil
}

func ids(misses []Miss) []string {
	var all []string
	for _, m := range misses {
		all = append(all, m.ID)
	}
	return all
}

func list(ids []string) string {
	if len(ids) == 0 {
		return "–"
	}
	return strings.Join(ids, " ")
}
