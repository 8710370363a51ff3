package judge

import (
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// The pauses between the requests beside a poll that is due to be answered.
const (
	firstGlance = 50 * time.Millisecond
	mostGlance  = 200 * time.Millisecond
)

// glance makes a request that cannot wait, so that doubt knows how slow the
// target is now, also where the case runs alone. It asks for a queue that does
// not exist, since one on the poll's own queue might wake what sleeps there.
func (t *T) glance() {
	t.service.Open(uuid.NewString(), "", target.Standard).Describe(t.ctx)
}

// WatchedUntil is AnsweredBy for a poll that is due by now: it asks meanwhile how
// slow the target is. A prompt answer costs no request.
func (p *Poll) WatchedUntil(at time.Time) bool { return p.watched(time.Now(), at) }

// watched is WatchedUntil for a poll that is due at a moment.
func (p *Poll) watched(due, until time.Time) bool {
	pause := firstGlance
	for next := due.Add(pause); next.Before(until); next = time.Now().Add(pause) {
		if p.AnsweredBy(next) {
			return true
		}
		p.queue.t.glance()
		pause = min(2*pause, mostGlance)
	}
	return p.AnsweredBy(until)
}

// watchDue watches from when the poll is due until it is answered, or so late
// that no case takes it for timely.
func (p *Poll) watchDue(due time.Time) {
	p.watched(due, due.Add(p.queue.t.env.Tolerance.Late+apart))
}
