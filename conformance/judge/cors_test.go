package judge_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
)

func TestCORSByTheFetchStandard(t *testing.T) {
	const origin = "https://app.example"
	for name, tc := range map[string]struct {
		header            http.Header
		origin, preflight bool
	}{
		"any":              {http.Header{"Access-Control-Allow-Origin": {"*"}, "Access-Control-Allow-Headers": {"*"}}, true, true},
		"the one":          {http.Header{"Access-Control-Allow-Origin": {origin}, "Access-Control-Allow-Headers": {"X-A, Content-Type"}}, true, true},
		"none":             {http.Header{}, false, false},
		"another":          {http.Header{"Access-Control-Allow-Origin": {"https://app.example:443"}, "Access-Control-Allow-Headers": {"accept"}}, false, false},
		"twice":            {http.Header{"Access-Control-Allow-Origin": {"*", "*"}, "Access-Control-Allow-Headers": {"accept", "content-type"}}, false, true},
		"a trailing slash": {http.Header{"Access-Control-Allow-Origin": {origin + "/"}, "Access-Control-Allow-Headers": {"content type"}}, false, false},
		"broken methods": {http.Header{
			"Access-Control-Allow-Origin": {"*"}, "Access-Control-Allow-Headers": {"*"}, "Access-Control-Allow-Methods": {"POST; GET"},
		}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			c := target.Call{Status: 204, Header: tc.header}
			if got, err := judge.AllowOrigin(origin).Match(c); err != nil || got != tc.origin {
				t.Errorf("the origin passes: %v, %v", got, err)
			}
			if got, err := judge.AllowHeader("content-type").Match(c); err != nil || got != tc.preflight {
				t.Errorf("the header passes: %v, %v", got, err)
			}
		})
	}
	seen := judge.AllowOrigin(origin).FailureMessage(target.Call{Status: 204, Header: http.Header{"Access-Control-Allow-Origin": {"nobody"}}})
	if !strings.Contains(seen, `"nobody"`) {
		t.Errorf("the message %q does not show the header", seen)
	}
}
