package reports

import (
	"fmt"
	"slices"

	"github.com/leasecheck/leasecheck/specs"
)

// Judge folds the cases of r into each requirement's status, applies the
// waivers, and computes the summary. All else of the result is its input, so
// judging a judged result changes nothing.
func Judge(r *Result) {
	j := newJudgement(r)
	for i := range r.Requirements {
		j.settle(&r.Requirements[i])
	}
	problems := j.applyWaivers()
	r.Summary = Summary{
		Must:     count(r, specs.MUST),
		Should:   count(r, specs.SHOULD),
		Info:     count(r, specs.INFO),
		Problems: problems,
	}
	r.Summary.Verdict, r.Summary.Reason = j.verdict()
}

// judgement is one pass over a result.
type judgement struct {
	r     *Result
	index map[string]*Requirement
}

func newJudgement(r *Result) judgement {
	j := judgement{r: r, index: make(map[string]*Requirement, len(r.Requirements))}
	for i := range r.Requirements {
		j.index[r.Requirements[i].ID] = &r.Requirements[i]
	}
	return j
}

// settle gives a requirement its status, reason and duration from its cases.
func (j judgement) settle(q *Requirement) {
	q.DurationSeconds = 0
	for _, c := range q.Cases {
		q.DurationSeconds += c.DurationSeconds
	}
	switch {
	case len(q.Cases) > 0:
		q.Status, q.Reason = Fold(specs.Level(q.Level), q.Cases)
	case !slices.Contains(j.r.Expected, q.ID):
		q.Status, q.Reason = Skipped, NoCase
	case !slices.Contains(j.r.Selected, q.ID):
		q.Status, q.Reason = Skipped, NotSelected
	default:
		q.Status, q.Reason = Inconclusive, NotReached
	}
}

// Binding reports whether a requirement can fail the target: a MUST, and with
// --strict an assumed SHOULD.
func (r *Result) Binding(q *Requirement) bool {
	return r.Policy.Binds(specs.Level(q.Level), q.From)
}

// Unjudged reports whether a requirement of a judged result keeps the verdict
// open: it could fail the target, and it is inconclusive by no known failure of
// another, or with --require-all was skipped for a need.
func (r *Result) Unjudged(q *Requirement) bool { return newJudgement(r).unjudged(q) }

func (j judgement) unjudged(q *Requirement) bool {
	switch {
	case !j.r.Binding(q):
		return false
	case q.Status == Inconclusive:
		return !j.excused(q)
	default:
		return q.Status == Skipped && j.r.Policy.RequireAll && q.Reason != NoCase && q.Reason != NotSelected
	}
}

// excused reports whether an inconclusive requirement leaves the verdict to the
// one that blocks it: that one failed bindingly, or its failure is waived, or it
// is itself blocked by such a one.
func (j judgement) excused(q *Requirement) bool {
	return j.excusedBut(q, map[string]bool{})
}

func (j judgement) excusedBut(q *Requirement, seen map[string]bool) bool {
	if seen[q.ID] {
		return false
	}
	seen[q.ID] = true
	blockers := blockersOf(q)
	for _, id := range blockers {
		b, known := j.index[id]
		switch {
		case !known:
			return false
		case b.Status == Waived, b.Status == Failed && j.r.Binding(b):
		case b.Status == Inconclusive && j.excusedBut(b, seen):
		default:
			return false
		}
	}
	return len(blockers) > 0
}

// blockersOf lists what blocked each inconclusive case of a requirement; it is
// empty when one of them was not blocked.
func blockersOf(q *Requirement) []string {
	var ids []string
	for _, c := range lastAttempts(q.Cases) {
		if c.Status != Inconclusive {
			continue
		}
		if c.BlockedBy == "" {
			return nil
		}
		if !slices.Contains(ids, c.BlockedBy) {
			ids = append(ids, c.BlockedBy)
		}
	}
	return ids
}

// count counts the requirements of a level by status; each status that the
// level can have is there, also with 0.
func count(r *Result, level specs.Level) map[Status]int {
	counts := map[Status]int{Passed: 0, Failed: 0, Skipped: 0, Waived: 0, Inconclusive: 0}
	if level == specs.INFO {
		counts = map[Status]int{Recorded: 0, Skipped: 0, Inconclusive: 0}
	}
	for _, q := range r.Requirements {
		if q.Level == string(level) {
			counts[q.Status]++
		}
	}
	return counts
}

// applyWaivers turns the failures that are waived into waived ones, and names
// the waivers that do nothing. A waiver of another dialect's requirement, or of
// one that a filter left out, is no problem of this run.
func (j judgement) applyWaivers() (problems []string) {
	for _, w := range j.r.Policy.Waivers {
		q, known := j.index[w.ID]
		if !known || q.Status == Skipped && q.Reason == NotSelected {
			continue
		}
		expired := w.expired(j.r.StartedAt)
		switch {
		case q.Status == Failed && expired:
			problems = append(problems, fmt.Sprintf("the waiver of %s expired on %s and %s still fails", w.ID, w.Expires, w.ID))
		case q.Status == Failed:
			q.Status, q.Reason = Waived, waivedReason(w, q.Reason)
		case expired:
			problems = append(problems, fmt.Sprintf("the waiver of %s expired on %s: remove it", w.ID, w.Expires))
		case q.Status == Passed:
			problems = append(problems, fmt.Sprintf("%s is waived but passes: remove its waiver", w.ID))
		case q.Status != Inconclusive && q.Status != Waived:
			problems = append(problems, fmt.Sprintf("the waiver of %s is unused (%s: %s): remove it", w.ID, q.Status, q.Reason))
		}
	}
	return problems
}

func waivedReason(w Waiver, failure string) string {
	text := w.Reason
	if w.Link != "" {
		text += " (" + w.Link + ")"
	}
	if w.Expires != "" {
		text += ", until " + w.Expires
	}
	return text + "; " + failure
}
