package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

func answered(status int, headers ...string) target.Call {
	c := target.Call{Status: status, Header: http.Header{}, Answered: time.Now()}
	for i := 0; i < len(headers); i += 2 {
		c.Header.Set(headers[i], headers[i+1])
	}
	return c
}

func TestRetryAfter(t *testing.T) {
	const date = "Fri, 01 Jan 2027 00:00:00 GMT"
	for _, test := range []struct {
		headers []string
		want    time.Duration
		ok      bool
	}{
		{[]string{"Retry-After", "7"}, 7 * time.Second, true},
		{[]string{"Retry-After", " 0 "}, 0, true},
		{[]string{"Retry-After", "Fri, 01 Jan 2027 00:00:09 GMT", "Date", date}, 9 * time.Second, true},
		{[]string{"Retry-After", "Thu, 31 Dec 2026 00:00:00 GMT", "Date", date}, 0, true},
		{[]string{"Retry-After", "-1"}, 0, false},
		{[]string{"Retry-After", "1.5"}, 0, false},
		{[]string{"Retry-After", "soon"}, 0, false},
		{nil, 0, false},
	} {
		got, ok := RetryAfter(answered(429, test.headers...))
		if got != test.want || ok != test.ok {
			t.Errorf("%v: %v, %v; want %v, %v", test.headers, got, ok, test.want, test.ok)
		}
	}
}

func TestThrottleKeepsThePace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := newThrottle(target.Rate{RequestsPerSecond: 10})
		start := time.Now()
		for range 21 {
			if err := th.admit(t.Context(), false); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start).Round(time.Millisecond); took != 2*time.Second {
			t.Errorf("21 requests at 10 a second took %v, want 2 s", took)
		}
	})
}

func TestThrottleObeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := newThrottle(target.Rate{})
		start := time.Now()
		th.obey(answered(429, "Retry-After", "5"), "sendMessage")
		th.obey(answered(429, "Retry-After", "2"), "sendMessage") // does not shorten it
		if err := th.admit(t.Context(), true); err != nil || time.Since(start) > 0 {
			t.Errorf("a case with limits of its own was held for %v: %v", time.Since(start), err)
		}
		go func() { // extends it meanwhile
			time.Sleep(4 * time.Second)
			th.obey(answered(429, "Retry-After", "3"), "sendMessage")
		}()
		if err := th.admit(t.Context(), false); err != nil || time.Since(start) != 7*time.Second {
			t.Errorf("held for %v, want 7 s: %v", time.Since(start), err)
		}
	})
}

func TestThrottleWithoutRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := newThrottle(target.Rate{})
		th.obey(answered(429), "sendMessage")
		if d := time.Until(th.heldUntil()); d != unsaidHold {
			t.Errorf("held for %v, want %v", d, unsaidHold)
		}
	})
}

func TestThrottleEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := newThrottle(target.Rate{})
		th.obey(answered(429, "Retry-After", "3600"), "sendMessage")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := th.admit(ctx, false); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error is %v", err)
		}
	})
}

func TestWhoWaitsForATurnInVainLearnsOfThe429(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := func(th *throttle) string {
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			defer cancel()
			if err := th.admit(ctx, false); err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(th.admit(ctx, false))
		}
		th := newThrottle(target.Rate{RequestsPerSecond: 20})
		if got := wait(th); !strings.HasPrefix(got, "at 20 requests a second its turn did not come in time") {
			t.Errorf("by the target file's pace: %q", got)
		}
		refused := answered(429, "Retry-After", "0")
		refused.Sent = refused.Answered
		th.obey(refused, "sendMessage")
		time.Sleep(time.Second / 2)
		const want = "the target answered 429 to sendMessage, and the suite slowed down: at 5"
		if got := wait(th); !strings.HasPrefix(got, want) {
			t.Errorf("after a 429: %q", got)
		}
	})
}

func TestA429HalvesThePaceOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := newThrottle(target.Rate{})
		pace := func(n int) time.Duration {
			start := time.Now()
			for range n {
				if err := th.admit(t.Context(), false); err != nil {
					t.Fatal(err)
				}
			}
			return time.Since(start).Round(10 * time.Millisecond)
		}
		sent := time.Now()
		pace(40)
		time.Sleep(time.Millisecond)
		refused := answered(429, "Retry-After", "1")
		refused.Sent = sent
		for range 10 { // all of one burst
			th.obey(refused, "sendMessage")
		}
		time.Sleep(time.Second)
		if took := pace(41); took < 1900*time.Millisecond || took > 2*time.Second {
			t.Errorf("41 requests took %v, want about 2 s: 20 a second after 40", took)
		}
		for range 10 {
			time.Sleep(time.Millisecond)
			refused := answered(429, "Retry-After", "0")
			refused.Sent = refused.Answered
			th.obey(refused, "sendMessage")
		}
		if took := pace(11); took < 1800*time.Millisecond || took > 2300*time.Millisecond {
			t.Errorf("11 requests took %v, want about 2 s: no slower than %d a second", took, LeastPace)
		}
	})
}

func TestThePaceGrowsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 100 // requests the target takes in any second
		th := newThrottle(target.Rate{})
		var taken []time.Time
		refused := 0
		for start := time.Now(); time.Since(start) < time.Minute; {
			if err := th.admit(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			now := time.Now()
			for len(taken) > 0 && now.Sub(taken[0]) >= time.Second {
				taken = taken[1:]
			}
			if len(taken) < limit {
				taken = append(taken, now)
				time.Sleep(time.Millisecond)
				continue
			}
			refused++
			call := answered(429, "Retry-After", "1")
			call.Sent = now
			th.obey(call, "sendMessage")
		}
		if pace := th.limit(); pace < limit/3 || pace > limit*1.1 {
			t.Errorf("after a minute the pace is %.0f a second where %d are taken", pace, limit)
		}
		if refused > 10 {
			t.Errorf("%d requests of a minute were refused, want at most one in six seconds", refused)
		}
	})
}
