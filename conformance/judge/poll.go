package judge

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// parkTime is what a receive gets to arrive and park, beside two round trips.
const parkTime = 250 * time.Millisecond

// emptyTries is how often an empty wait must end late to be called late.
const emptyTries = 3

// Poll is a receive that waits at the target while its case goes on.
type Poll struct {
	// Wait is how long it asks to wait, by itself or by the queue's setting.
	Wait time.Duration

	queue   *Queue
	request target.Receive
	leave   context.CancelFunc
	// parked is when it was about to be sent.
	parked time.Time
	done   chan struct{}
	// got and leases are written before done is closed.
	got    target.Received
	leases []Lease
}

// Park sends a receive that waits, and does not wait for its answer.
func (q *Queue) Park(wait time.Duration, options ...ReceiveOption) *Poll {
	return q.park(receive(append([]ReceiveOption{Wait(wait)}, options...)))
}

// ParkByQueue sends a receive that names no wait, at a queue that was updated to
// wait that long.
func (q *Queue) ParkByQueue(wait time.Duration, options ...ReceiveOption) *Poll {
	later := *q
	later.settings.ReceiveWait = wait
	return later.Park(0, append([]ReceiveOption{DefaultWait()}, options...)...)
}

func (q *Queue) park(r target.Receive) *Poll {
	ctx, leave := context.WithCancel(q.t.ctx)
	p := &Poll{Wait: q.settings.ReceiveWait, queue: q, request: r, leave: leave, parked: time.Now(), done: make(chan struct{})}
	if r.Wait != nil {
		p.Wait = *r.Wait
	}
	go func() {
		defer close(p.done)
		defer leave()
		p.got = q.Queue.Receive(ctx, r)
		p.leases = q.leases(p.got, r)
	}()
	return p
}

// ParkMany sends n such receives.
func (q *Queue) ParkMany(n int, wait time.Duration, options ...ReceiveOption) []*Poll {
	polls := make([]*Poll, n)
	for i := range polls {
		polls[i] = q.Park(wait, options...)
	}
	return polls
}

// Settle gives receives that were just sent the time to arrive and park. There
// is no proof that they have: a case must not fail a target where they have not.
func (t *T) Settle() {
	t.Pause(parkTime + 2*t.RoundTrip())
}

// RoundTrip is the median of what requests that do not wait have taken in this run.
func (t *T) RoundTrip() time.Duration { return t.env.Client.RoundTrip() }

// Answer is the poll's answer. It fails the case when the target holds it back
// well beyond the wait although it answers other requests.
func (p *Poll) Answer() target.Received {
	p.wait(func(observed string) { p.queue.t.Failf("%s", observed) })
	return p.got
}

// MustAnswer is Answer for a poll that only prepares.
func (p *Poll) MustAnswer() target.Received {
	p.wait(func(observed string) { p.queue.t.blocked(stepWait, observed) })
	return p.got
}

// MustReceive is what the poll brought, which may be nothing. It must have been
// answered well.
func (p *Poll) MustReceive() []Lease {
	p.queue.t.mustBeOK(stepReceive, "receive", p.MustAnswer().Outcome)
	return p.leases
}

// AnsweredBy waits for the answer until a moment and reports whether it came.
func (p *Poll) AnsweredBy(at time.Time) bool {
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-p.done:
		return true
	case <-timer.C:
		return false
	}
}

// Took is how long the poll was held back. It may be called once it was answered.
func (p *Poll) Took() time.Duration { return duration(p.got.Call) }

// WaitedThrough reports whether the poll, which was answered, was sent before
// from and answered after until.
func (p *Poll) WaitedThrough(from, until time.Time) bool {
	return p.got.Sent.Before(from) && p.got.Answered.After(until)
}

// Leave ends the poll as a client does that goes away: it closes the connection.
func (p *Poll) Leave() {
	p.leave()
	<-p.done
}

// wait waits for the answer. What got none is a hang where a simple request is
// answered meanwhile, and else no evidence against the target.
func (p *Poll) wait(hung func(observed string)) {
	<-p.done
	t, took := p.queue.t, duration(p.got.Call)
	if p.got.Class != target.Unanswered || t.ctx.Err() != nil || took <= p.Wait+t.env.Tolerance.Late+apart {
		t.answered(p.got.Outcome)
		return
	}
	_, simple := p.queue.Queue.Describe(t.ctx)
	t.Decide(p.got.Exchange, simple.Exchange)
	if simple.Class == target.Unanswered || duration(simple.Call) > t.env.Tolerance.Late {
		t.Inconclusivef("a receive that may wait %s had no answer after %s, but neither is the target well: %s after %s",
			p.Wait, took, Describe(simple), duration(simple.Call))
	}
	hung(fmt.Sprintf("expected an answer to a receive that may wait %s, by %s; observed none after %s, while another request was answered in %s",
		p.Wait, p.Wait+t.env.Tolerance.Late, took, simple.Answered.Sub(simple.Sent).Round(10*time.Microsecond)))
}

// EndsEmpty fails unless the poll is answered with no message, not before least
// has passed and by its wait plus the tolerance. What came late is asked for
// again as often as the case's time allows: any machine stalls now and then.
func (p *Poll) EndsEmpty(least time.Duration) {
	t := p.queue.t
	var late []string
	var doubted string
	for next := p; next != nil; next = next.again(len(late)) {
		lasted, doubt := next.emptyAfter(least)
		most := p.Wait + t.env.Tolerance.Late
		if lasted <= most {
			return
		}
		late = append(late, lasted.String())
		if lasted <= most+doubt.most() {
			doubted = doubt.String()
		}
	}
	observed := strings.Join(late, ", ")
	if doubted != "" {
		t.Inconclusivef("a receive that waits %s ended after %s, while %s", p.Wait, observed, doubted)
	}
	t.Failf("expected a receive that waits %s to end empty within %s, observed its answer after %s",
		p.Wait, p.Wait+t.env.Tolerance.Late, observed)
}

// again parks the same receive once more, unless there were enough tries or no
// time is left for one.
func (p *Poll) again(tries int) *Poll {
	deadline, _ := p.queue.t.ctx.Deadline()
	if tries >= emptyTries || time.Until(deadline) < p.Wait+2*p.queue.t.env.Tolerance.Late {
		return nil
	}
	return p.queue.park(p.request)
}

// emptyAfter is how long the poll lasted, which must end empty and not before
// least has passed. It looks how slow the target is at the two moments at which
// that makes the poll last longer.
func (p *Poll) emptyAfter(least time.Duration) (time.Duration, doubt) {
	p.queue.t.glance()
	p.watchDue(p.parked.Add(p.Wait))
	got, t := p.Answer(), p.queue.t
	t.Decide(got.Exchange)
	t.mustBeOK(stepReceive, "receive", got.Outcome)
	lasted := duration(got.Call)
	if len(got.Deliveries) > 0 {
		t.Failf("expected no message from an empty queue, observed %s", name(got.Deliveries[0]))
	}
	if lasted < least {
		t.Failf("expected a receive that waits %s to end empty after %s at the earliest, observed its answer after %s",
			p.Wait, least, lasted)
	}
	return lasted, t.doubt(got.Sent)
}

// Sample is how long after due, or after its own sending if that was later, the
// poll brought a message.
func (p *Poll) Sample(due time.Time) Sample {
	p.watchDue(later(due, p.parked))
	got := p.Answer()
	p.queue.t.mustBeOK(stepReceive, "receive", got.Outcome)
	s := Sample{Took: got.Answered.Sub(later(due, got.Sent)), Exchange: got.Exchange}
	if len(p.leases) == 0 {
		s.Missed = fmt.Sprintf("an empty answer after %s", duration(got.Call))
	}
	return s
}

// Wake parks a receive that waits, calls cause once it is parked, and samples
// the time from the moment that cause returns until a message comes. When none
// comes, the one that cause made available is taken off the queue.
func (q *Queue) Wake(wait time.Duration, cause func() time.Time) Sample {
	p := q.Park(wait, For(keep))
	q.t.Settle()
	due := cause()
	s := p.Sample(due)
	if s.Missed != "" {
		q.t.WaitUntil(due.Add(q.t.env.Tolerance.Late))
		q.MustLease(For(keep))
	}
	return s
}

// duration is how long a call took, to the millisecond below.
func duration(c target.Call) time.Duration {
	return c.Answered.Sub(c.Sent).Truncate(time.Millisecond)
}
