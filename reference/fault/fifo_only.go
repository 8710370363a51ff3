package fault

// Faults that show at FIFO queues alone: many servers have a code path of its own
// for groups, in which a mistake is made, or one is left that was mended elsewhere.
const (
	FIFOExtensionFromLeaseStart = fifoOnlyArea + iota
	FIFOExtensionForgotten
	FIFOOldHandleDeletes
	FIFOOldHandleExtends
	FIFOAcknowledgeOnlyHides
	FIFOLapsedHandleDeletes
	FIFOLapsedHandleRefused
	FIFOLapseDeletes
	FIFOLapseUnnoticed
	FIFOReleaseUnnoticed
	FIFODeleteAnswersEmpty
	FIFOGoneWaiterServed
	FIFOGoneWaiterTakesWakeUp
	FIFOLookThenPark
	FIFOWaitersAllServed
)

// fifoOnly are the faults of all queues, with what shows them at FIFO queues alone.
var fifoOnly = map[ID]ID{
	ExtensionFromLeaseStart: FIFOExtensionFromLeaseStart,
	ExtensionForgotten:      FIFOExtensionForgotten,
	OldHandleDeletes:        FIFOOldHandleDeletes,
	OldHandleExtends:        FIFOOldHandleExtends,
	AcknowledgeOnlyHides:    FIFOAcknowledgeOnlyHides,
	LapsedHandleDeletes:     FIFOLapsedHandleDeletes,
	LapsedHandleRefused:     FIFOLapsedHandleRefused,
	LapseDeletes:            FIFOLapseDeletes,
	LapseUnnoticed:          FIFOLapseUnnoticed,
	ReleaseUnnoticed:        FIFOReleaseUnnoticed,
	DeleteAnswersEmpty:      FIFODeleteAnswersEmpty,
	GoneWaiterServed:        FIFOGoneWaiterServed,
	GoneWaiterTakesWakeUp:   FIFOGoneWaiterTakesWakeUp,
	LookThenPark:            FIFOLookThenPark,
	WaitersAllServed:        FIFOWaitersAllServed,
}

// OnAtFIFO reports whether a FIFO queue is to show id.
func (s *Set) OnAtFIFO(id ID) bool {
	only, known := fifoOnly[id]
	return s.On(id) || known && s.On(only)
}

var fifoOnlyFaults = []Fault{
	{FIFOExtensionFromLeaseStart, "fifo-extension-from-lease-start", both,
		"On a FIFO queue an extension counts from the receive, as where the group's lock is a start and a length.",
		[]string{"BQ-LEASE-08", "EQ-VIS-01"}},
	{FIFOExtensionForgotten, "fifo-extension-forgotten", both,
		"On a FIFO queue an extension answers ok and the old timer still ends the lease, as where only the group's lock is prolonged.",
		[]string{"BQ-LEASE-07", "EQ-VIS-01"}},
	{FIFOOldHandleDeletes, "fifo-old-handle-deletes", both,
		"On a FIFO queue an earlier lease's handle deletes the message, as where the group's lock is all that is checked.",
		[]string{"BQ-LEASE-05", "EQ-ACK-08"}},
	{FIFOOldHandleExtends, "fifo-old-handle-extends", ezgh,
		"On a FIFO queue an earlier delivery's handle moves the new lease, as where the group's lock is all that is checked.",
		[]string{"EQ-VIS-08"}},
	{FIFOAcknowledgeOnlyHides, "fifo-acknowledge-only-hides", both,
		"On a FIFO queue an acknowledged message comes back when its lease would have ended, as where only the group is freed.",
		[]string{"BQ-LEASE-03", "EQ-ACK-01"}},
	{FIFOLapsedHandleDeletes, "fifo-lapsed-handle-deletes", basaltic,
		"On a FIFO queue a lapsed handle deletes the message while the group has not gone on, as SQS lets it.",
		[]string{"BQ-LEASE-04"}},
	{FIFOLapsedHandleRefused, "fifo-lapsed-handle-refused", ezgh,
		"On a FIFO queue a handle dies with its lease, as in SQS.",
		[]string{"EQ-ACK-07"}},
	{FIFOLapseDeletes, "fifo-lapse-deletes", both,
		"On a FIFO queue a lease that ends takes its message along, as where a group moves on when its lock does.",
		[]string{"BQ-LEASE-01", "EQ-LEASE-01"}},
	{FIFOLapseUnnoticed, "fifo-lapse-unnoticed", both,
		"On a FIFO queue a lease that ends wakes no waiting receive, as where groups are handed on by acknowledges only.",
		[]string{"BQ-POLL-06", "EQ-POLL-05"}},
	{FIFOReleaseUnnoticed, "fifo-release-unnoticed", both,
		"On a FIFO queue a release wakes no waiting receive, as where groups are handed on by acknowledges and sweeps only.",
		[]string{"BQ-POLL-11", "EQ-POLL-05"}},
	{FIFODeleteAnswersEmpty, "fifo-delete-answers-empty", both,
		"A receive that waits when its FIFO queue is deleted answers an empty list, as where only one kind of queue was tried.",
		[]string{"BQ-QUEUE-07", "EQ-POLL-09", "EQ-POLL-12"}},
	{FIFOGoneWaiterServed, "fifo-gone-waiter-served", both,
		"On a FIFO queue a message is swallowed by a poll whose client has gone away, which locks its group too.",
		[]string{"BQ-POLL-10", "EQ-POLL-08"}},
	{FIFOGoneWaiterTakesWakeUp, "fifo-gone-waiter-takes-wake-up", both,
		"On a FIFO queue a send wakes a receive whose client has gone away and no other, as where each group signals the first in line.",
		[]string{"BQ-POLL-09", "EQ-POLL-07"}},
	{FIFOLookThenPark, "fifo-look-then-park", both,
		"On a FIFO queue a message that is sent within a millisecond of a receive's parking does not wake it, as when groups are looked through first.",
		[]string{"BQ-POLL-09", "EQ-POLL-07"}},
	{FIFOWaitersAllServed, "fifo-waiters-all-served", both,
		"On a FIFO queue two waiting receives get one message, as where only the receive that finds it at once takes the group's lock.",
		[]string{"BQ-POLL-08", "EQ-POLL-06"}},
}
