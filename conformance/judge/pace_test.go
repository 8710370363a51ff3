package judge

import (
	"testing"
	"time"
)

func TestManyRequestsGetTheTimeThatTheyTake(t *testing.T) {
	for _, c := range []struct {
		requests  int
		roundTrip time.Duration
		want      time.Duration
	}{
		{requests: 0, roundTrip: time.Second, want: 0},
		{requests: 100, roundTrip: time.Millisecond, want: time.Second},
		{requests: 100, roundTrip: 200 * time.Millisecond, want: 40 * time.Second},
		{requests: 3000, roundTrip: 200 * time.Millisecond, want: time.Minute},
		{requests: 9000, roundTrip: 200 * time.Millisecond, want: 90 * time.Second},
	} {
		if got := (&Case{Requests: c.requests}).requested(c.roundTrip); got != c.want {
			t.Errorf("%d requests at a round trip of %s get %s; want %s", c.requests, c.roundTrip, got, c.want)
		}
	}
}
