package cases

import (
	"testing"

	"github.com/leasecheck/leasecheck/conformance/history"
	"github.com/leasecheck/leasecheck/conformance/target"
)

func TestWhatACallCameTo(t *testing.T) {
	for _, tc := range []struct {
		class  target.Class
		status int
		want   history.Outcome
	}{
		{target.OK, 200, history.Done},
		{target.Stale, 409, history.Refused},
		{target.Refused, 400, history.Refused},
		{target.Refused, 500, history.Unanswered},
		{target.Unanswered, 0, history.Unanswered},
		{target.Unanswered, 200, history.Unanswered},
	} {
		o := target.Outcome{Call: target.Call{Status: tc.status}, Class: tc.class}
		if got := cameTo(o); got != tc.want {
			t.Errorf("%s with status %d came to %v, want %v", tc.class, tc.status, got, tc.want)
		}
	}
}
