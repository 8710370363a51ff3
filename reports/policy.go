package reports

import (
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/specs"
)

// Binds reports whether a requirement of a level and a source can fail a
// target: a MUST can, and with --strict an assumed SHOULD.
func (p Policy) Binds(level specs.Level, from specs.Provenance) bool {
	return level == specs.MUST || p.Strict && level == specs.SHOULD && from == specs.Assumed
}

// Waives reports whether the failure of a requirement is accepted in a run that
// began at a moment.
func (p Policy) Waives(id string, began time.Time) bool {
	return slices.ContainsFunc(p.Waivers, func(w Waiver) bool { return w.ID == id && !w.expired(began) })
}

// expired reports whether a waiver held no more when a run began.
func (w Waiver) expired(began time.Time) bool {
	return w.Expires != "" && began.UTC().Format(day) > w.Expires
}
