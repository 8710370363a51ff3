package pace

import (
	"math/rand/v2"
	"time"
)

// Schedule is the moments at which something is due, as offsets from its start.
// It is drawn from once and not safe for concurrent use.
type Schedule struct {
	shape Shape
	// length ends the schedule, and total is what is due by then.
	length time.Duration
	total  float64
	share  Share
	random *rand.Rand // nil for even arrivals
	// drawn counts the moments of all shares; due is how much the last one makes due.
	drawn int
	due   float64
}

// Share is the part of a schedule that one of several processes keeps: every
// Count-th moment, from Index on. All shares together are the whole.
type Share struct{ Index, Count int }

// Of is how many of n the share has. All shares together have n.
func (s Share) Of(n int) int {
	count := max(s.Count, 1)
	return n*(s.Index+1)/count - n*s.Index/count
}

// Even gives moments as far apart as the shape's rate asks for.
func Even(s Shape, length time.Duration, share Share) *Schedule {
	share.Count = max(share.Count, 1)
	return &Schedule{shape: s, length: length, total: s.Due(length), share: share}
}

// Poisson gives the moments of independent arrivals, whose rate is the shape's.
// The same seed gives the same moments.
func Poisson(s Shape, length time.Duration, share Share, seed uint64) *Schedule {
	sched := Even(s, length, share)
	sched.random = rand.New(rand.NewPCG(seed, 0))
	return sched
}

// Next is the next moment of the share, and false when there are no more.
func (s *Schedule) Next() (time.Duration, bool) {
	for {
		index := s.drawn
		s.drawn++
		if s.random == nil {
			s.due = float64(index)
		} else {
			s.due += s.random.ExpFloat64()
		}
		if s.due >= s.total {
			return 0, false
		}
		if index%s.share.Count == s.share.Index {
			return moment(s.shape, s.due, s.length), true
		}
	}
}

// moment finds when so much is due, to a microsecond, within a length. It is
// the same moment for whoever asks, so that shares make up the whole.
func moment(s Shape, due float64, length time.Duration) time.Duration {
	if c, constant := s.(Constant); constant {
		return time.Duration(due / float64(c) * float64(time.Second))
	}
	from, to := time.Duration(0), length
	for to-from > time.Microsecond {
		middle := from + (to-from)/2
		if s.Due(middle) < due {
			from = middle
		} else {
			to = middle
		}
	}
	return to
}
