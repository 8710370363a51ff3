package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/probe"
	"github.com/leasecheck/leasecheck/conformance/wire"
)

const (
	// deadRequests without an answer, over at least deadTime, are a target that has
	// gone away: whatever a case waits for, other requests are answered meanwhile.
	deadRequests = 8
	deadTime     = 20 * time.Second
	// returnTime is how long a target may take to answer again, and returnPause is
	// between two requests that ask.
	returnTime  = 5 * time.Second
	returnPause = 500 * time.Millisecond
	// mostHeld is how long a target may put the suite off in all.
	mostHeld = 100 * time.Second
	// watchEvery is how often the target is looked at.
	watchEvery = 250 * time.Millisecond
)

// stopped is why a run ended before its last case, by nobody's wish.
type stopped struct{ why string }

func (e *stopped) Error() string { return e.why }

// errFirstFailure is why a run ended that was to end at the first failure.
var errFirstFailure = errors.New("not judged: the run was to end at the first failure")

// watch ends a run whose target stopped answering, or keeps putting it off:
// else each case that is left would wait for its own deadline.
func (s *schedule) watch(ctx context.Context) {
	var held time.Duration
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		ahead := time.Until(s.env.Client.HeldUntil())
		if ahead > 0 {
			held += watchEvery
		}
		if why := gone(s.env.Client.Silence()); why != "" {
			s.stop(&stopped{why})
			return
		}
		if why := keepsOff(held, ahead); why != "" {
			s.putOff(&stopped{why})
		}
	}
}

// gone says why there is no sense in going on with a target that is silent so.
func gone(s wire.Silence) string {
	if s.Requests < deadRequests || time.Since(s.Since) < deadTime {
		return ""
	}
	return silent(s)
}

// keepsOff says why there is no sense in going on with a target that has put
// the suite off for held in all, and now does so for ahead more.
func keepsOff(held, ahead time.Duration) string {
	if held+max(ahead, 0) <= mostHeld {
		return ""
	}
	return fmt.Sprintf("the target keeps putting the suite off with 429 and Retry-After, for more than %s in all: "+
		"lift its rate limit, or keep below it with rate.requests_per_second", mostHeld)
}

func silent(s wire.Silence) string {
	return fmt.Sprintf("the target stopped answering: %d requests in the last %s, the last of them: %v",
		s.Requests, time.Since(s.Since).Round(time.Second), s.Last)
}

// awaitReturn ends a run whose target answered none of the latest requests and
// does not come back soon. One that restarts may.
func (s *schedule) awaitReturn(ctx context.Context) {
	if s.env.Client.Silence().Requests < deadRequests {
		return
	}
	session := s.env.Client.Session(wire.SessionOptions{Name: "return"})
	defer session.Close()
	soon, cancel := context.WithTimeout(ctx, returnTime)
	defer cancel()
	for soon.Err() == nil {
		if call := probe.Unknown(soon, session, wire.Full); call.Err == nil {
			return
		}
		select {
		case <-time.After(returnPause):
		case <-soon.Done():
		}
	}
	if ctx.Err() == nil {
		s.stop(&stopped{silent(s.env.Client.Silence())})
	}
}
