package loadgen_test

import (
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/internal/loadtest"
	"github.com/leasecheck/leasecheck/loadgen/internal/toy"
	"github.com/leasecheck/leasecheck/loadgen/result"
	"github.com/leasecheck/leasecheck/reports"
)

// Targets in trouble: what each run is told to have come to.
func TestTargetThatRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		refuse  func(int64) int
		require string
		verdict result.Verdict
		status  int
		errors  map[string]int64
	}{
		{
			"429 now and then, within what is allowed", func(n int64) int { return when(n%10 == 0, 429) },
			"error_share <= 20%", result.Held, reports.ExitOK, map[string]int64{"429 BUSY": 20},
		},
		{
			"429 too often", func(n int64) int { return when(n%2 == 0, 429) },
			"error_share <= 1%", result.Missed, reports.ExitNotConformant, map[string]int64{"429 BUSY": 100},
		},
		{
			"503 always", func(int64) int { return 503 },
			"error_share <= 100%", result.Incomplete, reports.ExitInconclusive, map[string]int64{"503 BUSY": 200},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := toy.New()
			server.Refuse = c.refuse
			r := load(t.Context(), t, loadtest.Serve(t, server), "latency",
				"rate=400", "duration=500ms", "warm_up=0s", "consumers=4", "wait=1s", "require=['"+c.require+"']")
			r.Generator.Limited = false // this machine may be busy
			r.Judge()
			if r.Summary.Verdict != c.verdict || reports.WorstExit(r.ExitStatuses()...) != c.status {
				t.Errorf("%s (%s), exit statuses %v; want %s and %d", r.Summary.Verdict, r.Summary.Reason, r.ExitStatuses(), c.verdict, c.status)
			}
			send, _ := r.Find("send")
			for kind, n := range c.errors {
				if send.Errors[kind] != n {
					t.Errorf("errors %v, want %v", send.Errors, c.errors)
				}
			}
		})
	}
}

// What is sent late is caught up with, or given up and counted.
func TestSendsThatAreOverdue(t *testing.T) {
	const due = 400
	for overdue, givenUp := range map[string]bool{"catch-up": false, "50ms": true} {
		t.Run(overdue, func(t *testing.T) {
			t.Parallel()
			server := toy.New()
			server.Stalls.Store(&toy.Stalls{Start: time.Now(), Every: 1500 * time.Millisecond, For: time.Second})
			r := load(t.Context(), t, loadtest.Serve(t, server), "latency",
				"rate=200", "duration=2s", "warm_up=0s", "workers=2", "consumers=4", "wait=1s", "overdue="+overdue)
			send, _ := r.Find("send")
			if dropped := r.Generator.Dropped; send.Messages+dropped != due || (dropped > 0) != givenUp {
				t.Errorf("%d sent and %d given up, want %d in all", send.Messages, dropped, due)
			}
		})
	}
}

// An acknowledge that was put off is made again, so that its message does not
// come back for the load's own sake. One that is refused for good is not.
func TestAcknowledgesThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		name         string
		refuse       func(int64) int
		acknowledged bool
		made         int64
	}{
		{"a few times", func(n int64) int { return when(n <= 3, 429) }, true, 103},
		{"by a server that is down for a moment", func(n int64) int { return when(n <= 3, 503) }, true, 103},
		{"always", func(int64) int { return 429 }, false, 400},
		{"for good", func(int64) int { return 403 }, false, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var made atomic.Int64
			server := toy.New()
			server.RefuseDelete = func(n int64) int {
				made.Store(n)
				return c.refuse(n)
			}
			r := load(t.Context(), t, loadtest.Serve(t, server), "latency",
				"rate=200", "duration=500ms", "warm_up=0s", "consumers=4", "wait=1s", "lease=1s", "drain=1m")
			if v := r.Invariants; (v.Acknowledged == v.Sent) != c.acknowledged || v.Sent != 100 || v.StaleAcknowledged != 0 {
				t.Errorf("%+v", v)
			}
			if n := made.Load(); n != c.made {
				t.Errorf("%d acknowledges were made, want %d", n, c.made)
			}
		})
	}
}

func when(condition bool, status int) int {
	if condition {
		return status
	}
	return 0
}

func TestTargetThatGoesAway(t *testing.T) {
	var goes sync.Once
	queue := toy.New()
	server := httptest.NewUnstartedServer(queue)
	gone := make(chan time.Time, 1)
	queue.Refuse = func(send int64) int {
		if send >= 100 {
			goes.Do(func() {
				server.Listener.Close()
				go server.CloseClientConnections() // this request's too
				gone <- time.Now()
			})
		}
		return 0
	}
	server.Start()
	r := load(t.Context(), t, loadtest.File(t, server.URL), "latency",
		"rate=200", "duration=2m", "warm_up=0s", "consumers=4", "wait=1s", "give_up=500ms")
	if took := time.Since(<-gone); took > time.Minute {
		t.Errorf("it took %s to notice", took)
	}
	if r.Unfinished == "" || r.Summary.Verdict == result.Held || r.Summary.Verdict == result.Broken {
		t.Errorf("%s (%s), unfinished %q", r.Summary.Verdict, r.Summary.Reason, r.Unfinished)
	}
	if send, _ := r.Find("send"); send.Errors["connection refused"] == 0 {
		t.Errorf("errors %v", send.Errors)
	}
}
