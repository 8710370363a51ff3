package wire

import (
	"net/http"
	"sync"
	"time"
)

// skew bounds how far the target's clock is ahead of ours. Its Date headers
// are whole seconds, so each exchange only bounds it; together they narrow it
// to far less than a second.
type skew struct {
	mu            sync.Mutex
	known         bool
	lowest, upper time.Duration
	// moved says that the control API moved the target's clock; it then was
	// floor ahead of ours, and never falls behind that again.
	moved bool
	floor time.Duration
	// before is the skew as it was found, before the clock was moved.
	before time.Duration
}

// dateSlack is what a Date header may lag behind the clock that it was taken from.
const dateSlack = 2 * time.Second

// observe narrows the bounds by an answer's Date header. Bounds that
// contradict the earlier ones replace them: the clock was set.
func (s *skew) observe(h http.Header, sent, answered time.Time) {
	text := h.Get("Date")
	if text == "" {
		return
	}
	date, err := http.ParseTime(text)
	if err != nil {
		return
	}
	lowest, upper := date.Sub(answered), date.Add(time.Second).Sub(sent)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moved && upper < s.floor-dateSlack {
		return // a Date that does not follow the clock the target works by
	}
	if s.known && lowest <= s.upper && upper >= s.lowest {
		lowest, upper = max(lowest, s.lowest), min(upper, s.upper)
	}
	s.known, s.lowest, s.upper = true, lowest, upper
}

// move notes that the control API set the target's clock to now.
func (s *skew) move(now time.Time) {
	ahead := time.Until(now)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.moved {
		s.before = s.middle()
	}
	s.known, s.lowest, s.upper = true, ahead, ahead
	s.moved, s.floor = true, ahead
}

func (s *skew) middle() time.Duration { return (s.lowest + s.upper) / 2 }

// now estimates the target's clock.
func (s *skew) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Add(s.middle())
}

// found is the skew before anybody moved the target's clock.
func (s *skew) found() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moved {
		return s.before
	}
	return s.middle()
}
