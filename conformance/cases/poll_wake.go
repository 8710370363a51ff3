package cases

import (
	"fmt"
	"strconv"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/specs"
)

// pollWake holds the cases about what ends a wait.
var pollWake = []*judge.Case{
	sendWakes,
	releaseWakes,
	lapseWakes,
	shortenedLeaseWakes,
	endOfDelayWakes,
	acknowledgeOfGroupWakes,
}

// wakeTries is in how many tries a waiter must be woken in time once.
const wakeTries = 3

var sendWakes = &judge.Case{
	Name:  "send-wakes",
	Title: "a waiting receive answers as soon as a message is sent",
	Judges: judge.By{
		specs.Basaltic: {ID: "BQ-POLL-02"},
		specs.EZGH:     {ID: "EQ-POLL-02"},
	},
	Queues:   eachKind(),
	Waits:    2 * time.Second,
	Requests: 16,
	Run: func(t *judge.T) {
		t.Parallel(len(kinds), func(i int) {
			q := t.Queue(kinds[i])
			wait, tried := t.WaitBeyond(t.Tolerance().Wake), 0
			t.Soon(wakeTries, t.Tolerance().Wake, "a waiting receive to answer when a message is sent", func() judge.Sample {
				tried++
				return q.Wake(wait, func() time.Time {
					q.MustSendMessages(apart(q, fmt.Sprint("here ", tried)))
					return time.Now()
				})
			})
		})
	},
}

// comeBackWakes judges that a message which comes back while a receive waits is
// delivered to it: one of the queue that was leased for lease, and of which back
// gives the moment by which it was to come back.
func comeBackWakes(t *judge.T, q *judge.Queue, what string, limit, lease time.Duration, back func(*judge.Queue, judge.Lease) time.Time) {
	wait, tried := t.WaitBeyond(short+limit), 0
	t.Soon(wakeTries, limit, "a waiting receive to answer when "+what, func() judge.Sample {
		tried++
		q.MustSendMessages(apart(q, fmt.Sprint("back ", tried)))
		l := q.MustLease(judge.For(lease))
		return q.Wake(wait, func() time.Time { return back(q, l) })
	})
}

// apart is a message that no other holds back: on a FIFO queue it has a group
// of its own, named by its body.
func apart(q *judge.Queue, body string) target.Message {
	m := q.Message(body)
	if m.Group != "" {
		m.Group = body
	}
	return m
}

// releasedDuringWait is what the cases of releases judge.
var releasedDuringWait = judge.By{
	specs.Basaltic: {ID: "BQ-POLL-11"},
	specs.EZGH:     {ID: "EQ-POLL-05"},
}

var releaseWakes = &judge.Case{
	Name:     "release-wakes",
	Title:    "a message that is released while a receive waits is delivered to that receive, also after one that did not wait",
	Judges:   releasedDuringWait,
	Queues:   eachKind(),
	Waits:    2 * time.Second,
	Requests: 38,
	Run: func(t *judge.T) {
		t.Parallel(len(kinds), func(i int) {
			comeBackWakes(t, t.Queue(kinds[i]), "a message is released", t.Tolerance().Wake, long, func(q *judge.Queue, l judge.Lease) time.Time {
				q.MustReceive(judge.For(long))
				q.MustChangeVisibility(l, 0)
				return time.Now()
			})
		})
	},
}

// lapsedDuringWait is what the cases of lapses judge.
var lapsedDuringWait = judge.By{
	specs.Basaltic: {ID: "BQ-POLL-06"},
	specs.EZGH:     {ID: "EQ-POLL-05"},
}

var lapseWakes = &judge.Case{
	Name:     "lapse-wakes",
	Title:    "a message whose lease lapses while a receive waits is delivered to that receive",
	Judges:   lapsedDuringWait,
	Queues:   eachKind(),
	Waits:    short + time.Second,
	Requests: 32,
	Run: func(t *judge.T) {
		t.Parallel(len(kinds), func(i int) {
			comeBackWakes(t, t.Queue(kinds[i]), "a lease lapses", t.Tolerance().Late, short, func(_ *judge.Queue, l judge.Lease) time.Time {
				return l.Call.Answered.Add(short)
			})
		})
	},
}

var shortenedLeaseWakes = &judge.Case{
	Name:     "shortened-lease-wakes",
	Title:    "a message whose lease is shortened and lapses while a receive waits is delivered to that receive",
	Judges:   lapsedDuringWait,
	Queues:   eachKind(),
	Waits:    short + time.Second,
	Requests: 32,
	Run: func(t *judge.T) {
		t.Parallel(len(kinds), func(i int) {
			comeBackWakes(t, t.Queue(kinds[i]), "a shortened lease lapses", t.Tolerance().Late, long, func(q *judge.Queue, l judge.Lease) time.Time {
				q.MustChangeVisibility(l, short)
				return time.Now().Add(short)
			})
		})
	},
}

var endOfDelayWakes = &judge.Case{
	Name:     "end-of-delay-wakes",
	Title:    "a delayed message that becomes available while a receive waits is delivered to that receive",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-POLL-07"}},
	Queues:   judge.Standard(),
	Waits:    short + time.Second,
	Requests: 16,
	Run: func(t *judge.T) {
		q, wait := t.Queue(), t.WaitBeyond(short+t.Tolerance().Late)
		t.Soon(wakeTries, t.Tolerance().Late, "a waiting receive to answer when a message's delay ends", func() judge.Sample {
			return q.Wake(wait, func() time.Time {
				q.MustSendMessages(target.Message{Body: "later", Delay: short})
				return time.Now().Add(short)
			})
		})
	},
}

var acknowledgeOfGroupWakes = &judge.Case{
	Name:     "acknowledge-of-group-wakes",
	Title:    "a receive that waits while a group's message is in flight answers as soon as an acknowledge frees the group's next",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-POLL-02"}},
	Queues:   judge.FIFO(),
	Waits:    2 * time.Second,
	Requests: 20,
	Run: func(t *judge.T) {
		q, wait, tried := t.Queue(), t.WaitBeyond(t.Tolerance().Wake), 0
		t.Soon(wakeTries, t.Tolerance().Wake, "a waiting receive to answer when its group is freed", func() judge.Sample {
			tried++
			group := strconv.Itoa(tried)
			q.MustSendGroup(group, "first")
			first := q.MustLease(judge.For(long))
			q.MustSendGroup(group, "second")
			return q.Wake(wait, func() time.Time {
				q.MustAcknowledge(first)
				return time.Now()
			})
		})
	},
}
