package result

import (
	"fmt"
	"slices"

	"github.com/leasecheck/leasecheck/reports"
)

// Verdict of a load run.
type Verdict string

// The verdicts: Held, or the worst of what did not.
const (
	Held             Verdict = "held"
	Broken           Verdict = "invariant broken"
	Missed           Verdict = "threshold missed"
	GeneratorLimited Verdict = "generator limited"
	Incomplete       Verdict = "incomplete"
)

// Summary is the verdict and one sentence that says why.
type Summary struct {
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason"`
}

// Judge fills in the summary from all else.
func (r *Result) Judge() { r.Summary = r.judge() }

func (r *Result) judge() Summary {
	missed := slices.IndexFunc(r.Thresholds, func(t Threshold) bool { return t.Judged && !t.Held })
	switch broken := r.Invariants.broken(); {
	case broken != "":
		return Summary{Broken, broken + r.alsoUnfinished()}
	case r.Interrupted: // thresholds are of a whole run
		return Summary{Incomplete, "interrupted"}
	case missed >= 0:
		return Summary{Missed, r.Thresholds[missed].told() + r.alsoUnfinished()}
	}
	switch unfinished := r.unfinished(); {
	case unfinished != "":
		return Summary{Incomplete, unfinished}
	case r.Generator.Limited:
		return Summary{GeneratorLimited, r.Generator.Reason}
	case r.failedRate() != nil && r.HighestRate() == 0:
		lowest := r.failedRate()
		return Summary{Missed, fmt.Sprintf("no rate held the objective, down to %.6g a second: %s", lowest.Rate, lowest.Reason)}
	default:
		return Summary{Held, r.success()}
	}
}

// alsoUnfinished adds why a run did not come to its end to what it showed until
// then.
func (r *Result) alsoUnfinished() string {
	if r.Unfinished == "" {
		return ""
	}
	return "; " + r.Unfinished
}

// success says what a run without fault showed.
func (r *Result) success() string {
	text := fmt.Sprintf("all %d messages were delivered and acknowledged", r.Invariants.Sent)
	if n := len(r.Thresholds); n > 0 {
		text += fmt.Sprintf(", and every threshold held (%d)", n)
	}
	if rate := r.HighestRate(); rate > 0 {
		text += fmt.Sprintf("; the highest rate held was %.6g a second", rate)
	}
	return text
}

// Searched says that the steps are those of a search: rates that were held or not.
func (r *Result) Searched() bool {
	return slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Rate > 0 })
}

// HighestRate is the highest one that a search found held; 0 when it was none.
func (r *Result) HighestRate() float64 {
	highest := 0.0
	for _, s := range r.Steps {
		if s.Held {
			highest = max(highest, s.Rate)
		}
	}
	return highest
}

// failedRate is the lowest rate that a search found not held; nil when it found
// none.
func (r *Result) failedRate() *Step {
	var lowest *Step
	for i := range r.Steps {
		if s := &r.Steps[i]; s.Rate > 0 && !s.Held && (lowest == nil || s.Rate < lowest.Rate) {
			lowest = s
		}
	}
	return lowest
}

// unfinished is why the figures do not cover what was to be done.
func (r *Result) unfinished() string {
	v := r.Invariants
	switch {
	case r.Unfinished != "":
		return r.Unfinished
	case v.Unjudged > 0:
		return fmt.Sprintf("%d events came too late for the account, a fault of leasecheck itself", v.Unjudged)
	case v.Sent == 0:
		return "no message was accepted"
	case !v.Drained:
		return fmt.Sprintf("the queues were not drained in time: %d messages are outstanding, and whether they are lost is not known", v.Outstanding)
	default:
		return ""
	}
}

func (t Threshold) told() string {
	if t.Reason != "" {
		return fmt.Sprintf("%s: %s", t.Condition, t.Reason)
	}
	return fmt.Sprintf("%s: it was %.6g", t.Condition, t.Observed)
}

// ExitStatuses lists every exit status that holds for the result.
func (r *Result) ExitStatuses() []int {
	var all []int
	if r.Interrupted {
		all = append(all, reports.ExitInterrupted)
	}
	if r.Invariants.Unjudged > 0 {
		all = append(all, reports.ExitFault)
	}
	switch r.Summary.Verdict {
	case Broken, Missed:
		all = append(all, reports.ExitNotConformant)
	case GeneratorLimited, Incomplete:
		all = append(all, reports.ExitInconclusive)
	}
	return all
}
