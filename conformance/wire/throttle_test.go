package wire

import (
	"context"
	"errors"
	"net/http"
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
		th.obey(answered(429, "Retry-After", "5"))
		th.obey(answered(429, "Retry-After", "2")) // does not shorten it
		if err := th.admit(t.Context(), true); err != nil || time.Since(start) > 0 {
			t.Errorf("a case with limits of its own was held for %v: %v", time.Since(start), err)
		}
		go func() { // extends it meanwhile
			time.Sleep(4 * time.Second)
			th.obey(answered(429, "Retry-After", "3"))
		}()
		if err := th.admit(t.Context(), false); err != nil || time.Since(start) != 7*time.Second {
			t.Errorf("held for %v, want 7 s: %v", time.Since(start), err)
		}
	})
}

func TestThrottleWithoutRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := newThrottle(target.Rate{})
		th.obey(answered(429))
		if d := time.Until(th.heldUntil()); d != unsaidHold {
			t.Errorf("held for %v, want %v", d, unsaidHold)
		}
	})
}

func TestThrottleEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := newThrottle(target.Rate{})
		th.obey(answered(429, "Retry-After", "3600"))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := th.admit(ctx, false); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error is %v", err)
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
			th.obey(refused)
		}
		time.Sleep(time.Second)
		if took := pace(41); took != 2*time.Second {
			t.Errorf("41 requests took %v, want 2 s: 20 a second after 40", took)
		}
		for range 10 {
			time.Sleep(time.Millisecond)
			refused := answered(429, "Retry-After", "0")
			refused.Sent = refused.Answered
			th.obey(refused)
		}
		if took := pace(11); took < 2*time.Second || took > 2300*time.Millisecond {
			t.Errorf("11 requests took %v, want about 2 s: no slower than %d a second", took, leastPace)
		}
	})
}
