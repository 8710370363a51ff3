package pace_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/leasecheck/leasecheck/loadgen/pace"
)

var whole = pace.Share{Count: 1}

func moments(s *pace.Schedule) []time.Duration {
	var all []time.Duration
	for at, more := s.Next(); more; at, more = s.Next() {
		all = append(all, at)
	}
	return all
}

func TestEvenMomentsFollowTheShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := anyShape(t)
		length := time.Duration(rapid.IntRange(10, 3000).Draw(t, "length")) * time.Millisecond
		all := moments(pace.Even(shape, length, whole))
		if want := int(math.Ceil(shape.Due(length))); len(all) != want {
			t.Fatalf("%d moments, want %d", len(all), want)
		}
		for i, at := range all {
			// A microsecond is what the schedule resolves.
			early, late := shape.Due(at-2*time.Microsecond), shape.Due(at+2*time.Microsecond)
			if early > float64(i)+1e-6 || late < float64(i)-1e-6 {
				t.Fatalf("moment %d is at %s, when %g are due", i, at, shape.Due(at))
			}
		}
	})
}

func TestSharesMakeUpTheWhole(t *testing.T) {
	for name, schedule := range map[string]func(pace.Share) *pace.Schedule{
		"even": func(s pace.Share) *pace.Schedule {
			return pace.Even(pace.Ramp{From: 10, To: 200, Over: time.Second}, 2*time.Second, s)
		},
		"poisson": func(s pace.Share) *pace.Schedule {
			return pace.Poisson(pace.Constant(300), 2*time.Second, s, 7)
		},
	} {
		var parts []time.Duration
		for i := range 3 {
			parts = append(parts, moments(schedule(pace.Share{Index: i, Count: 3}))...)
		}
		slices.Sort(parts)
		if all := moments(schedule(whole)); !slices.Equal(all, parts) {
			t.Errorf("%s: three shares have %d moments, the whole has %d, or others", name, len(parts), len(all))
		}
	}
}

// What is divided is neither lost nor doubled, and divided evenly.
func TestSharesOfANumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, count := rapid.IntRange(0, 1_000_000).Draw(t, "n"), rapid.IntRange(0, 50).Draw(t, "count")
		sum := 0
		for i := range max(count, 1) {
			part := pace.Share{Index: i, Count: count}.Of(n)
			if even := n / max(count, 1); part < even || part > even+1 {
				t.Fatalf("share %d of %d has %d of %d", i, count, part, n)
			}
			sum += part
		}
		if sum != n {
			t.Fatalf("all %d shares have %d of %d", count, sum, n)
		}
	})
}

// Independent arrivals have exponential gaps: their mean and standard deviation
// are equal.
func TestPoissonArrivals(t *testing.T) {
	const rate = 1000.0
	all := moments(pace.Poisson(pace.Constant(rate), 100*time.Second, whole, 1))
	mean, square := 0.0, 0.0
	for i := 1; i < len(all); i++ {
		gap := (all[i] - all[i-1]).Seconds()
		mean += gap
		square += gap * gap
	}
	n := float64(len(all) - 1)
	mean /= n
	deviation := math.Sqrt(square/n - mean*mean)
	if math.Abs(mean*rate-1) > 0.02 || math.Abs(deviation*rate-1) > 0.03 {
		t.Errorf("gaps of %g s with a deviation of %g s, want %g for both", mean, deviation, 1/rate)
	}
	if again := moments(pace.Poisson(pace.Constant(rate), 100*time.Second, whole, 1)); !slices.Equal(all, again) {
		t.Error("the same seed gave other moments")
	}
}
