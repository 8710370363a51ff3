package cases

import (
	"context"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

func TestStampsOfLeasesLieApartAsTheirReceivesDo(t *testing.T) {
	begun := time.Now()
	within := func(from, to time.Duration) target.Call {
		return target.Call{Exchange: 1, Sent: begun.Add(from), Answered: begun.Add(to)}
	}
	// The second receive came 2 s to 2.3 s after the first, and asked for 90 s more.
	first, second := within(0, 100*time.Millisecond), within(2100*time.Millisecond, 2300*time.Millisecond)
	for _, tc := range []struct {
		name    string
		stamps  [2]string
		status  reports.Status
		message string
	}{
		{"exactly", [2]string{"2026-01-18T11:45:10.000500Z", "2026-01-18T11:46:42.200500Z"}, reports.Passed, ""},
		{"in another zone", [2]string{"2026-01-18T11:45:10.5Z", "2026-01-18t14:46:42.7+03:00"}, reports.Passed, ""},
		{"at the earliest", [2]string{"2026-01-18T11:45:10.1Z", "2026-01-18T11:46:42.06Z"}, reports.Passed, ""},
		{"earlier than that", [2]string{"2026-01-18T11:45:10.1Z", "2026-01-18T11:46:42.04Z"}, reports.Failed, ""},
		{"at the latest", [2]string{"2026-01-18T11:45:10.1Z", "2026-01-18T11:46:42.44Z"}, reports.Passed, ""},
		{"later than that", [2]string{"2026-01-18T11:45:10.1Z", "2026-01-18T11:46:42.46Z"}, reports.Failed, ""},
		{"in whole seconds", [2]string{"2026-01-18T11:45:10Z", "2026-01-18T11:46:43Z"}, reports.Passed, ""},
		{"in whole seconds, too many", [2]string{"2026-01-18T11:45:10Z", "2026-01-18T11:46:44Z"}, reports.Failed, ""},
		{"by the queue's timeout both", [2]string{"2026-01-18T11:45:10.1Z", "2026-01-18T11:45:12.3Z"}, reports.Failed, ""},
		{"in no form that is known", [2]string{"1768736730", "1768736822"}, reports.Passed, `visible_at has the form "1768736730"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			env := environment(t, refusing)
			got := env.Execute(context.Background(), &judge.Case{
				Name: "fake", Judges: judge.By{specs.Basaltic: {ID: "BQ-RECV-13"}},
				Run: func(t *judge.T) {
					mustLieApart(t, "visible_at", stamped{tc.stamps[0], first, 10 * time.Second}, stamped{tc.stamps[1], second, 100 * time.Second})
				},
			}, nil)
			if got.Status != tc.status || tc.status == reports.Passed && got.Message != tc.message {
				t.Errorf("got %s %q, want %s %q", got.Status, got.Message, tc.status, tc.message)
			}
		})
	}
}
