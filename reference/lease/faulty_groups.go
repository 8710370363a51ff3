package lease

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyHead is the first message of a freed group that is available.
func (g *group) faultyHead() *message {
	for m := g.first; m != nil; m = m.next {
		if m.state == Available {
			return m
		}
	}
	return nil
}

// faultyFree lets a group go on although it has a message in flight.
func (q *Queue) faultyFree(g *group) {
	if g != nil && g.inFlight > 0 {
		g.freed = true
		q.line.(*groupLine).settle(g)
		q.stirred = true
	}
}

// faultyBlock holds back what is left of a group for ever, if a fault is shown.
func (q *Queue) faultyBlock(f fault.ID, g *group) {
	if q.on(f) && g != nil {
		g.inFlight++
		q.line.(*groupLine).settle(g)
	}
}

// shortestLock is how long a group is locked at least by a fault.
const shortestLock = time.Minute

// faultyLinger holds back what is left of an acknowledged message's group until a time.
func (q *Queue) faultyLinger(m *message, until int64) {
	g := m.group
	if g == nil || !q.on(fault.QuickAcknowledgeBlocksGroup) || until <= q.now() {
		return
	}
	line := q.line.(*groupLine)
	g.inFlight++
	line.settle(g)
	q.clock.At(instant(until), func() {
		defer q.leave(q.enter())
		g.inFlight--
		if line.groups[g.name] == g {
			line.settle(g)
			q.stirred = true
		}
	})
}

// faultyArrival follows the arrival of a message in its group.
func (l *groupLine) faultyArrival(m *message) {
	g := m.group
	if l.faults.On(fault.SendFreesGroup) && g.inFlight > 0 {
		g.freed = true
	}
	before := m.previous
	if l.faults.On(fault.OrderSwappedNowAndThen) && before != nil && before.state == Available && oneIn(20) {
		g.unlink(before)
		g.append(before)
	}
}

// faultyReturn sees a message before its lease ends, by lapse or release.
func (q *Queue) faultyReturn(m *message, now int64) {
	if q.on(fault.InFlightCapKeepsLapsed) {
		q.faulty.stillCounted++
	}
	last := q.on(fault.ReleasedGoesLast)
	if m.until <= now {
		last = q.on(fault.LapsedGoesLast) || q.on(fault.LapsedTwiceGoesLast) && m.received > 1
	}
	if g := m.group; g != nil && last {
		g.unlink(m)
		g.append(m)
	}
}

// faultyReturned follows the end of a message's lease.
func (q *Queue) faultyReturned(m *message) {
	if q.on(fault.PartialReturnFreesGroup) {
		q.faultyFree(m.group)
	}
}

// faultyOldHandle follows the use of an earlier delivery's handle.
func (q *Queue) faultyOldHandle(m *message) {
	if m != nil && q.on(fault.OldHandleFreesGroup) {
		q.faultyFree(m.group)
	}
}

// faultyStandstill lets one message in flight hold back every group.
func (l *groupLine) faultyStandstill() bool {
	if !l.faults.On(fault.GroupsBlockEachOther) {
		return false
	}
	for _, g := range l.groups {
		if g.inFlight > 0 {
			return true
		}
	}
	return false
}

// faultyAcknowledged follows an acknowledge.
func (q *Queue) faultyAcknowledged(m *message) {
	q.faultyRemember(m)
	q.faultyTombstone(m)
	q.faultyBlock(fault.AcknowledgeBlocksGroup, m.group)
	q.faultyLinger(m, m.leasedAt+int64(shortestLock))
	if q.on(fault.PartialAcknowledgeFreesGroup) {
		q.faultyFree(m.group)
	}
	q.faultyAcknowledgedLast(m)
	if q.messages.count == 0 {
		q.faulty.emptied = q.sequence
	}
	if m.state != InFlight {
		q.faultyBlock(fault.LateAcknowledgeBlocksGroup, m.group)
	}
	if q.on(fault.DeduplicationEndsWithMessage) {
		q.forgetSend(m)
	}
}

// faultyBatch spoils the leases or the order of what one receive took.
func (q *Queue) faultyBatch(ds []Delivery) {
	q.faultyShare(ds)
	q.faultyOthers(ds)
	if q.settings.FIFO && q.on(fault.BatchReversed) {
		slices.Reverse(ds)
	}
}

// faultyName is the name of a message's group, where right is due.
func (q *Queue) faultyName(right string) string {
	if q.on(fault.GroupNameLowered) {
		return strings.ToLower(right)
	}
	return right
}

// faultyKey is by what repeats of a send are known, where right is due.
func (q *Queue) faultyKey(out Outgoing, right string) string {
	switch {
	case q.on(fault.DeduplicationMissing):
		return ""
	case q.on(fault.DeduplicationByBody):
		return out.Body
	case q.on(fault.FIFOSendsCollapse):
		return q.faultyTwin(out, right)
	}
	return right
}

// lastSend is the latest of a group's sends.
type lastSend struct {
	at         int64
	body, name string
	key        string
}

// faultyTwin is the key of the send before, where that brought the same body to
// the same group just now, else right.
func (q *Queue) faultyTwin(out Outgoing, right string) string {
	before, now := q.faulty.sent, q.now()
	if right != "" && before.key != "" && before.body == out.Body && before.name == out.Group && now-before.at < int64(10*time.Millisecond) {
		right = before.key
	}
	q.faulty.sent = lastSend{now, out.Body, out.Group, right}
	return right
}

// faultyOversight misses that a send repeats one of the last 2 ms.
func (q *Queue) faultyOversight(key string, now int64) bool {
	first, ok := q.sent.sends[key]
	return ok && now-first.at < int64(2*time.Millisecond) && q.on(fault.SimultaneousRepeatsMissed)
}

// faultyWindow is how long sends are remembered, where right is due.
func (q *Queue) faultyWindow(right time.Duration) time.Duration {
	switch {
	case q.on(fault.DeduplicationShort):
		return right * 4 / 5
	case q.on(fault.DeduplicationLong):
		return right * 2
	}
	return right
}

// faultyRepeat is what a repeated send answers, where right is due.
func (q *Queue) faultyRepeat(right Accepted) Accepted {
	if q.on(fault.DuplicateHasNewID) {
		right.ID = uuid.New()
	}
	if q.on(fault.DuplicateNotSaid) {
		right.Duplicate = false
	}
	return right
}

// faultyTakeGroup has all that is left of a group go with a message that leaves
// for another queue.
func (q *Queue) faultyTakeGroup(first departure) {
	g := first.message.group
	if g == nil || !q.on(fault.RedriveTakesGroup) {
		return
	}
	for m := g.first; m != nil; m = g.first {
		q.drop(m)
		q.leaving = append(q.leaving, departure{to: first.to, message: m, group: first.group})
	}
}
