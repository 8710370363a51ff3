package judge

import (
	"math"
	"time"
)

const (
	// CasePace is how many requests a second a case gets at the least, where the
	// suite keeps a pace: fewer cases overlap then.
	CasePace = 4
	// usualRequests is about how many requests a case makes that does not say.
	usualRequests = 12
	// patiencePerRequest is added to the time of cases that make many requests, and
	// twice the round trip where that is longer, but mostFarPatience in all.
	patiencePerRequest = 10 * time.Millisecond
	mostFarPatience    = time.Minute
)

// TimeLimit is how long the case may take before its teardown, by the median round
// trip and the suite's pace in requests a second.
func (c *Case) TimeLimit(roundTrip time.Duration, pace float64) time.Duration {
	return c.Waits + patience + c.requested(roundTrip) + c.paced(pace)
}

// Expected is about how many requests the case makes, queues included.
func (c *Case) Expected() int { return max(c.Requests, usualRequests) }

// paced is how much longer a case may take when the suite keeps to pace requests
// a second.
func (c *Case) paced(pace float64) time.Duration {
	if math.IsInf(pace, 1) {
		return 0
	}
	return time.Duration(float64(c.Expected()) / min(pace, CasePace) * float64(time.Second))
}

// requested is how much longer the case may take for its many requests, which
// may follow each other, by the median round trip.
func (c *Case) requested(roundTrip time.Duration) time.Duration {
	n := time.Duration(c.Requests)
	return max(n*patiencePerRequest, min(2*n*roundTrip, mostFarPatience))
}
