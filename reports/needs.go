package reports

import (
	"strings"

	"github.com/leasecheck/leasecheck/specs"
)

// Reasons of requirements that no case judged.
const (
	// NoCase is the reason of a requirement that the suite has no case for.
	NoCase = "no case yet"
	// NotSelected is the reason of a requirement that a filter left out.
	NotSelected = "not selected"
	// NotReached is the reason of a selected requirement whose case never ended.
	NotReached = "the run ended before its case did"
)

const needsPrefix = "needs "

// Needs is the reason of a case skipped because the target, the target file or
// the tier does not offer what it needs. Alternatives within one need are parted
// by "|", as in the catalogue.
func Needs(missing ...string) string {
	return needsPrefix + strings.ReplaceAll(strings.Join(missing, " and "), "|", " or ")
}

// FromCatalogue gives each requirement of a catalogue without a case, in order.
func FromCatalogue(catalogue []specs.Requirement) []Requirement {
	out := make([]Requirement, len(catalogue))
	for i, r := range catalogue {
		out[i] = Requirement{ID: r.ID, Level: string(r.Level), Title: r.Title, Source: r.Source, From: r.From, Cases: []Case{}}
	}
	return out
}
