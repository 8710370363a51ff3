package reports

import "slices"

// The exit statuses of leasecheck.
const (
	ExitOK = 0
	// ExitNotConformant also stands for a missed threshold, a broken invariant and
	// something that broke between two results.
	ExitNotConformant = 1
	// ExitUsage is a wrong command line, target file or waiver file.
	ExitUsage        = 2
	ExitInconclusive = 3
	// ExitFault is a fault of leasecheck itself.
	ExitFault       = 70
	ExitInterrupted = 130
)

// precedence orders the exit statuses for when several hold.
var precedence = []int{ExitInterrupted, ExitFault, ExitUsage, ExitNotConformant, ExitInconclusive, ExitOK}

// ExitStatus is the exit status of a command that made these judged results.
func ExitStatus(results ...*Result) int {
	var all []int
	for _, r := range results {
		all = append(all, exitStatuses(r)...)
	}
	return WorstExit(all...)
}

// WorstExit is the one of several exit statuses that a command ends with; a
// status that leasecheck does not know counts as a fault of its own.
func WorstExit(statuses ...int) int {
	worst := len(precedence) - 1
	for _, s := range statuses {
		i := slices.Index(precedence, s)
		if i < 0 {
			i = slices.Index(precedence, ExitFault)
		}
		worst = min(worst, i)
	}
	return precedence[worst]
}

// exitStatuses lists every exit status that holds for a result.
func exitStatuses(r *Result) []int {
	var all []int
	if r.Interrupted {
		all = append(all, ExitInterrupted)
	}
	if len(r.SuiteFaults) > 0 {
		all = append(all, ExitFault)
	}
	if len(r.Summary.Problems) > 0 {
		all = append(all, ExitNotConformant)
	}
	return append(all, verdictExit(r.Summary.Verdict))
}

func verdictExit(v Verdict) int {
	switch v {
	case Conformant, Partial:
		return ExitOK
	case NotConformant:
		return ExitNotConformant
	case InconclusiveVerdict:
		return ExitInconclusive
	default:
		return ExitFault
	}
}
