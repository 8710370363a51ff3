package cases

import (
	"fmt"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// pollCrowd holds the cases about many receives that wait, of which each
// message is for one.
var pollCrowd = []*judge.Case{
	oneMessageOneWaiter,
	onFIFO(oneMessageOneWaiter),
	othersWaitOn,
	onFIFO(othersWaitOn),
}

const (
	// crowd is how many receives wait at once.
	crowd = 32
	// crowdWait is how long they wait when each message is for one of them.
	crowdWait = 3 * time.Second
	// crowdMessages is how many messages come to the crowd, one after the other: so
	// few that most of the crowd gets none, however many of it were late to park.
	crowdMessages = 6
	// fewMessages is how many answers without a message, where one was there, prove nothing.
	fewMessages = 3
)

var oneMessageOneWaiter = &judge.Case{
	Name:  "one-message-one-waiter",
	Title: "when many receives wait and one message is sent, exactly one of them gets it",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-08"},
		specs.EZGH:     {ID: "EQ-POLL-06"},
	},
	Queues:   judge.Standard(),
	Waits:    crowdWait,
	Requests: 45,
	Run: func(t *judge.T) {
		polls, sent := crowdGets(t)
		got := brought(polls)
		for body, s := range sent {
			until := s.Answered.Add(t.Tolerance().Late)
			waiting := countPolls(polls, func(p *judge.Poll) bool { return p.WaitedThrough(s.Sent, until) })
			switch leases := got[body]; {
			case len(leases) > 1:
				t.Failf("expected one of %d waiting receives to get message %q, observed it in exchanges %d and %d",
					crowd, body, leases[0].Call.Exchange, leases[1].Call.Exchange)
			case len(leases) == 0 && waiting > 0:
				t.Failf("expected one of %d waiting receives to get message %q, observed none with it, and %d that waited on for more than %s after it was sent",
					crowd, body, waiting, t.Tolerance().Late)
			}
		}
	},
}

var othersWaitOn = &judge.Case{
	Name:  "others-wait-on",
	Title: "when many receives wait and one of them gets the only message, the others wait on",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-14"},
		specs.EZGH:     {ID: "EQ-POLL-06"},
	},
	Queues:   judge.Standard(),
	Waits:    crowdWait,
	Requests: 45,
	Run: func(t *judge.T) {
		polls, sent := crowdGets(t)
		early := countPolls(polls, func(p *judge.Poll) bool {
			return len(p.MustReceive()) == 0 && p.Took() < p.Wait/2
		})
		// A receive may answer none of what is available now and then, but not with
		// every message.
		if early >= max(len(sent), fewMessages) {
			t.Failf("expected receives that got none of %d messages to wait on, observed %d that answered empty within %s, half of their wait",
				len(sent), early, crowdWait/2)
		}
	},
}

// crowdGets parks a crowd and sends it messages, one after the other, well
// before half of its wait is over. It gives the sends by body when all polls
// have been answered.
func crowdGets(t *judge.T) ([]*judge.Poll, map[string]target.Sent) {
	q, begun := t.Queue(), time.Now()
	polls := q.ParkMany(crowd, crowdWait, judge.For(long))
	t.Settle()
	sent := map[string]target.Sent{}
	for len(sent) < crowdMessages && time.Since(begun) < crowdWait*2/5 {
		body := fmt.Sprint("for-one-", len(sent))
		sent[body] = sendApart(q, body)[0]
		t.Pause(20 * time.Millisecond)
	}
	if len(sent) == 0 {
		t.Inconclusivef("%d receives were on their way for %s before the suite could send a message", crowd, time.Since(begun))
	}
	for _, p := range polls {
		p.MustReceive()
	}
	return polls, sent
}

// brought gives the leases that polls took, by body.
func brought(polls []*judge.Poll) map[string][]judge.Lease {
	got := map[string][]judge.Lease{}
	for _, p := range polls {
		for _, l := range p.MustReceive() {
			got[l.Body] = append(got[l.Body], l)
		}
	}
	return got
}

func countPolls(polls []*judge.Poll, is func(*judge.Poll) bool) int {
	n := 0
	for _, p := range polls {
		if is(p) {
			n++
		}
	}
	return n
}
