package engine

import (
	"net/http"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// Pauses grow with the failures, or last as long as the target asks for, within
// bounds.
func TestPauses(t *testing.T) {
	answer := func(status int, after string) target.Outcome {
		o := target.Outcome{Class: target.Refused, Call: target.Call{Status: status, Header: http.Header{}}}
		if after != "" {
			o.Header.Set("Retry-After", after)
		}
		return o
	}
	for _, c := range []struct {
		failures int
		outcome  target.Outcome
		want     time.Duration
	}{
		{0, target.Outcome{Class: target.Unanswered}, firstPause},
		{3, answer(500, ""), 8 * firstPause},
		{1000, answer(500, ""), longestPause},
		{0, answer(429, "2"), 2 * time.Second},
		{9, answer(503, "2"), 2 * time.Second},
		{0, answer(429, "86400"), longestRetryAfter},
	} {
		if got := pauseAfter(c.failures, c.outcome); got != c.want {
			t.Errorf("%d failures, %+v: %s, want %s", c.failures, c.outcome, got, c.want)
		}
	}
}

func TestWhatIsPutOff(t *testing.T) {
	for want, all := range map[bool][]target.Outcome{
		true:  {{Class: target.Refused, Call: target.Call{Status: 429}}, {Class: target.Refused, Call: target.Call{Status: 503}}},
		false: {{Class: target.OK, Call: target.Call{Status: 200}}, {Class: target.Stale, Call: target.Call{Status: 409}}, {Class: target.Unanswered}},
	} {
		for _, o := range all {
			if isPutOff(o) != want {
				t.Errorf("%+v: put off is %v", o, !want)
			}
		}
	}
}
