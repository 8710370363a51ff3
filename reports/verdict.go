package reports

import (
	"fmt"
	"slices"
	"strings"
)

// verdict is the run's verdict and one sentence that says why. What weighs more
// comes first: a failure, then what could not be judged, then what was left out.
func (j judgement) verdict() (Verdict, string) {
	t := j.tally()
	switch {
	case len(t.failed) > 0:
		return NotConformant, fmt.Sprintf("%d of %d %s failed (%s)", len(t.failed), t.binding, t.noun, some(t.failed))
	case j.r.Incomplete != "":
		return InconclusiveVerdict, j.r.Incomplete
	case j.r.Interrupted:
		return InconclusiveVerdict, "interrupted"
	case len(t.unjudged) > 0:
		return InconclusiveVerdict, fmt.Sprintf("%d of %d %s could not be judged (%s)", len(t.unjudged), t.binding, t.noun, some(t.unjudged))
	case j.filtered():
		return Partial, fmt.Sprintf("a selection was run: %s", t.judgedText())
	case t.skipped.count(NoCase) > 0:
		return Partial, t.judgedText()
	case t.judged == 0:
		return InconclusiveVerdict, "nothing was judged: " + t.judgedText()
	default:
		return Conformant, t.judgedText()
	}
}

// filtered reports whether requirements that have a case were left out by the user.
func (j judgement) filtered() bool {
	return j.r.Partial || slices.ContainsFunc(j.r.Expected, func(id string) bool {
		return !slices.Contains(j.r.Selected, id)
	})
}

// tally is what the requirements that can fail the target came to.
type tally struct {
	noun             string
	binding, judged  int
	failed, unjudged []string
	blocked          int
	skipped          reasons
	waived           int
}

func (j judgement) tally() tally {
	t := tally{noun: "MUST"}
	if j.r.Policy.Strict {
		t.noun = "MUST and assumed SHOULD"
	}
	for i := range j.r.Requirements {
		q := &j.r.Requirements[i]
		if !j.r.Binding(q) {
			continue
		}
		t.binding++
		switch {
		case q.Status == Failed:
			t.failed = append(t.failed, q.ID)
		case j.unjudged(q):
			t.unjudged = append(t.unjudged, q.ID)
		case q.Status == Inconclusive:
			t.blocked++
		case q.Status == Skipped:
			t.skipped.add(q.Reason)
		case q.Status == Waived:
			t.waived++
			t.judged++
		default:
			t.judged++
		}
	}
	return t
}

// judgedText is such as "81 of 94 MUST judged, 13 need clock".
func (t tally) judgedText() string {
	parts := []string{fmt.Sprintf("%d of %d %s judged", t.judged, t.binding, t.noun)}
	if t.waived > 0 {
		parts = append(parts, fmt.Sprintf("%d waived", t.waived))
	}
	if t.blocked > 0 {
		parts = append(parts, fmt.Sprintf("%d blocked by a waived failure", t.blocked))
	}
	return strings.Join(append(parts, t.skipped.texts()...), ", ")
}

// reasons counts skips by reason.
type reasons map[string]int

func (r *reasons) add(reason string) {
	if *r == nil {
		*r = reasons{}
	}
	(*r)[reason]++
}

func (r reasons) count(reason string) int { return r[reason] }

// texts is such as "13 need clock", "2 have no case yet": the most first.
func (r reasons) texts() []string {
	keys := make([]string, 0, len(r))
	for reason := range r {
		keys = append(keys, reason)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if r[a] != r[b] {
			return r[b] - r[a]
		}
		return strings.Compare(a, b)
	})
	out := make([]string, len(keys))
	for i, reason := range keys {
		out[i] = countedReason(r[reason], reason)
	}
	return out
}

func countedReason(n int, reason string) string {
	need, isNeed := strings.CutPrefix(reason, needsPrefix)
	verb, have := "need", "have"
	if n == 1 {
		verb, have = "needs", "has"
	}
	switch {
	case isNeed:
		return fmt.Sprintf("%d %s %s", n, verb, need)
	case reason == NoCase:
		return fmt.Sprintf("%d %s %s", n, have, NoCase)
	default:
		return fmt.Sprintf("%d %s", n, reason)
	}
}

// some names the first few of a list of ids.
func some(ids []string) string {
	const shown = 5
	if len(ids) <= shown {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(ids[:shown], ", "), len(ids)-shown)
}

// Headline is the verdict in one sentence, for a CI log: "conformant: 81 of 94
// MUST judged, 13 need clock".
func Headline(r *Result) string {
	text := string(r.Summary.Verdict) + ": " + r.Summary.Reason
	if n := len(r.Summary.Problems); n > 0 {
		text += fmt.Sprintf("; but %d waiver problem%s: %s", n, plural(n), r.Summary.Problems[0])
	}
	return text
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
