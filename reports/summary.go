package reports

import (
	"slices"
	"strconv"

	"github.com/leasecheck/leasecheck/specs"
)

// Skip is a reason and the requirements that were skipped for it.
type Skip struct {
	Reason string
	IDs    []string
}

// SkippedByReason groups the skipped requirements, the largest group first.
func SkippedByReason(r *Result) []Skip {
	var groups []Skip
	for _, q := range r.Requirements {
		if q.Status != Skipped {
			continue
		}
		i := slices.IndexFunc(groups, func(g Skip) bool { return g.Reason == q.Reason })
		if i < 0 {
			i = len(groups)
			groups = append(groups, Skip{Reason: q.Reason})
		}
		groups[i].IDs = append(groups[i].IDs, q.ID)
	}
	slices.SortStableFunc(groups, func(a, b Skip) int { return len(b.IDs) - len(a.IDs) })
	return groups
}

// CaseSeconds is what the cases took one by one.
func (r *Result) CaseSeconds() float64 {
	var sum float64
	for _, q := range r.Requirements {
		sum += q.DurationSeconds
	}
	return sum
}

// WithStatus lists the requirements that have a status, in the catalogue's order.
func WithStatus(r *Result, status Status) []*Requirement {
	var out []*Requirement
	for i := range r.Requirements {
		if q := &r.Requirements[i]; q.Status == status {
			out = append(out, q)
		}
	}
	return out
}

// FailedFirst lists what failed, those that fail the target before those that
// only warn.
func FailedFirst(r *Result) []*Requirement {
	failed := WithStatus(r, Failed)
	slices.SortStableFunc(failed, func(a, b *Requirement) int { return warns(r, a) - warns(r, b) })
	return failed
}

func warns(r *Result, q *Requirement) int {
	if r.Binding(q) {
		return 0
	}
	return 1
}

// Statuses lists the statuses in the order in which reports show them.
func Statuses() []Status { return []Status{Passed, Failed, Inconclusive, Waived, Skipped, Recorded} }

// LevelCounts counts the requirements of one level.
type LevelCounts struct {
	Level  specs.Level
	Counts map[Status]int
}

// Levels gives the summary's counts, level by level.
func (s Summary) Levels() []LevelCounts {
	return []LevelCounts{{specs.MUST, s.Must}, {specs.SHOULD, s.Should}, {specs.INFO, s.Info}}
}

// Cell writes the count of a status, or nothing where a level can't have it.
func (l LevelCounts) Cell(s Status) string {
	n, possible := l.Counts[s]
	if !possible {
		return ""
	}
	return strconv.Itoa(n)
}

// Overview is what a script wants of a result.
type Overview struct {
	Target  string `json:"target"`
	Dialect string `json:"dialect"`
	Summary
	Tier            string  `json:"tier"`
	Seed            uint64  `json:"seed"`
	DurationSeconds float64 `json:"duration_seconds"`
	// Failed and Unjudged are what the verdict rests on.
	Failed   []string `json:"failed"`
	Unjudged []string `json:"unjudged"`
}

// Overview sums a judged result up.
func (r *Result) Overview() Overview {
	o := Overview{
		Target: r.Target.Name, Dialect: r.Target.Dialect, Summary: r.Summary, Tier: r.Tier, Seed: r.Seed,
		DurationSeconds: r.DurationSeconds, Failed: []string{}, Unjudged: []string{},
	}
	for _, q := range FailedFirst(r) {
		o.Failed = append(o.Failed, q.ID)
	}
	for i := range r.Requirements {
		if q := &r.Requirements[i]; r.Unjudged(q) {
			o.Unjudged = append(o.Unjudged, q.ID)
		}
	}
	return o
}
