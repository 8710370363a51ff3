package cases

import (
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/specs"
)

// receiveStampWoken holds the cases about what stamps say of messages for which
// a receive had to wait.
var receiveStampWoken = []*judge.Case{
	stampOfWokenLease,
}

// A lease begins no sooner than its message was sent: what the receive waited
// before that is no part of it.
var stampOfWokenLease = &judge.Case{
	Name:     "stamp-of-woken-lease",
	Title:    "visible_at is when the lease ends, also of a message that came while its receive waited: that wait is no part of the lease",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-RECV-13"}},
	Queues:   judge.Standard(),
	Waits:    2*short + time.Second,
	Requests: 10,
	Run: func(t *judge.T) {
		q := t.Queue()
		q.MustSend("there")
		there := q.MustLease(judge.For(long))
		p := q.Park(t.WaitBeyond(2*short), judge.For(long))
		t.Settle()
		t.Pause(2 * short) // which stamps of whole seconds show
		sent := q.MustSend("later")[0].Sent
		woken := mustBring(t, p)
		taken := woken.Call
		if taken.Sent.Before(sent) {
			taken.Sent = sent
		}
		mustLieApart(t, "visible_at", stamped{there.VisibleAt, there.Call, long}, stamped{woken.VisibleAt, taken, long})
	},
}
