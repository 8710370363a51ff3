package judge_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// lasting gives a received answer the look of one that took d.
func lasting(got target.Received, d time.Duration) target.Received {
	got.Sent = got.Answered.Add(-d)
	for i := range got.Deliveries {
		got.Deliveries[i].Call = got.Call
	}
	return got
}

// judgePoll runs a case of BQ-LEASE-04 whose queue answers got.
func judgePoll(t *testing.T, q *fakeQueue, got func() target.Received, body func(*judge.T, *judge.Queue)) judge.Outcome {
	t.Helper()
	q.receive = got
	env, _ := environment(t, q)
	return env.Execute(context.Background(), kase(func(t *judge.T) { body(t, t.Queue()) }), nil)
}

func TestEndsEmpty(t *testing.T) {
	const wait = 2 * time.Second
	for name, tc := range map[string]struct {
		got    target.Received
		status reports.Status
		says   string
	}{
		"in time":     {lasting(empty(), wait), reports.Passed, ""},
		"at its half": {lasting(empty(), wait/2), reports.Passed, ""},
		"too early":   {lasting(empty(), wait/2-time.Millisecond), reports.Failed, "at the earliest"},
		"too late":    {lasting(empty(), wait+time.Minute), reports.Failed, "within 2.01s"},
		"not empty":   {lasting(delivered("m1"), wait), reports.Failed, `message "m1"`},
	} {
		t.Run(name, func(t *testing.T) {
			got := judgePoll(t, &fakeQueue{}, func() target.Received { return tc.got }, func(_ *judge.T, q *judge.Queue) {
				q.Park(wait).EndsEmpty(wait / 2)
			})
			if got.Status != tc.status || !strings.Contains(got.Message, tc.says) {
				t.Errorf("got %s %q, want %s with %q", got.Status, got.Message, tc.status, tc.says)
			}
		})
	}
}

func TestAnEmptyWaitIsLateOnlyWhenItIsEveryTime(t *testing.T) {
	const wait = time.Second
	for late, want := range map[int]reports.Status{1: reports.Passed, 2: reports.Passed, 3: reports.Failed} {
		answered := 0
		got := judgePoll(t, &fakeQueue{}, func() target.Received {
			if answered++; answered <= late {
				return lasting(empty(), wait+time.Minute)
			}
			return lasting(empty(), wait)
		}, func(_ *judge.T, q *judge.Queue) { q.Park(wait).EndsEmpty(wait / 2) })
		if got.Status != want {
			t.Errorf("%d times late: %s %q, want %s", late, got.Status, got.Message, want)
		}
	}
}

func TestAHangIsAFailureOnlyBesideAPromptAnswer(t *testing.T) {
	unanswered := func(d time.Duration) target.Received {
		got := lasting(empty(), d)
		got.Class, got.Err = target.Unanswered, context.DeadlineExceeded
		return got
	}
	for name, tc := range map[string]struct {
		hung     time.Duration
		describe target.Class
		status   reports.Status
	}{
		"hangs":             {time.Minute, target.OK, reports.Failed},
		"hangs altogether":  {time.Minute, target.Unanswered, reports.Inconclusive},
		"broken connection": {time.Second, target.OK, reports.Inconclusive},
	} {
		t.Run(name, func(t *testing.T) {
			q := &fakeQueue{describe: func() target.Outcome { return target.Outcome{Call: call(200), Class: tc.describe} }}
			got := judgePoll(t, q, func() target.Received { return unanswered(tc.hung) }, func(_ *judge.T, q *judge.Queue) {
				q.Park(time.Second).Answer()
			})
			if got.Status != tc.status {
				t.Errorf("got %s %q, want %s", got.Status, got.Message, tc.status)
			}
			if got := judgePoll(t, q, func() target.Received { return unanswered(tc.hung) }, func(_ *judge.T, q *judge.Queue) {
				q.Park(time.Second).MustAnswer()
			}); got.Status != reports.Inconclusive {
				t.Errorf("a poll that prepares: got %s, want inconclusive", got.Status)
			}
		})
	}
}

func TestSoonTakesTheBestOfItsSamples(t *testing.T) {
	const limit = 100 * time.Millisecond
	slow, none := judge.Sample{Took: time.Hour}, judge.Sample{Took: limit, Missed: "an empty answer"}
	missed := judge.Sample{Took: time.Hour, Missed: "an empty answer"}
	for name, tc := range map[string]struct {
		samples []judge.Sample
		status  reports.Status
	}{
		"first":                 {[]judge.Sample{{Took: limit}}, reports.Passed},
		"last":                  {[]judge.Sample{slow, missed, {Took: limit}}, reports.Passed},
		"all slow":              {[]judge.Sample{slow, slow, slow}, reports.Failed},
		"all empty":             {[]judge.Sample{missed, missed, missed}, reports.Failed},
		"few prompt and empty":  {[]judge.Sample{none, none, none, none, slow, {Took: limit}}, reports.Passed},
		"many prompt and empty": {[]judge.Sample{none, none, none, none, none, none, none, none, none}, reports.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			next := 0
			got := judgePoll(t, &fakeQueue{}, empty, func(t *judge.T, _ *judge.Queue) {
				t.Soon(3, limit, "an answer", func() judge.Sample {
					next++
					return tc.samples[next-1]
				})
			})
			if got.Status != tc.status || next != len(tc.samples) {
				t.Errorf("got %s %q after %d samples, want %s after %d", got.Status, got.Message, next, tc.status, len(tc.samples))
			}
		})
	}
}

func TestNext(t *testing.T) {
	for name, tc := range map[string]struct {
		got    target.Received
		status reports.Status
	}{
		"due":     {delivered("a2"), reports.Passed},
		"another": {delivered("a3"), reports.Failed},
		"nothing": {empty(), reports.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			got := judgePoll(t, &fakeQueue{}, func() target.Received { return tc.got }, func(_ *judge.T, q *judge.Queue) {
				q.Next(judge.Starting("a"), "a2", "it is due")
			})
			if got.Status != tc.status {
				t.Errorf("got %s %q, want %s", got.Status, got.Message, tc.status)
			}
		})
	}
}

func TestWithheld(t *testing.T) {
	for name, tc := range map[string]struct {
		lease  time.Duration
		next   string
		status reports.Status
	}{
		"withheld":             {time.Minute, "", reports.Passed},
		"of another group":     {time.Minute, "b1", reports.Passed},
		"leaked":               {time.Minute, "a2", reports.Failed},
		"no longer in flight":  {0, "a2", reports.Inconclusive},
		"the held one, double": {time.Minute, "a1", reports.Passed},
	} {
		t.Run(name, func(t *testing.T) {
			first := true
			next := func() target.Received {
				if first {
					first = false
					return delivered("a1")
				}
				if tc.next == "" {
					return empty()
				}
				return delivered(tc.next)
			}
			got := judgePoll(t, &fakeQueue{}, next, func(_ *judge.T, q *judge.Queue) {
				q.Withheld(judge.Starting("a"), q.MustLease(judge.For(tc.lease)), "it is held")
			})
			if got.Status != tc.status {
				t.Errorf("got %s %q, want %s", got.Status, got.Message, tc.status)
			}
		})
	}
}
