package cases

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/leasecheck/leasecheck/conformance/judge"
	"github.com/leasecheck/leasecheck/conformance/target"
	"github.com/leasecheck/leasecheck/conformance/wire"
	"github.com/leasecheck/leasecheck/conformance/wire/ezgh"
	"github.com/leasecheck/leasecheck/specs"
)

// push holds the case about an EZGH queue that has a push subscription too.
var push = []*judge.Case{pushAndPullCompete}

const (
	// pushedFor are the messages that subscription and consumers compete for.
	pushedFor = 40
	// pullers are the consumers.
	pullers = 4
	// pushPatience is how long after the last send it may take until all messages
	// went to one of them.
	pushPatience = 5 * time.Second
	// pullWait is how long a consumer waits, so that it is there when a message
	// that was pushed comes back.
	pullWait = time.Second
)

var pushAndPullCompete = &judge.Case{
	Name:     "push-and-pull-compete",
	Title:    "a queue with a push subscription can be received from, and each message goes to the subscription or to a pull consumer, not to both",
	Judges:   judge.By{specs.EZGH: {ID: "EQ-PUSH-01"}},
	Needs:    []judge.Need{judge.NeedPush},
	Queues:   judge.With(target.Settings{Kind: target.Standard, Visibility: 2 * long}),
	Waits:    3 * pullWait,
	Requests: 150,
	Run: func(t *judge.T) {
		c := competition{t: t, queue: t.Queue(), inbox: subscribe(t), pulled: map[string]int{}}
		t.Parallel(1+pullers, func(i int) {
			if i == 0 {
				c.send()
				return
			}
			c.pull()
		})
		c.receive()
		c.mustGoToOne()
	},
}

// subscribe has the case's queue pushed to an inbox.
func subscribe(t *judge.T) *judge.Inbox {
	q, c, inbox := t.Queue(), ezgh.NewClient(t.Session()), t.Inbox()
	call := t.Answered(c.PutSubscription(t.Context(), q.Ref(), ezgh.Subscription{URL: inbox.URL}))
	mustPrepare(t, "the subscription of the queue", wire.Classify(call, nil))
	t.Cleanup(func(ctx context.Context) { c.DeleteSubscription(ctx, q.Ref()) })
	return inbox
}

// competition is a subscription and pull consumers at one queue.
type competition struct {
	t     *judge.T
	queue *judge.Queue
	inbox *judge.Inbox

	mu   sync.Mutex
	sent []target.Sent
	// pulled are the exchanges in which the consumers received, by message id.
	pulled map[string]int
}

// competedBody is that of the message at i, and no part of another's.
func competedBody(i int) string { return fmt.Sprintf("competed for, message %03d.", i) }

func (c *competition) send() {
	for i := range pushedFor {
		sent := c.queue.MustSend(competedBody(i))[0]
		c.mu.Lock()
		c.sent = append(c.sent, sent)
		c.mu.Unlock()
	}
}

// pull receives until each message went to one of them, or long enough.
func (c *competition) pull() {
	for !c.over() && !c.late() {
		c.receive()
	}
}

// late says that all messages were sent, and that long ago.
func (c *competition) late() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.sent) == pushedFor && time.Since(c.sent[pushedFor-1].Answered) > pushPatience
}

// receive receives and acknowledges a message, if one comes.
func (c *competition) receive() {
	got := c.queue.Receive(judge.For(long), judge.Wait(pullWait))
	c.t.Expect(got).To(judge.Be(target.OK), "a receive from a queue with a push subscription")
	for _, d := range got.Deliveries {
		c.mu.Lock()
		c.pulled[d.MessageID] = got.Exchange
		c.mu.Unlock()
		c.queue.Acknowledge(d.Handle)
	}
}

// pushed says whether the message at i was pushed: its id or its body came.
func (c *competition) pushed(i int) bool { return c.inbox.Holds(c.sent[i].MessageID, competedBody(i)) }

func (c *competition) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.sent {
		if _, pulled := c.pulled[c.sent[i].MessageID]; !pulled && !c.pushed(i) {
			return false
		}
	}
	return len(c.sent) == pushedFor
}

// mustGoToOne fails unless each message went to exactly one of them.
func (c *competition) mustGoToOne() {
	c.t.Recordf("%d of %d messages were pulled, and %d posts came", len(c.pulled), pushedFor, c.inbox.Posts())
	for i, sent := range c.sent {
		exchange, pulled := c.pulled[sent.MessageID]
		switch pushed := c.pushed(i); {
		case pulled && pushed:
			c.t.Decide(sent.Exchange, exchange)
			c.t.Failf("expected message %q to go to the subscription or to a pull consumer, observed it in a post that was answered 200 and in exchange %d",
				competedBody(i), exchange)
		case !pulled && !pushed && c.inbox.Posts() == 0:
			c.t.Inconclusivef("nothing was pushed, and message %q was not received: the target may not reach %s", competedBody(i), c.inbox.URL)
		case !pulled && !pushed:
			c.t.Decide(sent.Exchange)
			c.t.Failf("expected message %q to go to the subscription or to a pull consumer, observed it at neither within %s", competedBody(i), pushPatience)
		}
	}
}
