package cases

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/basaltic"
	"github.com/leasecheck/leasecheck/specs"
)

// keys holds the cases about Basaltic queues whose key is disabled. A queue's
// data key is used until its reuse period has passed since it was unwrapped: at
// some time between the queue's creation and the disabling of its key.
var keys = slices.Concat(
	[]*judge.Case{dataKeyIsKept},
	dataKeyIsKeptForHalf,
	lostKeyLeasesNothing,
	[]*judge.Case{secondLossLeasesNothing},
	foundKeyBringsAllBack,
	messagesKeepTheirKey,
)

// newKey makes an enabled key and gives its name.
func newKey(t *judge.T) string {
	name := t.QueueName(target.Standard)
	setKey(t, name, true)
	return name
}

func setKey(t *judge.T, name string, enabled bool) target.Call {
	return t.MustControl(t.Control().SetKey(t.Context(), name, enabled))
}

// sealedQueue is a queue with a key of its own.
type sealedQueue struct {
	*judge.Queue
	t   *judge.T
	key string
	// reuse is its data key's period.
	reuse time.Duration
	// made is when its making began, before which no data key was unwrapped.
	made time.Time
	// disabled is when its key certainly was, after which none was.
	disabled time.Time
}

// sealed makes a queue with the shortest reuse period that the target allows.
// A lease that nobody asked for would show for as long as a case takes.
func sealed(t *judge.T) *sealedQueue {
	s := &sealedQueue{t: t, key: newKey(t), made: time.Now()}
	s.Queue, s.reuse = shortest(t, "uses its data key", func(d time.Duration) target.Settings {
		return target.Settings{Kind: target.Standard, Key: s.key, DataKeyReuse: d, Visibility: longestLease}
	})
	return s
}

// disable disables the queue's key.
func (s *sealedQueue) disable() { s.disabled = setKey(s.t, s.key, false).Answered }

// outlive lets the reuse period pass.
func (s *sealedQueue) outlive(pass passing) {
	pass(s.t, s.reuse+s.t.Tolerance().Late-time.Since(s.disabled))
}

// enable enables the queue's key again and returns once the queue takes a
// message, which has the body. Where that takes longer than the tolerance it
// ends the case by end.
func (s *sealedQueue) enable(body string, end func(format string, args ...any)) {
	enabled := setKey(s.t, s.key, true).Answered
	for {
		o := s.Send(target.Message{Body: body})
		if o.Class == target.OK {
			return
		}
		if o.Sent.Sub(enabled) > s.t.Tolerance().Late {
			end("expected the queue to take messages once its key is enabled again, observed %s, %s later", judge.Describe(o.Outcome), o.Sent.Sub(enabled))
		}
		s.t.Pause(50 * time.Millisecond)
	}
}

// within ends the case inconclusive when the reuse period may be over, counted
// from the queue's making, though it was not to be; moved is how far the
// target's clock was.
func (s *sealedQueue) within(moved time.Duration) {
	if age := time.Since(s.made) + moved; age >= s.reuse-s.t.Tolerance().Early {
		s.t.Inconclusivef("the queue is %s old, and its data key may be used for %s", age, s.reuse)
	}
}

// keptAlive is what the cases about the time within the period judge.
var keptAlive = judge.By{specs.Basaltic: {ID: "BQ-KMS-02"}}

// mustGoOn fails unless the queue takes and gives messages though its key is disabled.
func (s *sealedQueue) mustGoOn(moved time.Duration) {
	t := s.t
	for _, body := range numbered("since", 3) {
		sent := s.Send(target.Message{Body: body})
		s.within(moved)
		t.Expect(sent).To(judge.Be(target.OK), "a send within the reuse period")
	}
	for left := 4; left > 0; {
		got := s.Receive(judge.Max(10))
		s.within(moved)
		t.Expect(got).To(judge.Be(target.OK), "a receive within the reuse period")
		left -= len(got.Deliveries)
		t.Pause(20 * time.Millisecond)
	}
}

var dataKeyIsKept = &judge.Case{
	Name:     "data-key-is-kept",
	Title:    "sends and receives go on right after the queue's key was disabled, within the reuse period of its data key",
	Judges:   keptAlive,
	Needs:    []judge.Need{judge.NeedKMS, judge.NeedOwnQueues},
	Requests: 25,
	Run: func(t *judge.T) {
		s := &sealedQueue{t: t, key: newKey(t), made: time.Now()}
		var o target.Outcome
		s.Queue, o = t.MakeQueue(target.Settings{Kind: target.Standard, Key: s.key})
		mustPrepare(t, "the creation of a queue with a key of its own", o)
		s.reuse = described(t, s.Ref()).Attributes.DataKeyReuse.Seconds()
		s.MustSend("before")
		s.disable()
		s.mustGoOn(0)
	},
}

var dataKeyIsKeptForHalf = byClockAndInTime(judge.Case{
	Name:     "data-key-is-kept-for-half",
	Title:    "sends and receives go on for half the reuse period after the queue's key was disabled",
	Judges:   keptAlive,
	Needs:    []judge.Need{judge.NeedKMS, judge.NeedOwnQueues},
	Requests: 25,
}, 155*time.Second, func(t *judge.T, pass passing) {
	s := sealed(t)
	s.MustSend("before")
	s.disable()
	s.mustGoOn(pass(t, s.reuse/2))
})

// Every receive must be refused, also those that have nothing to open, since
// the queue's data key cannot be unwrapped.
var lostKeyLeasesNothing = byClockAndInTime(judge.Case{
	Name:     "lost-key-leases-nothing",
	Title:    "with its key disabled a queue answers receives 409 once the data key reuse period has passed, and leases nothing",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-KMS-01"}},
	Needs:    []judge.Need{judge.NeedKMS, judge.NeedOwnQueues},
	Requests: 45,
}, 5*time.Minute+5*time.Second, func(t *judge.T, pass passing) {
	s := sealed(t)
	bodies := numbered("sealed", 3)
	s.MustSend(bodies...)
	s.disable()
	s.outlive(pass)
	for i, most := range []int{1, 10, 1, 10} {
		call := sendReceive(t, s.Queue, wire.Raw(fmt.Sprintf(`{"max_messages":%d,"wait_time_seconds":%d}`, most, i/2)))
		t.Expect(call).To(judge.HaveStatus(409), "a receive whose key is disabled")
	}
	t.Recordf("a send whose key is disabled: status %d", s.Send(target.Message{Body: "unsealed"}).Status)
	s.enable("fresh", t.Inconclusivef)
	leases := s.AllDelivered("its key is enabled again, and no receive had leased it", append(bodies, "fresh")...)
	fresh := leases[len(leases)-1]
	for _, l := range leases {
		if l.ReceiveCount != fresh.ReceiveCount {
			t.Decide(l.Call.Exchange, fresh.Call.Exchange)
			t.Failf("expected the first delivery of message %q to count %d as that of a fresh message does, since receives that answered 409 lease nothing; observed %d",
				l.Body, fresh.ReceiveCount, l.ReceiveCount)
		}
	}
})

// In time it would take twice as long as the longest of the others.
var secondLossLeasesNothing = &judge.Case{
	Name:     "second-loss-leases-nothing",
	Title:    "a queue whose key was disabled, enabled and disabled again answers receives 409 once the data key reuse period has passed, as the first time",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-KMS-01"}},
	Needs:    []judge.Need{judge.NeedClock, judge.NeedKMS, judge.NeedOwnQueues},
	Alone:    true,
	Requests: 45,
	Run: func(t *judge.T) {
		s := sealed(t)
		s.MustSend("sealed")
		for i := range 2 {
			s.disable()
			s.outlive(byClock)
			call := sendReceive(t, s.Queue, wire.Raw(`{"max_messages":1}`))
			t.Expect(call).To(judge.HaveStatus(409), "a receive whose key is disabled, loss %d", i+1)
			s.enable("fresh", t.Inconclusivef)
		}
		s.AllDelivered("its key is enabled again, and no receive had leased it", "sealed")
	},
}

var foundKeyBringsAllBack = byClockAndInTime(judge.Case{
	Name:     "found-key-brings-all-back",
	Title:    "once a queue's key is enabled again every message is there as it was sent, whether it was available or in flight when the key was lost",
	Judges:   judge.By{specs.Basaltic: {ID: "BQ-KMS-03"}},
	Needs:    []judge.Need{judge.NeedKMS, judge.NeedOwnQueues},
	Requests: 60,
}, 5*time.Minute+5*time.Second, func(t *judge.T, pass passing) {
	s, bodies := sealed(t), numbered("available", 5)
	s.MustSend(numbered("held", 3)...)
	held := s.MustLeases(3, judge.For(longestLease))
	s.MustSend(bodies...)
	s.disable()
	s.outlive(pass)
	for range 4 {
		s.Receive(judge.Max(10), judge.For(0))
	}
	s.enable("fresh", t.Failf)
	s.AllDelivered("its key is enabled again", bodies...)
	for _, l := range held {
		t.Expect(s.Acknowledge(l.Handle)).To(judge.Be(target.OK), "a delete of what was in flight when the key was lost")
	}
})

// While the first key is disabled a receive may open what the second one sealed
// or be refused; what the first one sealed it cannot open.
var messagesKeepTheirKey = byClockAndInTime(judge.Case{
	Name:     "messages-keep-their-key",
	Title:    "messages sent before an update of kms_key keep the key that sealed them: without it they are not delivered, and with it they are",
	Judges:   updating,
	Needs:    []judge.Need{judge.NeedKMS, judge.NeedOwnQueues},
	Requests: 45,
}, 5*time.Minute+5*time.Second, func(t *judge.T, pass passing) {
	s := sealed(t)
	s.MustSend("sealed 1", "sealed 2")
	_, o := update(t, s.Ref(), map[string]any{"kms_key": nil})
	t.Expect(o).To(judge.Be(target.OK))
	s.disable()
	s.outlive(pass)
	s.MustSend("of the platform's key")
	for range sureReceives {
		for _, d := range s.Receive(judge.Max(10), judge.For(longestLease)).Deliveries {
			if strings.HasPrefix(d.Body, "sealed") {
				t.Decide(d.Call.Exchange)
				t.Failf("expected message %q not to be delivered while the key that sealed it is disabled, observed it in exchange %d", d.Body, d.Call.Exchange)
			}
		}
	}
	enabled := setKey(t, s.key, true).Answered
	for !allOpened(peeked(t, s.Queue)) && time.Since(enabled) < t.Tolerance().Late {
		t.Pause(50 * time.Millisecond)
	}
	s.AllDelivered("the key that sealed it is enabled again", "sealed 1", "sealed 2")
})

// allOpened says whether a peek shows all bodies: one that cannot be decrypted
// is left out.
func allOpened(messages []basaltic.Peeked) bool {
	return !slices.ContainsFunc(messages, func(m basaltic.Peeked) bool { return m.Body == nil })
}
