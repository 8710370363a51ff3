package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/onsi/gomega/types"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// outcomeOf finds the outcome in what a neutral operation returned.
func outcomeOf(actual any) (target.Outcome, bool) {
	switch v := actual.(type) {
	case target.Outcome:
		return v, true
	case target.Sent:
		return v.Outcome, true
	case target.Received:
		return v.Outcome, true
	case target.Call:
		return target.Outcome{Call: v}, true
	default:
		return target.Outcome{}, false
	}
}

// outcomeMatcher judges an outcome and says in one line what was due and what was seen.
type outcomeMatcher struct {
	due   string
	match func(target.Outcome) bool
}

func (m outcomeMatcher) Match(actual any) (bool, error) {
	o, ok := outcomeOf(actual)
	if !ok {
		return false, fmt.Errorf("%T is no outcome of a call", actual)
	}
	return m.match(o), nil
}

func (m outcomeMatcher) FailureMessage(actual any) string {
	o, _ := outcomeOf(actual)
	return "expected " + m.due + ", observed " + Describe(o)
}

func (m outcomeMatcher) NegatedFailureMessage(actual any) string {
	o, _ := outcomeOf(actual)
	return "expected anything but " + m.due + ", observed " + Describe(o)
}

// Be expects an outcome of one of the classes.
func Be(classes ...target.Class) types.GomegaMatcher {
	names := make([]string, len(classes))
	for i, c := range classes {
		names[i] = string(c)
	}
	return outcomeMatcher{strings.Join(names, " or "), func(o target.Outcome) bool {
		return slices.Contains(classes, o.Class)
	}}
}

// HaveStatus expects an answer with one of the HTTP statuses.
func HaveStatus(statuses ...int) types.GomegaMatcher {
	texts := make([]string, len(statuses))
	for i, s := range statuses {
		texts[i] = fmt.Sprint(s)
	}
	return outcomeMatcher{"status " + strings.Join(texts, " or "), func(o target.Outcome) bool {
		return slices.Contains(statuses, o.Status)
	}}
}

// BeClientError expects any 4xx.
func BeClientError() types.GomegaMatcher {
	return outcomeMatcher{"a 4xx status", func(o target.Outcome) bool {
		return o.Status >= 400 && o.Status < 500
	}}
}

// BeSuccess expects any 2xx.
func BeSuccess() types.GomegaMatcher {
	return outcomeMatcher{"a 2xx status", func(o target.Outcome) bool {
		return o.Status >= 200 && o.Status < 300
	}}
}

// CarryHeader expects an answer with each of the headers, not empty.
func CarryHeader(names ...string) types.GomegaMatcher {
	return outcomeMatcher{"the header " + strings.Join(names, " and "), func(o target.Outcome) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return o.Header.Get(n) == "" })
	}}
}

// Describe says in a few words what an outcome was, and in which exchange.
func Describe(o target.Outcome) string {
	var b strings.Builder
	switch {
	case misformed(o):
		fmt.Fprintf(&b, "status %d, not as documented (%v)", o.Status, o.Err)
	case o.Err != nil:
		fmt.Fprintf(&b, "no whole answer (%v)", o.Err)
	case o.Status == 0:
		b.WriteString("no answer")
	default:
		fmt.Fprintf(&b, "status %d", o.Status)
	}
	if o.Class != "" {
		fmt.Fprintf(&b, ", %s", o.Class)
	}
	if o.Code != "" {
		fmt.Fprintf(&b, " (%s)", o.Code)
	}
	if o.Exchange > 0 {
		fmt.Fprintf(&b, " in exchange %d", o.Exchange)
	}
	return b.String()
}
