package judge

import (
	"fmt"
	"time"
)

// doubt is by how much an answer may have come late that tells nothing of what
// is judged: a machine that is short of time holds back whatever comes through it.
type doubt struct {
	// lag is the suite's own largest scheduling lag.
	lag time.Duration
	// slowest is the longest that the target took for a request of an operation
	// that cannot wait.
	slowest time.Duration
}

// doubt is what was seen since a moment.
func (t *T) doubt(since time.Time) doubt {
	return doubt{lag: t.env.Client.LagSince(since), slowest: t.env.Client.SlowestSince(since)}
}

// most is twice the larger of the two: a request that waits meets them on its
// arrival and once more when its wait ends.
func (d doubt) most() time.Duration { return 2 * max(d.lag, d.slowest) }

func (d doubt) String() string {
	if d.lag >= d.slowest {
		return fmt.Sprintf("the suite itself lagged by up to %s, which a receive that waits meets twice", d.lag.Round(time.Millisecond))
	}
	return fmt.Sprintf("requests that cannot wait took up to %s, which a receive that waits meets twice", d.slowest.Round(time.Millisecond))
}
