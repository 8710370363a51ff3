package basaltic

import (
	"errors"
	"math"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasecheck/leasecheck/reference/access"
	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/reference/lease"
)

// faultyRanges take a number out of a field's range for one within it.
var faultyRanges = []struct {
	fault            fault.ID
	operation, field string
	from, to, taken  int
}{
	{fault.MaxMessagesClamped, "receiveMessages", "max_messages", maxMessages + 1, math.MaxInt, maxMessages},
	{fault.MaxMessagesZeroIsDefault, "receiveMessages", "max_messages", 0, 0, 1},
	{fault.TimeoutBoundOffByOne, "receiveMessages", "visibility_timeout_seconds", maxVisibility + 1, maxVisibility + 1, maxVisibility},
	{fault.NegativeTimeoutIsZero, "receiveMessages", "visibility_timeout_seconds", math.MinInt, -1, 0},
	{fault.WaitClamped, "receiveMessages", "wait_time_seconds", maxWait + 1, math.MaxInt, maxWait},
	{fault.TimeoutChangeClamped, "changeMessageVisibility", "visibility_timeout_seconds", maxVisibility + 1, math.MaxInt, maxVisibility},
}

// faultyRange is the number that a server with a fault reads in place of n.
func (d *decoder) faultyRange(field string, n int) int {
	for _, r := range faultyRanges {
		if r.field == field && r.operation == d.operation && r.from <= n && n <= r.to && d.faults.OnAt(d.fifo, r.fault) {
			return r.taken
		}
	}
	return n
}

// faultyNumber is a number's text as a server with a fault reads it.
func (d *decoder) faultyNumber(text string) string {
	if d.faults.On(fault.FractionsTruncated) {
		text, _, _ = strings.Cut(text, ".")
	}
	return text
}

// faultyRoute is the operation that a server with a fault finds where there is none.
func (c *call) faultyRoute(resource string) *operation {
	if resource != "messages/receive" || c.r.Method != http.MethodGet {
		return nil
	}
	if !c.Faults.On(fault.ReceiveByGet) && (c.r.Body == http.NoBody || !c.Faults.On(fault.ReceiveByGetWithBody)) {
		return nil
	}
	for _, o := range operations {
		if o.resource == resource {
			return o
		}
	}
	return nil
}

// faultyAct does what a refused request asked for, and keeps its answer back.
func (c *call) faultyAct(f fault.ID, operation string) {
	if !c.Faults.On(f) || c.operation.id != operation || c.findQueue() != nil {
		return
	}
	if c.body == nil && c.readBody() != nil {
		return
	}
	_, _ = c.operation.carryOut(c)
	c.undelivered = nil
}

// faultyUnauthorized is the refusal of a request whose credential is none; nil
// lets it pass.
func (c *call) faultyUnauthorized(err error) error {
	c.faultyAct(fault.AnonymousReceiveLeases, "receiveMessages")
	if errors.Is(err, access.ErrReplayed) {
		c.faultyAct(fault.RefusedReplayActs, "sendMessage")
	}
	refused := unauthorized(err)
	switch {
	case c.faultyStranger(), c.operation.id == "deleteMessage" && c.Faults.On(fault.AnonymousDeleteAccepted):
		return nil
	case c.Faults.On(fault.MissingCredentialIs403):
		refused.status = http.StatusForbidden
	}
	return refused
}

// faultyForbidden is the refusal of a request whose credential lacks the permission.
func (c *call) faultyForbidden() error {
	c.faultyAct(fault.ForbiddenReceiveLeases, "receiveMessages")
	if c.Faults.On(fault.ForbiddenIs404) {
		return errNoQueue
	}
	return errAccessDenied
}

// faultyUnknown is the refusal of a request whose queue is none; nil gives it an
// empty one.
func (c *call) faultyUnknown() error {
	switch {
	case c.Faults.On(fault.UnknownQueueIsInvalid):
		return invalid("queue_id names no queue")
	case c.operation.id == "receiveMessages" && c.Faults.On(fault.UnknownQueueIsEmpty),
		c.operation.id == "sendMessage" && c.Faults.On(fault.UnknownQueueTakesSends):
		c.queue = c.newQueue("unknown")
		s := defaults(c.Legal, c.queue.fifo)
		s.seal = c.newDataKey(c.queue, nil)
		c.queue.settings.Store(&s)
		c.queue.engine = lease.New(c.queue.id, c.rules, s.engine(false), c.Clock, nil)
		return nil
	}
	return errNoQueue
}

// faultyMalformed tells whether a receive goes on although its body is broken.
func (c *call) faultyMalformed(r *receiveRequest) bool {
	if c.Faults.On(fault.RefusedReceiveLeases) {
		_, _ = c.lease(lease.ReceiveOptions{Max: 1})
		c.undelivered = nil
	}
	if c.Faults.On(fault.MalformedReceiveLeases) && !jsontext.Value(c.body).IsValid() {
		*r = receiveRequest{}
		return true
	}
	return false
}
