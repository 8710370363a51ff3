package judge_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/reports"
)

// shelf is a target whose queues hold one message each, with steps that may not work.
type shelf struct {
	releases, acknowledges, lapses, lapsesEarly, leavesAvailable bool
	// busy says that what changes visibility answers 429, once the case rehearses.
	busy bool
}

func (s shelf) Make(context.Context, target.Service, string, target.Settings) (target.Queue, target.Outcome) {
	return &shelved{shelf: s}, ok()
}

func (shelf) Remove(context.Context, target.Queue) {}

func (shelf) Close(context.Context, target.Service, string) error { return nil }

// shelved is one of its queues.
type shelved struct {
	fakeQueue
	shelf

	mu          sync.Mutex
	body        string
	hiddenUntil time.Time
}

func (q *shelved) Send(_ context.Context, m target.Message) target.Sent {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.body = m.Body
	return target.Sent{Outcome: ok(), MessageID: m.Body}
}

func (q *shelved) Receive(_ context.Context, r target.Receive) target.Received {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.body == "" || time.Now().Before(q.hiddenUntil) {
		return empty()
	}
	lease := *r.Visibility
	switch {
	case lease == 0 && !q.leavesAvailable, lease > 0 && !q.lapses:
		lease = time.Hour
	case q.lapsesEarly:
		lease /= 2
	}
	q.hiddenUntil = time.Now().Add(lease)
	return delivered(q.body)
}

func (q *shelved) Acknowledge(context.Context, ...string) []target.Outcome {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.acknowledges {
		q.body = ""
	}
	return []target.Outcome{ok()}
}

func (q *shelved) ChangeVisibility(_ context.Context, d time.Duration, handles ...string) []target.Outcome {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.busy && strings.HasPrefix(q.body, "rehearsal") {
		return []target.Outcome{{Call: call(429), Class: target.Refused}}
	}
	if q.releases {
		q.hiddenUntil = time.Now().Add(d)
	}
	return make([]target.Outcome, len(handles))
}

func TestAStepThatDoesNotWorkByItselfBlocks(t *testing.T) {
	t.Parallel()
	released := func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		q.ChangeVisibilityAll(0, q.MustLease(judge.For(time.Minute)).Handle)
	}
	acknowledged := func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		q.AcknowledgeAll(q.MustLease(judge.For(time.Minute)).Handle)
	}
	lapsed := func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		t.WaitUntil(q.MustLease(judge.For(10 * time.Millisecond)).HasEnded())
	}
	received := func(t *judge.T) {
		q := t.Queue()
		q.MustSend("work")
		q.MustLease(judge.For(0))
	}
	all := shelf{releases: true, acknowledges: true, lapses: true, leavesAvailable: true}
	but := func(change func(*shelf)) shelf {
		s := all
		change(&s)
		return s
	}
	for name, tc := range map[string]struct {
		target  shelf
		steps   func(*judge.T)
		judges  string
		blocked string
	}{
		"all work, after a release":      {all, released, "BQ-LEASE-04", ""},
		"all work, after an acknowledge": {all, acknowledged, "BQ-LEASE-04", ""},
		"all work, after a lapse":        {all, lapsed, "BQ-LEASE-04", ""},
		"all work, after no lease":       {all, received, "BQ-LEASE-04", ""},
		"a release does not":             {but(func(s *shelf) { s.releases = false }), released, "BQ-LEASE-04", "BQ-LEASE-09"},
		"an acknowledge does not":        {but(func(s *shelf) { s.acknowledges = false }), acknowledged, "BQ-LEASE-04", "BQ-LEASE-03"},
		"a lapse does not":               {but(func(s *shelf) { s.lapses = false }), lapsed, "BQ-LEASE-04", "BQ-LEASE-01"},
		"a release is put off":           {but(func(s *shelf) { s.busy = true }), released, "BQ-LEASE-04", ""},
		"a lapse comes early":            {but(func(s *shelf) { s.lapsesEarly = true }), lapsed, "BQ-LEASE-04", "BQ-LEASE-01"},
		"no lease does not":              {but(func(s *shelf) { s.leavesAvailable = false }), received, "BQ-LEASE-04", "BQ-LEASE-11"},
		"a step that was not taken":      {but(func(s *shelf) { s.releases = false }), lapsed, "BQ-LEASE-04", ""},
		"a step that the case judges":    {but(func(s *shelf) { s.releases = false }), released, "BQ-LEASE-09", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, _ := environment(t, nil)
			env.Provision = tc.target
			env.Granted[judge.NeedOwnQueues] = true
			c := kase(func(t *judge.T) {
				tc.steps(t)
				t.Failf("expected one thing, observed another")
			})
			c.Judges = judge.By{env.Dialect: {ID: tc.judges}}
			want := reports.Failed
			if tc.blocked != "" {
				want = reports.Inconclusive
			}
			got := env.Execute(context.Background(), c, nil)
			if got.Status != want || got.BlockedBy != tc.blocked {
				t.Errorf("got %s %q blocked by %q, want %s blocked by %q", got.Status, got.Message, got.BlockedBy, want, tc.blocked)
			}
		})
	}
}

func TestReceivesThatWaitUnaskedAreToBlameWhenTimeIsUp(t *testing.T) {
	for took, blocked := range map[time.Duration]string{time.Second: "BQ-POLL-03", 0: ""} {
		env, _ := environment(t, &fakeQueue{receive: func() target.Received { return lasting(empty(), took) }})
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		got := env.Execute(ctx, kase(func(t *judge.T) {
			t.Queue().MustReceive()
			t.Pause(time.Minute)
		}), nil)
		cancel()
		if got.Status != reports.Inconclusive || got.BlockedBy != blocked {
			t.Errorf("after receives of %s: got %s blocked by %q, want %q", took, got.Status, got.BlockedBy, blocked)
		}
	}
}
