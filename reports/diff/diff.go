// Package diff tells what broke and what got fixed between two results.
package diff

import (
	"fmt"

	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// Kind is what became of a requirement from one result to the other.
type Kind string

// The kinds of change.
const (
	// Broke: it fails and did not before.
	Broke Kind = "broke"
	// Fixed: it failed before, waived or not, and passes.
	Fixed Kind = "fixed"
	// Lost: it passed or failed before and was not judged now.
	Lost Kind = "no longer judged"
	// Gained: it was not judged before and passes.
	Gained Kind = "newly judged"
	// Seen: what is only recorded was seen to be otherwise.
	Seen Kind = "seen otherwise"
)

// Kinds lists the kinds in the order in which a diff shows them.
func Kinds() []Kind { return []Kind{Broke, Fixed, Lost, Gained, Seen} }

// Change is one requirement that is not as it was. Before or After is nil where
// that result does not know it.
type Change struct {
	Kind          Kind
	ID            string
	Before, After *reports.Requirement
}

// Diff is what changed from one result to another.
type Diff struct {
	Before, After *reports.Result
	Changes       []Change
	// Unchanged counts the requirements that are as they were.
	Unchanged int
}

// Compare compares two judged results of one dialect; results of two dialects
// have nothing to compare.
func Compare(before, after *reports.Result) (Diff, error) {
	if before.Target.Dialect != after.Target.Dialect {
		return Diff{}, fmt.Errorf("a result of %s can't be compared with one of %s", before.Target.Dialect, after.Target.Dialect)
	}
	d := Diff{Before: before, After: after}
	old := map[string]*reports.Requirement{}
	for i := range before.Requirements {
		old[before.Requirements[i].ID] = &before.Requirements[i]
	}
	for i := range after.Requirements {
		q := &after.Requirements[i]
		d.note(q.ID, old[q.ID], q)
		delete(old, q.ID)
	}
	for i := range before.Requirements {
		if q := &before.Requirements[i]; old[q.ID] != nil {
			d.note(q.ID, q, nil)
		}
	}
	return d, nil
}

func (d *Diff) note(id string, before, after *reports.Requirement) {
	kind := kindOf(before, after)
	if kind == "" {
		d.Unchanged++
		return
	}
	d.Changes = append(d.Changes, Change{Kind: kind, ID: id, Before: before, After: after})
}

// kindOf is how a requirement changed, or nothing. A waived failure is a
// failure that is known, so it breaks nothing anew.
func kindOf(before, after *reports.Requirement) Kind {
	failed := is(before, reports.Failed, reports.Waived)
	judged := is(after, reports.Failed, reports.Waived, reports.Passed, reports.Recorded)
	switch {
	case is(after, reports.Failed) && !failed:
		return Broke
	case is(after, reports.Passed) && failed:
		return Fixed
	case !judged && is(before, reports.Failed, reports.Waived, reports.Passed, reports.Recorded):
		return Lost
	case is(after, reports.Passed) && !is(before, reports.Passed):
		return Gained
	case is(after, reports.Recorded) && is(before, reports.Recorded) && after.Reason != before.Reason:
		return Seen
	default:
		return ""
	}
}

func is(q *reports.Requirement, statuses ...reports.Status) bool {
	if q == nil {
		return false
	}
	for _, s := range statuses {
		if q.Status == s {
			return true
		}
	}
	return false
}

// Of lists the changes of a kind, in the catalogue's order.
func (d Diff) Of(k Kind) []Change {
	var out []Change
	for _, c := range d.Changes {
		if c.Kind == k {
			out = append(out, c)
		}
	}
	return out
}

// ExitStatus is 1 when something broke that is more than an observation.
func (d Diff) ExitStatus() int {
	for _, c := range d.Of(Broke) {
		if c.After.Level != string(specs.INFO) {
			return reports.ExitNotConformant
		}
	}
	return reports.ExitOK
}
