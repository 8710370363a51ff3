package limit

import (
	"fmt"
	"time"
)

// outage is how many requests a queue still refuses, and what it tells them.
type outage struct {
	requests   int
	retryAfter time.Duration
}

// SetUnavailable makes the next requests to a queue fail; 0 requests ends it.
// It fails when MaxRules other queues are unavailable.
func (l *Limiter) SetUnavailable(queue string, requests int, retryAfter time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, replaces := l.unavailable[queue]; !replaces && len(l.unavailable) >= MaxRules {
		return fmt.Errorf("there are %d unavailable queues already", MaxRules)
	}
	l.leave(queue, outage{requests, retryAfter})
	return nil
}

// Unavailable reports whether a request to the queue is to be refused, and what
// Retry-After is then. It uses up one of the queue's outage.
func (l *Limiter) Unavailable(queue string) (retryAfter time.Duration, down bool) {
	if !l.downed.Load() {
		return 0, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	o, down := l.unavailable[queue]
	if down {
		l.leave(queue, outage{o.requests - 1, o.retryAfter})
	}
	return o.retryAfter, down
}

func (l *Limiter) leave(queue string, o outage) {
	if o.requests > 0 {
		l.unavailable[queue] = o
	} else {
		delete(l.unavailable, queue)
	}
	l.downed.Store(len(l.unavailable) > 0)
}
