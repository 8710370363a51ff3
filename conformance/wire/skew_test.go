package wire

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// see lets s observe an answer of a server whose clock is ahead of ours.
func see(s *skew, ahead time.Duration) {
	now := time.Now()
	h := http.Header{"Date": {now.Add(ahead).UTC().Format(http.TimeFormat)}}
	s.observe(h, now.Add(-time.Millisecond), now.Add(time.Millisecond))
}

func TestSkewNarrowsBelowASecond(t *testing.T) {
	for _, ahead := range []time.Duration{0, 1300 * time.Millisecond, -90 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			var s skew
			for range 100 {
				time.Sleep(37 * time.Millisecond)
				see(&s, ahead)
			}
			if off := (s.found() - ahead).Abs(); off > 50*time.Millisecond {
				t.Errorf("a skew of %v is found as %v", ahead, s.found())
			}
			if off := s.now().Sub(time.Now().Add(ahead)).Abs(); off > 50*time.Millisecond {
				t.Errorf("the target's time is off by %v", off)
			}
		})
	}
}

func TestSkewFollowsAClockThatWasMoved(t *testing.T) {
	for _, test := range []struct {
		name         string
		ahead, after time.Duration // of the Date header, before and after the move
	}{
		{"the Date header follows", 0, time.Hour},
		{"the Date header stays", 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var s skew
				see(&s, test.ahead)
				s.move(time.Now().Add(time.Hour))
				time.Sleep(time.Second)
				see(&s, test.after)
				if off := time.Until(s.now()) - time.Hour; off.Abs() > time.Second {
					t.Errorf("after the move the target's time is off by %v", off)
				}
				if s.found().Abs() > time.Second {
					t.Errorf("the skew found before the move became %v", s.found())
				}
			})
		})
	}
}

func TestSkewIgnoresWhatIsNoDate(t *testing.T) {
	var s skew
	s.observe(http.Header{"Date": {"yesterday"}}, time.Now(), time.Now())
	s.observe(http.Header{}, time.Now(), time.Now())
	if s.known || s.found() != 0 {
		t.Errorf("skew is %v", s.found())
	}
}
