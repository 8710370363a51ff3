package judge_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// store is a queue of one message for the tests of what looks at several.
type store struct{ available, deleted bool }

func (s *store) receive() target.Received {
	if !s.available || s.deleted {
		return empty()
	}
	s.available = false
	return delivered("m1")
}

func (s *store) release() target.Outcome {
	s.available = true
	return ok()
}

func stale() target.Outcome {
	o := ok()
	o.Status, o.Class = 409, target.Stale
	return o
}

func TestUntouched(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		// meanwhile is what happens to the store while the message is leased.
		meanwhile func(*store)
		change    func(*store) func() target.Outcome
		lasts     time.Duration
		status    reports.Status
		message   string
	}{
		"nothing happened":  {func(*store) {}, func(s *store) func() target.Outcome { return s.release }, time.Minute, reports.Passed, ""},
		"released":          {func(s *store) { s.available = true }, func(s *store) func() target.Outcome { return s.release }, time.Minute, reports.Failed, "stay hidden"},
		"deleted":           {func(s *store) { s.deleted = true }, func(s *store) func() target.Outcome { return s.release }, time.Minute, reports.Failed, "nothing had happened"},
		"handle taken away": {func(*store) {}, func(*store) func() target.Outcome { return stale }, time.Minute, reports.Failed, "to release it"},
		"the lease is over": {func(*store) {}, func(*store) func() target.Outcome { return stale }, 0, reports.Inconclusive, "may have ended"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &store{available: true}
			env, _ := environment(t, &fakeQueue{receive: s.receive, change: tc.change(s)})
			got := env.Execute(context.Background(), kase(func(t *judge.T) {
				held := t.Queue().MustLease(judge.For(tc.lasts))
				tc.meanwhile(s)
				t.Queue().Untouched(held)
			}), nil)
			if got.Status != tc.status || !strings.Contains(got.Message, tc.message) {
				t.Errorf("got %s %q, want %s", got.Status, got.Message, tc.status)
			}
		})
	}
}

func TestGone(t *testing.T) {
	for deleted, status := range map[bool]reports.Status{true: reports.Passed, false: reports.Failed} {
		s := &store{available: true}
		env, _ := environment(t, &fakeQueue{receive: s.receive, change: s.release})
		got := env.Execute(context.Background(), kase(func(t *judge.T) {
			held := t.Queue().MustLease(judge.For(time.Minute))
			s.deleted = deleted
			t.Queue().Gone(held)
		}), nil)
		if got.Status != status {
			t.Errorf("deleted %v: got %s %q, want %s", deleted, got.Status, got.Message, status)
		}
	}
}

func TestOnlyDelivered(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		answers []string
		status  reports.Status
		message string
	}{
		"just these":   {[]string{"a", "b"}, reports.Passed, ""},
		"one is there": {[]string{"a"}, reports.Failed, `none with "b"`},
		"another":      {[]string{"a", "c", "b"}, reports.Failed, `observed message "c"`},
		"another last": {[]string{"a", "b", "c"}, reports.Failed, `observed message "c"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := tc.answers
			next := func() target.Received {
				if len(answers) == 0 {
					return empty()
				}
				got := delivered(answers[0])
				answers = answers[1:]
				return got
			}
			env, _ := environment(t, &fakeQueue{receive: next})
			got := env.Execute(context.Background(), kase(func(t *judge.T) {
				t.Queue().OnlyDelivered("so it is", "a", "b")
			}), nil)
			if got.Status != tc.status || !strings.Contains(got.Message, tc.message) {
				t.Errorf("got %s %q, want %s", got.Status, got.Message, tc.status)
			}
		})
	}
}

func TestWhatWasRefusedTooLateProvesNothing(t *testing.T) {
	for lasts, status := range map[time.Duration]reports.Status{time.Minute: reports.Failed, 0: reports.Inconclusive} {
		env, _ := environment(t, &fakeQueue{ack: stale})
		c := kase(func(t *judge.T) {
			q := t.Queue()
			q.MustAcknowledge(q.MustLease(judge.For(lasts)))
		})
		c.Judges = judge.By{env.Dialect: {ID: "BQ-LEASE-03"}}
		if got := env.Execute(context.Background(), c, nil); got.Status != status {
			t.Errorf("a lease of %s: got %s %q, want %s", lasts, got.Status, got.Message, status)
		}
	}
}

func TestMustLeasesHoldsAsManyDifferentMessages(t *testing.T) {
	answers := []string{"m1", "m1", "m2"}
	next := func() target.Received {
		got := delivered(answers[0])
		got.Deliveries[0].Handle = "handle " + string(rune('0'+len(answers)))
		answers = answers[1:]
		return got
	}
	env, _ := environment(t, &fakeQueue{receive: next})
	var handles []string
	got := env.Execute(context.Background(), kase(func(t *judge.T) {
		handles = judge.Handles(t.Queue().MustLeases(2, judge.For(time.Minute))...)
	}), nil)
	if got.Status != reports.Passed || !slices.Equal(handles, []string{"handle 2", "handle 1"}) {
		t.Errorf("got %s %q with %q; want the latest handles of m1 and m2", got.Status, got.Message, handles)
	}
}

// TestReceivesInVainBetweenOthersHideNothing has a queue that answers nothing
// most of the time, which it may.
func TestReceivesInVainBetweenOthersHideNothing(t *testing.T) {
	t.Parallel()
	bodies := strings.Fields("a b c d e f g h")
	received := 0
	env, _ := environment(t, &fakeQueue{receive: func() target.Received {
		received++
		if received%10 > 0 || received/10 > len(bodies) {
			return empty()
		}
		return delivered(bodies[received/10-1])
	}})
	got := env.Execute(context.Background(), kase(func(t *judge.T) { t.Queue().AllDelivered("they were sent", bodies...) }), nil)
	if got.Status != reports.Passed {
		t.Errorf("got %s %q, want passed", got.Status, got.Message)
	}
}
