package reports

import "slices"

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
