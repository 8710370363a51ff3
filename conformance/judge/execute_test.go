package judge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

func TestOutcomes(t *testing.T) {
	refused := target.Outcome{Call: call(500), Class: target.Refused}
	unanswered := target.Outcome{Class: target.Unanswered, Call: target.Call{Err: errors.New("reset")}}
	lacking := target.Outcome{Class: target.Refused, Call: target.Call{Err: fmt.Errorf("%w send: no producer", target.ErrUnsupported)}}
	limited := target.Outcome{Call: call(429), Class: target.Refused}
	limited.Header.Set("Retry-After", "7")

	for _, tc := range []struct {
		name    string
		queue   fakeQueue
		body    func(*judge.T)
		status  reports.Status
		message string
		blocked string
	}{
		{
			name:   "a body that ends passes",
			body:   func(t *judge.T) { t.Queue().MustSend("a") },
			status: reports.Passed,
		},
		{
			name:    "notes are the message of a body that passes",
			body:    func(t *judge.T) { t.Recordf("saw %d", 3); t.Recordf("and %d", 4) },
			status:  reports.Passed,
			message: "saw 3; and 4",
		},
		{
			name:    "an assertion that fails fails the case",
			body:    func(t *judge.T) { t.Expect(t.Queue().Acknowledge("h")).To(judge.Be(target.Stale)) },
			status:  reports.Failed,
			message: "expected stale, observed status 200, ok",
		},
		{
			name:    "a send that is refused blocks",
			queue:   fakeQueue{send: func() target.Outcome { return refused }},
			body:    func(t *judge.T) { t.Queue().MustSend("a") },
			status:  reports.Inconclusive,
			message: "status 500",
			blocked: "BQ-SEND-01",
		},
		{
			name:    "what the provisioning does not offer is skipped",
			queue:   fakeQueue{send: func() target.Outcome { return lacking }},
			body:    func(t *judge.T) { t.Queue().MustSend("a") },
			status:  reports.Skipped,
			message: "needs send: no producer",
		},
		{
			name:    "no answer is no evidence",
			queue:   fakeQueue{ack: func() target.Outcome { return unanswered }},
			body:    func(t *judge.T) { t.Queue().Acknowledge("h") },
			status:  reports.Inconclusive,
			message: "reset",
		},
		{
			name:    "a target that puts the suite off is no evidence",
			queue:   fakeQueue{ack: func() target.Outcome { return limited }},
			body:    func(t *judge.T) { t.Queue().Acknowledge("h") },
			status:  reports.Inconclusive,
			message: "put the suite off",
		},
		{
			name:    "a panic is a fault of the suite",
			body:    func(*judge.T) { panic("oops") },
			status:  reports.Inconclusive,
			message: "a fault of the suite: oops",
		},
		{
			name:    "a failure in parallel ends the case",
			body:    func(t *judge.T) { t.Parallel(3, func(i int) { t.Failf("number %d", i) }) },
			status:  reports.Failed,
			message: "number",
		},
		{
			name:    "what the target does not offer skips",
			body:    func(t *judge.T) { t.Skipf("%s", reports.Needs("more")) },
			status:  reports.Skipped,
			message: "needs more",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			env, provisioner := environment(t, &tc.queue)
			got := env.Execute(context.Background(), kase(tc.body), nil)
			if got.Status != tc.status || !strings.Contains(got.Message, tc.message) || got.BlockedBy != tc.blocked {
				t.Errorf("got %s %q blocked by %q, want %s %q blocked by %q",
					got.Status, got.Message, got.BlockedBy, tc.status, tc.message, tc.blocked)
			}
			if provisioner.removed != 1 {
				t.Errorf("the queue was removed %d times, want once", provisioner.removed)
			}
		})
	}
}

func TestAStepThatTheCaseItselfJudgesFailsIt(t *testing.T) {
	env, _ := environment(t, &fakeQueue{ack: func() target.Outcome {
		return target.Outcome{Call: call(500), Class: target.Refused}
	}})
	c := kase(func(t *judge.T) { t.Queue().MustAcknowledge(t.Queue().MustLease()) })
	c.Judges["basaltic"] = judge.Duty{ID: "BQ-LEASE-03"}
	if got := env.Execute(context.Background(), c, nil); got.Status != reports.Failed {
		t.Errorf("got %s %q, want failed", got.Status, got.Message)
	}
}

func TestLocationIsTheLineOfTheCase(t *testing.T) {
	env, _ := environment(t, &fakeQueue{})
	for name, body := range map[string]func(*judge.T){
		"assertion": func(t *judge.T) { t.Expect(1).To(judge.HaveStatus(200)) },
		"helper":    func(t *judge.T) { t.Queue().NotDelivered(t.Queue().MustLease(), "it is not") },
	} {
		got := env.Execute(context.Background(), kase(body), nil)
		if !strings.HasPrefix(got.Location, "conformance/judge/execute_test.go:") {
			t.Errorf("%s: location %q, want a line of this file", name, got.Location)
		}
	}
}

func TestRaiseRunsOnceTheOutcomeIsKnown(t *testing.T) {
	env, _ := environment(t, &fakeQueue{})
	release, told := make(chan struct{}), make(chan string, 1)
	raise := func(message string, _ int) func() {
		return func() {
			<-release
			told <- message
		}
	}
	got := env.Execute(context.Background(), kase(func(t *judge.T) { t.Failf("broken") }), raise)
	close(release)
	if message := <-told; got.Message != "broken" || message != "broken" {
		t.Errorf("got %q and %q, want broken twice", got.Message, message)
	}
}

func TestAnInterruptedCaseIsInconclusive(t *testing.T) {
	env, provisioner := environment(t, &fakeQueue{})
	ctx, cancel := context.WithCancel(context.Background())
	got := env.Execute(ctx, kase(func(t *judge.T) {
		cancel()
		t.Pause(time.Minute)
	}), nil)
	if got.Status != reports.Inconclusive || got.Message != "interrupted" || provisioner.removed != 1 {
		t.Errorf("got %s %q, removed %d; want inconclusive, interrupted, 1", got.Status, got.Message, provisioner.removed)
	}
}

func TestACaseWhoseNeedIsNotMetIsSkipped(t *testing.T) {
	env, provisioner := environment(t, &fakeQueue{})
	c := kase(func(*judge.T) {})
	c.Needs = []judge.Need{judge.NeedClock}
	got := env.Execute(context.Background(), c, nil)
	if got.Status != reports.Skipped || got.Message != "needs clock" || provisioner.removed != 0 {
		t.Errorf("got %s %q, removed %d; want skipped, needs clock, 0", got.Status, got.Message, provisioner.removed)
	}
}

func TestACaseRunsOnlyWhereItsTwinCannot(t *testing.T) {
	for granted, status := range map[bool]reports.Status{true: reports.Skipped, false: reports.Passed} {
		env, _ := environment(t, &fakeQueue{})
		env.Granted[judge.NeedClock] = granted
		c := kase(func(*judge.T) {})
		c.Unless = []judge.Need{judge.NeedClock}
		if got := env.Execute(context.Background(), c, nil); got.Status != status {
			t.Errorf("with a clock %v: got %s %q, want %s", granted, got.Status, got.Message, status)
		}
	}
}
