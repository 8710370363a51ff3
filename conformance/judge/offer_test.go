package judge_test

import (
	"context"
	"strings"
	"testing"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// TestARefusedOfferIsRecordedWhereNothingSaysWhatIsTaken has a target refuse a
// message, with a status that blames the message and with one that does not.
func TestARefusedOfferIsRecordedWhereNothingSaysWhatIsTaken(t *testing.T) {
	for _, tc := range []struct {
		dialect specs.Dialect
		status  int
		want    reports.Status
		says    string
	}{
		{specs.EZGH, 200, reports.Passed, "taken"},
		{specs.EZGH, 422, reports.Passed, "a send of a body with a bell was answered 422"},
		{specs.EZGH, 500, reports.Inconclusive, "send of a body with a bell"},
		{specs.Basaltic, 422, reports.Inconclusive, "BQ-SEND-01"},
	} {
		q := &fakeQueue{send: func() target.Outcome {
			class := target.OK
			if tc.status != 200 {
				class = target.Refused
			}
			return target.Outcome{Call: call(tc.status), Class: class}
		}}
		env, _ := environment(t, q)
		env.Dialect = tc.dialect
		judged := kase(func(t *judge.T) {
			if t.Queue().Offer("a body with a bell", target.Message{Body: "\a"}) {
				t.Recordf("taken")
			}
		})
		judged.Judges = judge.By{specs.Basaltic: {ID: "BQ-RECV-11"}, specs.EZGH: {ID: "EQ-RECV-14"}}
		got := env.Execute(context.Background(), judged, nil)
		if got.Status != tc.want || !strings.Contains(got.Message, tc.says) {
			t.Errorf("%s, %d: %s %q; want %s with %q", tc.dialect, tc.status, got.Status, got.Message, tc.want, tc.says)
		}
	}
}
