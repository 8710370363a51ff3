package run

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/reports"
	"github.com/leasecheck/leasecheck/specs"
)

// scheduled runs cases whose bodies use no queue, and returns their final
// outcomes and the attempt that gave them, by name.
func scheduled(t *testing.T, failFast bool, cases ...*judge.Case) map[string]slot {
	t.Helper()
	ended, _ := ranOn(t, unreachable(), failFast, cases...)
	return ended
}

// unreachable is a target that nobody serves.
func unreachable() *target.File {
	return &target.File{Dialect: specs.Basaltic, URL: &url.URL{Scheme: "http", Host: "127.0.0.1:1"}}
}

// ranOn is scheduled on a target, which also tells why the run ended early.
func ranOn(t *testing.T, file *target.File, failFast bool, cases ...*judge.Case) (map[string]slot, error) {
	t.Helper()
	doc, err := specs.Document(specs.Basaltic)
	if err != nil {
		t.Fatal(err)
	}
	client, err := wire.NewClient(file, doc)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var mu sync.Mutex
	ended := map[string]slot{}
	s := &schedule{
		env: &judge.Environment{
			Dialect: specs.Basaltic, Client: client, Budget: &judge.Budget{},
			Service:   func(*wire.Session) target.Service { return nil },
			Provision: refusing{},
			Granted:   map[judge.Need]bool{judge.NeedAddresses: len(file.ClientAddresses) > 0},
		},
		parallel: 8, failFast: failFast, observer: Observers(),
		raise: func(*judge.Case) judge.Raise { return nil },
		settle: func(i Item, o judge.Outcome, attempt int) {
			mu.Lock()
			defer mu.Unlock()
			ended[i.Case.Name] = slot{outcome: o, attempt: attempt}
		},
	}
	for _, c := range cases {
		s.items = append(s.items, Item{Case: c, ID: c.Judges[specs.Basaltic].ID})
	}
	err = s.run(context.Background())
	return ended, err
}

// refusing makes no queue.
type refusing struct{ target.Provisioner }

func (refusing) Make(context.Context, target.Service, string, target.Settings) (target.Queue, target.Outcome) {
	return nil, target.Outcome{Class: target.Refused}
}

// body is a case with this body.
func body(name string, f func(*judge.T)) *judge.Case {
	c := fake(name, "BQ-LEASE-01", 0)
	c.Run = f
	return c
}

func TestCasesOverlap(t *testing.T) {
	met := make(chan struct{})
	meet := func(t *judge.T) {
		select {
		case met <- struct{}{}:
		case <-met:
		case <-t.Context().Done():
		}
	}
	for name, s := range scheduled(t, false, body("a", meet), body("b", meet)) {
		if s.outcome.Status != reports.Passed {
			t.Errorf("%s: %s %q", name, s.outcome.Status, s.outcome.Message)
		}
	}
}

func TestThoseAloneRunAfterTheOthersAndTheLastAtTheEnd(t *testing.T) {
	var mu sync.Mutex
	var order []string
	var running atomic.Int32
	note := func(name string, alone bool) *judge.Case {
		c := body(name, func(t *judge.T) {
			if n := running.Add(1); alone && n != 1 {
				t.Failf("%d run beside it", n-1)
			}
			t.Pause(5 * time.Millisecond)
			running.Add(-1)
			mu.Lock()
			defer mu.Unlock()
			order = append(order, name)
		})
		c.Alone = alone
		return c
	}
	end := note("end", true)
	end.Last, end.Alone = true, false
	ended := scheduled(t, false, end, note("alone 1", true), note("a", false), note("alone 2", true), note("b", false))
	for name, s := range ended {
		if s.outcome.Status != reports.Passed {
			t.Errorf("%s: %s %q", name, s.outcome.Status, s.outcome.Message)
		}
	}
	slices.Sort(order[:2])
	slices.Sort(order[2:4])
	if want := []string{"a", "b", "alone 1", "alone 2", "end"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}

func TestTheInconclusiveRunOnceMoreAndTheFailedNever(t *testing.T) {
	var shaky, failed, never atomic.Int32
	ended := scheduled(t, false,
		body("shaky", func(t *judge.T) {
			if shaky.Add(1) == 1 {
				t.Inconclusivef("not yet")
			}
		}),
		body("failed", func(t *judge.T) {
			failed.Add(1)
			t.Failf("broken")
		}),
		body("never", func(t *judge.T) {
			never.Add(1)
			t.Inconclusivef("never")
		}),
	)
	for name, want := range map[string]struct {
		runs    int32
		status  reports.Status
		attempt int
	}{
		"shaky":  {2, reports.Passed, 2},
		"failed": {1, reports.Failed, 1},
		"never":  {2, reports.Inconclusive, 2},
	} {
		runs := map[string]int32{"shaky": shaky.Load(), "failed": failed.Load(), "never": never.Load()}[name]
		if got := ended[name]; runs != want.runs || got.outcome.Status != want.status || got.attempt != want.attempt {
			t.Errorf("%s: %d runs, %s at attempt %d; want %+v", name, runs, got.outcome.Status, got.attempt, want)
		}
	}
}

// A target that puts the suite off for an hour ends the run, but for the cases
// that have a source address of their own.
func TestWhoSpendsApartIsJudgedThoughTheTargetPutsTheRunOff(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer server.Close()
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(t *judge.T) { t.Whole(t.Session().Do(t.Context(), wire.Request{Method: "GET", Path: "/"})) }
	apart := body("apart", func(t *judge.T) {
		ask(t)
		t.Failf("broken")
	})
	apart.Alone, apart.InvalidHandles = true, 200
	alone := body("alone", ask)
	alone.Alone = true
	for addresses, want := range map[string]reports.Status{"127.0.0.0/8": reports.Failed, "": reports.Inconclusive} {
		file := &target.File{Dialect: specs.Basaltic, URL: base}
		if addresses != "" {
			file.ClientAddresses = []netip.Prefix{netip.MustParsePrefix(addresses)}
		}
		ended, early := ranOn(t, file, false, body("common", ask), apart, alone)
		if early == nil || !strings.Contains(early.Error(), "keeps putting the suite off") {
			t.Errorf("addresses %q: ended early for %v", addresses, early)
		}
		if got := ended["apart"].outcome; got.Status != want {
			t.Errorf("addresses %q: the case apart came to %s %q, want %s", addresses, got.Status, got.Message, want)
		}
		if got := ended["alone"].outcome; got.Status != reports.Inconclusive {
			t.Errorf("addresses %q: the case alone came to %s %q, want inconclusive", addresses, got.Status, got.Message)
		}
	}
}

func TestFailFastEndsTheRest(t *testing.T) {
	ended := scheduled(t, true,
		body("failed", func(t *judge.T) { t.Failf("broken") }),
		body("waits", func(t *judge.T) { t.Pause(time.Minute) }),
	)
	if got := ended["waits"].outcome; got.Status != reports.Inconclusive {
		t.Errorf("the waiting case came to %s, want inconclusive", got.Status)
	} else if got.Message != errFirstFailure.Error() {
		t.Errorf("it says %q", got.Message)
	}
}

// unanswered is a body whose only request finds nobody.
func unanswered(t *judge.T) {
	t.Answered(t.Session().Do(t.Context(), wire.Request{Method: "GET", Path: "/"}))
}

func TestCasesOneByOneEndWhenTheTargetAnswersNone(t *testing.T) {
	var ran atomic.Int32
	var cases []*judge.Case
	for i := range 2 * mostSilent {
		c := body(fmt.Sprint("alone ", i), func(t *judge.T) {
			ran.Add(1)
			unanswered(t)
		})
		c.Alone = true
		cases = append(cases, c)
	}
	ended := scheduled(t, false, cases...)
	if got, want := int(ran.Load()), 2*mostSilent; got != want {
		t.Errorf("%d runs, want %d: %d at first, and as many again", got, want, mostSilent)
	}
	for name, s := range ended {
		if s.outcome.Status != reports.Inconclusive || !s.outcome.Unanswered {
			t.Errorf("%s: %s %q", name, s.outcome.Status, s.outcome.Message)
		}
	}
}

// A run that was ended is why its cases have no answers.
func TestCasesOneByOneSayWhyTheRunEnded(t *testing.T) {
	cases := []*judge.Case{body("failed", func(t *judge.T) { t.Failf("broken") })}
	for i := range 2 * mostSilent {
		c := body(fmt.Sprint("alone ", i), unanswered)
		c.Alone = true
		cases = append(cases, c)
	}
	for name, s := range scheduled(t, true, cases...) {
		if got, want := s.outcome.Message, errFirstFailure.Error(); name != "failed" && got != want {
			t.Errorf("%s says %q, want %q", name, got, want)
		}
	}
}

func TestThoseWithoutAnswersRunAgainLast(t *testing.T) {
	var mu sync.Mutex
	var order []string
	note := func(name string, f func(*judge.T)) *judge.Case {
		return body(name, func(t *judge.T) {
			mu.Lock()
			order = append(order, name)
			mu.Unlock()
			f(t)
		})
	}
	scheduled(t, false, note("silent", unanswered), note("shaky", func(t *judge.T) { t.Inconclusivef("too close") }))
	if again := order[2:]; !slices.Equal(again, []string{"shaky", "silent"}) {
		t.Errorf("run again: %v", again)
	}
}

func TestWhatIsBlockedByAFailureIsNotRunAgain(t *testing.T) {
	for id, attempt := range map[string]int{"BQ-QUEUE-01": 1, "BQ-QUEUE-02": 2} {
		failing := fake("failing", id, 0)
		failing.Run = func(t *judge.T) { t.Failf("it does not") }
		blocked := body("blocked", func(*judge.T) {})
		blocked.Queues = judge.Standard() // which BQ-QUEUE-01 judges
		ended := scheduled(t, false, failing, blocked)["blocked"]
		if ended.outcome.BlockedBy != "BQ-QUEUE-01" || ended.attempt != attempt {
			t.Errorf("%s failed: blocked by %q, decided by attempt %d, want %d", id, ended.outcome.BlockedBy, ended.attempt, attempt)
		}
	}
}

func TestFewerAreRunAgainWhereNoChanceWasAtWork(t *testing.T) {
	s := &schedule{items: make([]Item, 100)}
	ended := func(n int, o judge.Outcome) []inconclusive { return slices.Repeat([]inconclusive{{outcome: o}}, n) }
	for name, tc := range map[string]struct {
		again []inconclusive
		want  time.Duration
	}{
		"a few without an answer": {ended(25, judge.Outcome{Unanswered: true}), retryTime},
		"many without an answer":  {ended(26, judge.Outcome{Unanswered: true}), shortRetryTime},
		"many that were blocked":  {ended(26, judge.Outcome{BlockedBy: "BQ-RECV-01"}), shortRetryTime},
		"many for other reasons":  {ended(100, judge.Outcome{}), retryTime},
	} {
		if got := s.retryTime(tc.again); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
	few := &schedule{items: make([]Item, 3)}
	if got := few.retryTime(ended(3, judge.Outcome{Unanswered: true})); got != retryTime {
		t.Errorf("3 of 3: %s, want %s", got, retryTime)
	}
}

func TestFewerCasesOverlapWhereAnswersTakeLong(t *testing.T) {
	for _, tc := range []struct {
		parallel  int
		pace      float64
		roundTrip time.Duration
		want      int
	}{
		{96, math.Inf(1), 0, 96},
		{96, math.Inf(1), slowAnswer, 96},
		{96, math.Inf(1), slowAnswer + time.Millisecond, slowParallel},
		{8, math.Inf(1), time.Second, 8},
		{96, 2 * judge.CasePace, time.Second, 2},
	} {
		if got := overlapping(tc.parallel, tc.pace, tc.roundTrip); got != tc.want {
			t.Errorf("of %d at %g a second and %s: %d, want %d", tc.parallel, tc.pace, tc.roundTrip, got, tc.want)
		}
	}
}

func TestFewerCasesOverlapWhereTheSuiteKeepsAPace(t *testing.T) {
	for rps, want := range map[float64]int{0: 8, 100: 8, 20: 5, 1: 1} {
		base := &url.URL{Scheme: "http", Host: "127.0.0.1:1"}
		client, err := wire.NewClient(&target.File{Dialect: specs.Basaltic, URL: base, Rate: target.Rate{RequestsPerSecond: rps}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		if got := (&schedule{env: &judge.Environment{Client: client}, parallel: 8}).most(); got != want {
			t.Errorf("at %g requests a second %d overlap, want %d", rps, got, want)
		}
	}
}
