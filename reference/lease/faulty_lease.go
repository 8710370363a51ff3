package lease

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyState is what broken behaviours remember beside the right state.
type faultyState struct {
	// released are the messages whose latest lease ended by a release.
	released map[uint64]bool
	// batched are the messages that were sent in batches.
	batched map[uint64]bool
	// shortened are the ends that leases had before they were shortened.
	shortened map[uint64]int64
	// firstEnds are the ends of leases as their receives set them, by message.
	firstEnds map[uint64]int64
	// sticky are overrides of a visibility timeout by message.
	sticky map[uint64]time.Duration
	// stillCounted are lapsed leases that the in-flight cap still counts.
	stillCounted int
	// lastWake is when a send last woke a waiter.
	lastWake int64
	// gone counts the waiters whose clients went away and that no send has woken since.
	gone int
	// lastPark is when a receive last parked.
	lastPark int64
	// lapsed counts the leases that ended by themselves at the moment of lapsing.
	lapsing int64
	lapsed  int
	// emptied is the sequence number at which an acknowledge last emptied the queue.
	emptied uint64
	// acknowledged are the messages that were, by the time of their receive.
	acknowledged map[int64][]*message
	// extended are the deliveries that were extended, by message.
	extended map[uint64]uint32
	later    laterState
	// sent is the latest send.
	sent lastSend
}

// on says whether a fault is to be shown.
func (q *Queue) on(f fault.ID) bool {
	return q.faults.OnAt(q.settings.FIFO, f)
}

// oneIn is true once in n times, by chance. Tests make it likelier.
var oneIn = func(n int) bool { return rand.IntN(n) == 0 }

// faultyVisibility is the lease that a receive gets; right is the one due.
func (q *Queue) faultyVisibility(o ReceiveOptions, right time.Duration) time.Duration {
	switch {
	case o.Visibility == nil:
		if q.on(fault.DefaultVisibilityIgnored) {
			return 30 * time.Second
		}
	case q.on(fault.OverrideIgnored), *o.Visibility == 0 && q.on(fault.ZeroVisibilityIgnored):
		return q.settings.Visibility
	case q.on(fault.OverrideSticksToQueue):
		q.settings.Visibility = *o.Visibility
	}
	return right
}

// faultyLease spoils a delivery that has just been made, and its lease.
func (q *Queue) faultyLease(m *message, o ReceiveOptions, now int64, d *Delivery) {
	if end := q.faultyLeaseEnd(m, o, now); end != m.until {
		q.turn(m, InFlight, end)
	}
	if q.on(fault.LeaseTakenTwice) && oneIn(500) {
		q.turn(m, Available, now)
	}
	if q.on(fault.HandleReused) {
		m.delivery = 1
		d.Handle.Delivery = 1
	}
	if q.on(fault.HandleReusedAfterRelease) && q.faulty.released[m.sequence] {
		m.delivery = m.earlier
		d.Handle.Delivery = m.earlier
	}
	if q.on(fault.GroupTakenTwice) && oneIn(100) {
		q.faultyFree(m.group)
	}
	q.faultyUnlock(m, now)
	q.faultyFirstEnd(m)
	q.faultyTable(m, now)
	delete(q.faulty.later.lengthened, m.sequence)
	q.faultyView(m, now, d)
	delete(q.faulty.released, m.sequence)
	delete(q.faulty.shortened, m.sequence)
}

// faultyLeaseEnd is when the lease of a receive ends, whatever the consumer was told.
func (q *Queue) faultyLeaseEnd(m *message, o ReceiveOptions, now int64) int64 {
	length := m.until - now
	if length <= 0 {
		return m.until
	}
	switch {
	case q.on(fault.LeaseEarly):
		return now + length*85/100
	case q.on(fault.LeaseLate):
		return now + length + int64(3*time.Second)
	case q.on(fault.LeaseCappedHour):
		return min(m.until, now+int64(hour))
	case q.on(fault.LeaseEndless):
		return now + int64(1000*time.Hour)
	case q.on(fault.LeaseLapsesEarlyNowAndThen) && oneIn(500):
		return now + length/10
	case q.on(fault.OverrideSticksToMessage):
		return q.faultyStickyEnd(m, o, now)
	}
	return m.until
}

func (q *Queue) faultyStickyEnd(m *message, o ReceiveOptions, now int64) int64 {
	if o.Visibility != nil {
		if q.faulty.sticky == nil {
			q.faulty.sticky = map[uint64]time.Duration{}
		}
		q.faulty.sticky[m.sequence] = *o.Visibility
	}
	if stuck, ok := q.faulty.sticky[m.sequence]; ok {
		return now + int64(stuck)
	}
	return m.until
}

// faultyAcknowledge is what an acknowledge answers, where right is due; without
// an error it does what it says.
func (q *Queue) faultyAcknowledge(m *message, right error) error {
	switch {
	case right == ErrOver && m == nil && q.on(fault.GoneIsAcknowledged):
		return nil
	case right == ErrOver && m != nil && q.on(fault.OldHandleDeletes):
		return nil
	case right == ErrLapsed && q.on(fault.LapsedHandleDeletes):
		return nil
	case right == ErrLapsed && q.on(fault.ReleasedHandleDeletes) && q.faulty.released[m.sequence]:
		return nil
	case right == ErrLapsed && q.on(fault.ShortenedHandleDeletes) && q.now() < q.faulty.shortened[m.sequence]:
		return nil
	case right == nil && m.state != InFlight && q.on(fault.LapsedHandleRefused):
		return ErrOver
	case right == nil && q.on(fault.ReleasedHandleRefused) && q.faulty.released[m.sequence]:
		return ErrOver
	}
	return q.faultyLapsedAcknowledge(m, right)
}

// faultyKeep keeps a message that was acknowledged.
func (q *Queue) faultyKeep(m *message, now int64) bool {
	switch {
	case q.on(fault.AcknowledgeOnlyHides), m.state != InFlight && q.on(fault.LapsedHandleAcknowledgesNothing):
		return true
	case !q.settings.FIFO && m.state == InFlight && m.received > 1 && q.on(fault.RedeliveredOutlivesAcknowledge):
		m.delivery = 0
		return true
	case q.on(fault.AcknowledgeForgotten):
		q.turn(m, Available, now)
		return true
	}
	return q.faultyOutlives(m)
}

// faultyChange is what a visibility change answers, where right is due; without
// an error it does what it says.
func (q *Queue) faultyChange(m *message, right error) error {
	switch {
	case right == ErrOver && m != nil && q.on(fault.OldHandleExtends):
		return nil
	case right == ErrLapsed && q.on(fault.LapsedHandleExtends):
		return nil
	case right == nil && m.state != InFlight && q.on(fault.LapsedHandleCannotHide),
		right == nil && q.on(fault.ReleasedHandleCannotHide) && q.faulty.released[m.sequence]:
		return ErrOver
	}
	return right
}

// faultyExtension is when a lease ends that was asked to end d from now, where
// right is due.
func (q *Queue) faultyExtension(m *message, now int64, d time.Duration, right int64) int64 {
	q.faultyShortened(m, d, right)
	q.faultyLengthened(m, right)
	switch {
	case m.state != InFlight && q.on(fault.HiddenAgainUncapped):
		return now + int64(d)
	case m.state != InFlight && q.on(fault.LapsedHandleHidesNothing):
		return now
	case d == 0 && q.on(fault.ReleaseIgnored):
		return m.until
	case d == 0:
		return right
	case q.on(fault.ExtensionFromLeaseStart):
		return m.leasedAt + int64(d)
	case q.on(fault.ExtensionFromOldEnd):
		return m.until + int64(d)
	case q.on(fault.ExtensionForgotten):
		return m.until
	case q.on(fault.ShorteningIgnored):
		return max(m.until, right)
	case q.on(fault.LeaseCapIgnored):
		return now + int64(d)
	case q.on(fault.LeaseCapFromExtension):
		return now + min(int64(d), int64(q.rules.LeaseCap))
	}
	return q.faultySpan(m, now, d, right)
}

// faultyShortened notes the end of a lease that is about to end d from now, at right.
func (q *Queue) faultyShortened(m *message, d time.Duration, right int64) {
	if d == 0 || right >= m.until || !q.on(fault.ShortenedHandleDeletes) {
		return
	}
	if q.faulty.shortened == nil {
		q.faulty.shortened = map[uint64]int64{}
	}
	q.faulty.shortened[m.sequence] = m.until
}

// faultyChanged follows a visibility change that was carried out.
func (q *Queue) faultyChanged(m *message, d time.Duration) {
	if d == 0 {
		q.faultyReleased(m)
		q.faultyRest(fault.ReleaseBacksOff, m)
		return
	}
	q.faultyExtended(m)
	q.faultyCounted(m)
	if q.on(fault.SentAtMovesOnExtension) {
		m.sentAt = q.now()
	}
	if q.on(fault.ExtensionEndsHandle) {
		m.minted++
		m.delivery = m.minted
	}
	if q.on(fault.ExtensionFreesGroup) {
		q.faultyFree(m.group)
	}
}

// faultyReleased notes a release, for the faults that tell it from a lapse.
func (q *Queue) faultyReleased(m *message) {
	if !q.on(fault.ReleasedHandleDeletes) && !q.on(fault.ReleasedHandleRefused) &&
		!q.on(fault.ReceiveCountSkipsReleases) && !q.on(fault.HandleReusedAfterRelease) && !q.on(fault.ReleasedHandleCannotHide) {
		return
	}
	if q.faulty.released == nil {
		q.faulty.released = map[uint64]bool{}
	}
	q.faulty.released[m.sequence] = true
}

// faultyRest hides a message for a while whose lease has just ended, if a fault is shown.
func (q *Queue) faultyRest(f fault.ID, m *message) {
	if q.on(f) && m.state == Available {
		q.turn(m, Delayed, q.now()+int64(3*time.Second))
	}
}

// faultyNoLease follows a lease of no length.
func (q *Queue) faultyNoLease(m *message) {
	q.faultyRest(fault.ZeroLeaseRests, m)
	if q.on(fault.FirstReceivedResetByZero) {
		m.firstReceived = 0
	}
}

// faultyLapse loses a message whose lease ended by itself.
func (q *Queue) faultyLapse(m *message) bool {
	if q.on(fault.FirstReceivedResetByLapse) {
		m.firstReceived = 0
	}
	return q.on(fault.LapseDeletes) || q.on(fault.LapseDeletesNowAndThen) && oneIn(20) ||
		q.on(fault.LapseLosesTenth) && q.faultyTenth(m.until)
}

// sweepPage is which of the leases that end at one moment a faulty sweep
// loses. Tests make it smaller.
var sweepPage = 10

// faultyTenth is true for the tenth lease that ends at one moment.
func (q *Queue) faultyTenth(at int64) bool {
	if at != q.faulty.lapsing {
		q.faulty.lapsing, q.faulty.lapsed = at, 0
	}
	q.faulty.lapsed++
	return q.faulty.lapsed == sweepPage
}

// faultyShare shares a receive's timeout among what it took.
func (q *Queue) faultyShare(ds []Delivery) {
	if !q.on(fault.BatchSharesTimeout) {
		return
	}
	for _, d := range ds {
		if m := q.messages.get(d.Handle.Sequence); m.state == InFlight {
			q.turn(m, InFlight, m.leasedAt+(m.until-m.leasedAt)/int64(len(ds)))
		}
	}
}

// faultyRemember keeps a message that was acknowledged, for faultyRevive.
func (q *Queue) faultyRemember(m *message) {
	if !q.on(fault.LapseRevivesBatch) {
		return
	}
	if q.faulty.acknowledged == nil {
		q.faulty.acknowledged = map[int64][]*message{}
	}
	q.faulty.acknowledged[m.leasedAt] = append(q.faulty.acknowledged[m.leasedAt], m)
}

// faultyRevive brings back what was acknowledged of the receive that took m,
// whose lease has just ended by itself.
func (q *Queue) faultyRevive(m *message, now int64) {
	for _, back := range q.faulty.acknowledged[m.leasedAt] {
		name := ""
		if back.group != nil {
			name = back.group.name
		}
		q.join(back, name, now, 0)
	}
	delete(q.faulty.acknowledged, m.leasedAt)
}

// faultyUpdate follows a change of settings.
func (q *Queue) faultyUpdate(before Settings) {
	if q.settings.Visibility != before.Visibility && q.on(fault.UpdateMovesLeases) {
		q.faultyMoveLeases()
	}
	if !q.on(fault.UpdateEndsLeases) {
		return
	}
	for _, item := range q.ends.items {
		item.element.minted++
		item.element.delivery = item.element.minted
	}
}

// faultyMoveLeases has all running leases end by the queue's visibility timeout.
func (q *Queue) faultyMoveLeases() {
	for _, item := range slices.Clone(q.ends.items) {
		if m := item.element; m.state == InFlight {
			q.turn(m, InFlight, m.leasedAt+int64(q.settings.Visibility))
		}
	}
}
