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

// scripted delivers m1 at the first receive and then as next says.
func scripted(next func() target.Received) func() target.Received {
	first := true
	return func() target.Received {
		if first {
			first = false
			return delivered("m1")
		}
		return next()
	}
}

func TestStaysHidden(t *testing.T) {
	for name, tc := range map[string]struct {
		lasts  time.Duration
		next   func() target.Received
		status reports.Status
	}{
		"early":  {30 * time.Second, func() target.Received { return delivered("m1") }, reports.Failed},
		"other":  {200 * time.Millisecond, func() target.Received { return delivered("m2") }, reports.Passed},
		"hidden": {200 * time.Millisecond, empty, reports.Passed},
	} {
		t.Run(name, func(t *testing.T) {
			env, _ := environment(t, &fakeQueue{receive: scripted(tc.next)})
			got := env.Execute(context.Background(), kase(func(t *judge.T) {
				t.Queue().StaysHidden(t.Queue().MustLease(judge.For(tc.lasts)))
			}), nil)
			if got.Status != tc.status {
				t.Errorf("got %s %q, want %s", got.Status, got.Message, tc.status)
			}
		})
	}
}

func TestADeliveryThatSpansTheEndOfALeaseProvesNothing(t *testing.T) {
	const lasts = 100 * time.Millisecond
	slow := func() target.Received {
		sent := time.Now()
		<-time.After(2 * lasts)
		got := delivered("m1")
		got.Deliveries[0].Call.Sent, got.Deliveries[0].Call.Answered = sent, time.Now()
		return got
	}
	env, _ := environment(t, &fakeQueue{receive: scripted(slow)})
	got := env.Execute(context.Background(), kase(func(t *judge.T) {
		q := t.Queue()
		held := q.MustLease(judge.For(lasts))
		q.StaysHidden(held)
		q.ComesBack(held)
	}), nil)
	if got.Status != reports.Passed {
		t.Errorf("got %s %q, want passed", got.Status, got.Message)
	}
}

func TestComesBackFailsWhenNoCertainReceiveDelivers(t *testing.T) {
	env, _ := environment(t, &fakeQueue{receive: scripted(empty)})
	got := env.Execute(context.Background(), kase(func(t *judge.T) {
		t.Queue().ComesBack(t.Queue().MustLease(judge.For(time.Millisecond)))
	}), nil)
	if got.Status != reports.Failed || !strings.Contains(got.Message, "none with it") {
		t.Errorf("got %s %q, want failed", got.Status, got.Message)
	}
	if len(got.Timeline) == 0 {
		t.Error("the failure shows no timeline of the lease")
	}
}

func TestOnlyReceivesInVainMakeALeaseOverdue(t *testing.T) {
	for vain, late := range map[int]bool{0: false, 2: true} {
		received := []func() target.Received{func() target.Received { return delivered("m1") }}
		for range vain {
			received = append(received, empty)
		}
		received = append(received, func() target.Received { return delivered("m1") })
		env, _ := environment(t, &fakeQueue{receive: func() target.Received {
			next := received[0]
			received = received[1:]
			return next()
		}})
		got := env.Execute(context.Background(), kase(func(t *judge.T) {
			l := t.Queue().MustLease(judge.For(0))
			due := time.Now()
			t.Pause(20 * time.Millisecond) // the suite is late itself
			if overdue := t.Queue().Available(l).Overdue(due); (overdue > 0) != late {
				t.Failf("after %d receives in vain it is overdue by %s", vain, overdue)
			}
		}), nil)
		if got.Status != reports.Passed {
			t.Errorf("%s: %s", got.Status, got.Message)
		}
	}
}
