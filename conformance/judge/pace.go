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
)

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
