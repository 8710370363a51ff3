package scenario

import (
	"testing"
	"time"

	"github.com/leasecheck/leasecheck/loadgen/result"
)

// A search doubles until a rate fails, and then halves the gap.
func TestSearchFindsTheHighestRate(t *testing.T) {
	for _, c := range []struct {
		holds, to float64
		tries     int
	}{{1700, 100_000, 9}, {100_000, 8000, 6}, {50, 8000, 9}, {0, 8000, 6}} {
		s := Search{From: 250, To: c.to, Within: 0.05}
		held, failed, tries := 0.0, 0.0, 0
		for rate := s.From; rate > 0; rate = s.next(held, failed) {
			if tries++; tries > 30 {
				t.Fatal("it does not end")
			}
			if rate <= c.holds {
				held = rate
			} else {
				failed = rate
			}
		}
		want := min(c.holds, c.to)
		if held > want || held < 0.9*want && failed != 0 && held != 0 || tries > c.tries {
			t.Errorf("found %g of %g after %d tries", held, want, tries)
		}
	}
}

func TestBreachesOfTheObjective(t *testing.T) {
	s := Search{P99: Duration{100 * time.Millisecond}, ErrorShare: 0.01}
	for name, c := range map[string]struct {
		window result.Sample
		holds  bool
	}{
		"fine":            {result.Sample{SendAsked: 1000, DurationSeconds: 1, FromScheduleP99: 0.09, Errors: 10}, true},
		"slow":            {result.Sample{SendAsked: 1000, DurationSeconds: 1, FromScheduleP99: 0.11}, false},
		"too many errors": {result.Sample{SendAsked: 1000, DurationSeconds: 1, Errors: 11}, false},
	} {
		if reason := s.breach(c.window); (reason == "") != c.holds {
			t.Errorf("%s: %q", name, reason)
		}
	}
}
