package lease

import (
	"hash/crc32"
	"strings"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyAcknowledgedLast frees a group when of its messages in flight the last
// one was acknowledged, if a fault is shown.
func (q *Queue) faultyAcknowledgedLast(m *message) {
	if m.group == nil || !q.on(fault.LastAcknowledgeFreesGroup) {
		return
	}
	for other := m.group.first; other != nil; other = other.next {
		if other.state == InFlight && other.sequence > m.sequence {
			return
		}
	}
	q.faultyFree(m.group)
}

// faultyHidden follows a visibility change that hides a message, which was in
// another state before, or in flight already.
func (q *Queue) faultyHidden(m *message, from Visibility) {
	if from == Available && q.on(fault.HiddenAgainFreesGroup) {
		q.faultyFree(m.group)
	}
}

// faultyUnlock frees a message's group when the queue's visibility timeout has
// passed, although the lease lasts longer, if a fault is shown.
func (q *Queue) faultyUnlock(m *message, now int64) {
	end := now + int64(q.settings.Visibility)
	if m.group == nil || !q.on(fault.GroupLockIsQueueTimeout) || m.until <= end {
		return
	}
	delivery := m.delivery
	q.clock.At(instant(end), func() {
		defer q.leave(q.enter())
		if m.state == InFlight && m.delivery == delivery && q.messages.get(m.sequence) == m {
			q.faultyFree(m.group)
		}
	})
}

// locks is how many locks the groups share by a fault. Tests make it smaller.
var locks uint32 = 64

// sharesLocks reports whether groups share locks by a fault.
func (l *groupLine) sharesLocks() bool {
	return l.faults.On(fault.GroupsShareLocks) || l.faults.On(fault.GroupsLockWithoutCase) || l.faults.On(fault.GroupsLockByPrefix)
}

// lock is the number of the lock that a group shares with others.
func (l *groupLine) lock(g *group) uint32 {
	switch {
	case l.faults.On(fault.GroupsLockWithoutCase):
		return crc32.ChecksumIEEE([]byte(strings.ToLower(g.name)))
	case l.faults.On(fault.GroupsLockByPrefix):
		return crc32.ChecksumIEEE([]byte(g.name[:min(len(g.name), 40)]))
	}
	return crc32.ChecksumIEEE([]byte(g.name)) % locks
}

// faultyUnshared is the oldest message that a receive may take where none may
// be in flight of a group that shares its group's lock.
func (l *groupLine) faultyUnshared() (oldest *message) {
	locked := map[uint32]bool{}
	for _, g := range l.groups {
		if g.inFlight > 0 {
			locked[l.lock(g)] = true
		}
	}
	for _, g := range l.groups {
		m := g.head()
		if m != nil && !locked[l.lock(g)] && (oldest == nil || m.sequence < oldest.sequence) {
			oldest = m
		}
	}
	return oldest
}
