package reports

import (
	"slices"
	"strings"

	"github.com/leasecheck/leasecheck/specs"
)

// Fold gives the status and the reason of a requirement from the cases that
// ran for it: failed outweighs inconclusive, that outweighs passed, and that
// outweighs skipped. Of a case's attempts only the last counts. An INFO
// requirement only records, so there a failure is what was seen; any other
// requirement is not judged by a case that only recorded.
func Fold(level specs.Level, cases []Case) (Status, string) {
	cases = lastAttempts(cases)
	if level == specs.INFO {
		onlyRecord(cases)
	}
	for _, status := range []Status{Failed, Inconclusive, Passed, Recorded, Skipped} {
		reason, found := reasonOf(cases, status)
		switch {
		case !found:
		case status == Passed:
			return Passed, ""
		case status == Recorded && level != specs.INFO:
			return Inconclusive, "recorded only, not judged: " + reason
		default:
			return status, reason
		}
	}
	return Skipped, NoCase
}

// onlyRecord turns what was judged into what was seen.
func onlyRecord(cases []Case) {
	for i, c := range cases {
		if c.Status == Passed || c.Status == Failed {
			cases[i].Status = Recorded
		}
	}
}

// lastAttempts leaves out cases that were run again under the same name.
func lastAttempts(cases []Case) []Case {
	last := make(map[string]int, len(cases))
	for _, c := range cases {
		last[c.Name] = max(last[c.Name], c.Attempt)
	}
	return slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return c.Attempt < last[c.Name] })
}

// reasonOf joins the distinct messages of the cases with a status, in order.
func reasonOf(cases []Case, status Status) (reason string, found bool) {
	var messages []string
	for _, c := range cases {
		if c.Status != status {
			continue
		}
		found = true
		text := c.Message
		if text == "" && c.BlockedBy != "" {
			text = "blocked by " + c.BlockedBy
		}
		if text != "" && !slices.Contains(messages, text) {
			messages = append(messages, text)
		}
	}
	if alternatives, ok := needsOnly(messages); ok {
		return Needs(strings.Join(alternatives, "|")), found
	}
	return strings.Join(messages, "; "), found
}

// needsOnly gives what is needed where several messages each say a need: any of
// their cases would judge the requirement.
func needsOnly(messages []string) (needs []string, only bool) {
	for _, m := range messages {
		need, ok := strings.CutPrefix(m, needsPrefix)
		if !ok {
			return nil, false
		}
		needs = append(needs, need)
	}
	return needs, len(needs) > 1
}
