// Package run selects cases, overlaps them, and gathers what they came to.
package run

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// Selection says which requirements and cases are wanted.
type Selection struct {
	Tier judge.Tier
	// Focus and Skip are globs over requirement ids; an empty Focus is all.
	Focus, Skip []string
	// IDs, when not nil, are exactly the requirements wanted, as in a rerun.
	IDs []string
}

// Partial reports whether the selection leaves requirements out on the user's wish.
func (s Selection) Partial() bool { return len(s.Focus) > 0 || len(s.Skip) > 0 || s.IDs != nil }

// Item is a case of a plan.
type Item struct {
	Case *judge.Case
	ID   string
	// Excluded says why the case does not run; empty when it does.
	Excluded string
}

// Plan is what a run will do with one dialect.
type Plan struct {
	Dialect   specs.Dialect
	Catalogue *specs.Catalogue
	Selection Selection
	// Expected are the ids of the requirements that have a case, and Selected
	// those of them that are wanted, in the catalogue's order.
	Expected, Selected []string
	// Items are the cases of the selected requirements, in the same order.
	Items []Item
}

// NewPlan selects among cases. The case that looks at all exchanges is always
// selected. A glob that matches no requirement of any dialect is an error of
// type *SelectionError.
func NewPlan(d specs.Dialect, cases []*judge.Case, s Selection) (*Plan, error) {
	catalogue, err := specs.Load(d)
	if err != nil {
		return nil, err
	}
	p := &Plan{Dialect: d, Catalogue: catalogue, Selection: s}
	if err := checkGlobs(s); err != nil {
		return nil, err
	}
	for _, r := range catalogue.Requirements {
		p.add(r.ID, casesOf(cases, d, r.ID))
	}
	return p, nil
}

// add plans the cases of one requirement.
func (p *Plan) add(id string, cases []*judge.Case) {
	if len(cases) == 0 {
		return
	}
	p.Expected = append(p.Expected, id)
	if !p.Selection.wants(id) && !cases[0].Last {
		return
	}
	p.Selected = append(p.Selected, id)
	for _, c := range cases {
		p.Items = append(p.Items, Item{Case: c, ID: id, Excluded: excluded(c, p.Selection.Tier)})
	}
}

func casesOf(cases []*judge.Case, d specs.Dialect, id string) []*judge.Case {
	var of []*judge.Case
	for _, c := range cases {
		if c.Judges[d].ID == id {
			of = append(of, c)
		}
	}
	return of
}

// wants reports whether the selection includes a requirement.
func (s Selection) wants(id string) bool {
	if s.IDs != nil && !slices.Contains(s.IDs, id) {
		return false
	}
	return (len(s.Focus) == 0 || matchesAny(s.Focus, id)) && !matchesAny(s.Skip, id)
}

func matchesAny(globs []string, id string) bool {
	return slices.ContainsFunc(globs, func(g string) bool {
		ok, _ := path.Match(strings.ToUpper(g), id)
		return ok
	})
}

// excluded says why a case is not for this tier.
func excluded(c *judge.Case, t judge.Tier) string {
	order := judge.Tiers()
	if slices.Index(order, c.Tier()) > slices.Index(order, t) {
		return reports.Needs(fmt.Sprintf("tier %s", c.Tier()))
	}
	return ""
}

// SelectionError is a selection that no run can fulfil.
type SelectionError struct{ Reason string }

func (e *SelectionError) Error() string { return e.Reason }

// checkGlobs refuses what matches no requirement of any dialect.
func checkGlobs(s Selection) error {
	known, err := specs.IDs()
	if err != nil {
		return err
	}
	for _, g := range slices.Concat(s.Focus, s.Skip, s.IDs) {
		if _, err := path.Match(g, ""); err != nil {
			return &SelectionError{fmt.Sprintf("%q is no valid glob: %v", g, err)}
		}
		if !slices.ContainsFunc(known, func(id string) bool { return matchesAny([]string{g}, id) }) {
			return &SelectionError{fmt.Sprintf("no requirement is called %q; leasecheck spec list names them all", g)}
		}
	}
	return nil
}

// Running are the items that run, whatever the target offers.
func (p *Plan) Running() []Item {
	return slices.DeleteFunc(slices.Clone(p.Items), func(i Item) bool { return i.Excluded != "" })
}

// Empty reports whether nothing was asked of this dialect.
func (p *Plan) Empty() bool {
	return !slices.ContainsFunc(p.Selected, p.Selection.wants)
}

// Requests is about how many requests the plan makes.
func (p *Plan) Requests() int {
	n := 0
	for _, i := range p.Running() {
		n += i.Case.Expected()
	}
	return n
}

// Waits are what the plan's cases wait at most: all together, and what they
// take when they overlap.
func (p *Plan) Waits() (sum, overlapped time.Duration) {
	for _, i := range p.Running() {
		sum += i.Case.Waits
		if !i.Case.Alone {
			overlapped = max(overlapped, i.Case.Waits)
		}
	}
	for _, i := range p.Running() {
		if i.Case.Alone {
			overlapped += i.Case.Waits
		}
	}
	return sum, overlapped
}
