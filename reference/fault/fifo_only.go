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
	FIFODefaultVisibilityIgnored
	FIFOOverrideSticksToMessage
	FIFOReceiveCountStuck
	FIFOAttributesLostOnRedelivery
	FIFOVisibleAtIgnoresOverride
	FIFOLapseLosesTenth
	FIFOWaitForFullBatch
	FIFOWaitCapped
	FIFOWaitersAllWoken
	FIFOExtensionFromOldEnd
	FIFOParkedMaxIsTen
	FIFORetentionIgnored
	FIFORedriveLosesAttributes
	FIFOPeekCounts
	FIFOPeekShowsHeads
	FIFOBodyTrimmed
	FIFOAttributesLost
	FIFOSendsCoalesced
	FIFOSendsCollapse
)

// fifoOnly are the faults of all queues, with what shows them at FIFO queues alone.
var fifoOnly = map[ID]ID{
	ExtensionFromLeaseStart:    FIFOExtensionFromLeaseStart,
	ExtensionForgotten:         FIFOExtensionForgotten,
	OldHandleDeletes:           FIFOOldHandleDeletes,
	OldHandleExtends:           FIFOOldHandleExtends,
	AcknowledgeOnlyHides:       FIFOAcknowledgeOnlyHides,
	LapsedHandleDeletes:        FIFOLapsedHandleDeletes,
	LapsedHandleRefused:        FIFOLapsedHandleRefused,
	LapseDeletes:               FIFOLapseDeletes,
	LapseUnnoticed:             FIFOLapseUnnoticed,
	ReleaseUnnoticed:           FIFOReleaseUnnoticed,
	DeleteAnswersEmpty:         FIFODeleteAnswersEmpty,
	GoneWaiterServed:           FIFOGoneWaiterServed,
	GoneWaiterTakesWakeUp:      FIFOGoneWaiterTakesWakeUp,
	LookThenPark:               FIFOLookThenPark,
	WaitersAllServed:           FIFOWaitersAllServed,
	DefaultVisibilityIgnored:   FIFODefaultVisibilityIgnored,
	OverrideSticksToMessage:    FIFOOverrideSticksToMessage,
	ReceiveCountStuck:          FIFOReceiveCountStuck,
	AttributesLostOnRedelivery: FIFOAttributesLostOnRedelivery,
	VisibleAtIgnoresOverride:   FIFOVisibleAtIgnoresOverride,
	LapseLosesTenth:            FIFOLapseLosesTenth,
	WaitForFullBatch:           FIFOWaitForFullBatch,
	WaitCapped:                 FIFOWaitCapped,
	WaitersAllWoken:            FIFOWaitersAllWoken,
	ExtensionFromOldEnd:        FIFOExtensionFromOldEnd,
	ParkedMaxIsTen:             FIFOParkedMaxIsTen,
	RetentionIgnored:           FIFORetentionIgnored,
	RedriveLosesAttributes:     FIFORedriveLosesAttributes,
	PeekCounts:                 FIFOPeekCounts,
	BodyTrimmed:                FIFOBodyTrimmed,
	SendsCoalesced:             FIFOSendsCoalesced,

	MaxMessagesClamped:   FIFOMaxMessagesClamped,
	TimeoutBoundOffByOne: FIFOTimeoutBoundOffByOne,
	WaitClamped:          FIFOWaitClamped,
	QueueWaitIgnored:     FIFOQueueWaitIgnored,

	PullRangesClamped:      PullFIFORangesClamped,
	PullWaitDefaultIgnored: PullFIFOWaitDefaultIgnored,
}

// OnAt reports whether a queue, FIFO or not, is to show id.
func (s *Set) OnAt(fifo bool, id ID) bool {
	if !fifo {
		return s.On(id)
	}
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
	{FIFODefaultVisibilityIgnored, "fifo-default-visibility-ignored", both,
		"On a FIFO queue a receive without a timeout leases for 30 s whatever the queue's is, as where groups are locked for a fixed time.",
		[]string{"BQ-RECV-14", "EQ-RECV-09"}},
	{FIFOOverrideSticksToMessage, "fifo-override-sticks-to-message", basaltic,
		"On a FIFO queue the timeout of one receive is used for the message's later leases too, as when it is stored with the group.",
		[]string{"BQ-RECV-15"}},
	{FIFOReceiveCountStuck, "fifo-receive-count-stuck", both,
		"On a FIFO queue the receive count stays 1, as where the head of a group is handed out without a write.",
		[]string{"BQ-RECV-09", "EQ-RECV-13"}},
	{FIFOAttributesLostOnRedelivery, "fifo-attributes-lost-on-redelivery", both,
		"On a FIFO queue attributes are there on the first delivery only, as where what returns to its group is stored without them.",
		[]string{"BQ-RECV-10", "EQ-RECV-11"}},
	{FIFOVisibleAtIgnoresOverride, "fifo-visible-at-ignores-override", basaltic,
		"On a FIFO queue visible_at is told from the queue's timeout although the receive named another, as where the group's lock is what is shown.",
		[]string{"BQ-RECV-13"}},
	{FIFOLapseLosesTenth, "fifo-lapse-loses-tenth", both,
		"On a FIFO queue, of the leases that end at one moment the tenth takes its message along, as with a page of groups that is one too short.",
		[]string{"BQ-LEASE-17", "EQ-LEASE-04"}},
	{FIFOWaitForFullBatch, "fifo-wait-for-full-batch", both,
		"On a FIFO queue a receive that may wait does so until it has as many messages as it asked for, as where groups are collected first.",
		[]string{"BQ-POLL-05", "EQ-POLL-11"}},
	{FIFOWaitCapped, "fifo-wait-capped", both,
		"On a FIFO queue no wait lasts longer than 10 s, as where groups are watched by a request of their own.",
		[]string{"BQ-POLL-13", "EQ-POLL-10"}},
	{FIFOWaitersAllWoken, "fifo-waiters-all-woken", both,
		"On a FIFO queue one message wakes all waiting receives, and those that find nothing answer empty, as where a group is announced to all.",
		[]string{"BQ-POLL-14", "EQ-POLL-06"}},
	{FIFOExtensionFromOldEnd, "fifo-extension-from-old-end", both,
		"On a FIFO queue an extension is added to the lease's old end, as where the group's lock is prolonged by it.",
		[]string{"BQ-LEASE-07", "EQ-VIS-01"}},
	{FIFOParkedMaxIsTen, "fifo-parked-max-is-ten", both,
		"On a FIFO queue a receive that has to wait answers up to 10 messages, whatever it asked for, as where a wake-up takes all groups that are ready.",
		[]string{"BQ-RECV-04", "EQ-RECV-04", "EQ-RECV-05"}},
	{FIFORetentionIgnored, "fifo-retention-ignored", both,
		"On a FIFO queue a message is kept past its retention, as where the sweep knows one kind of table.",
		[]string{"BQ-SEND-06", "EQ-ACK-12"}},
	{FIFORedriveLosesAttributes, "fifo-redrive-loses-attributes", both,
		"A FIFO queue's message loses its attributes in the dead-letter queue, as where it is sent anew there with its group and body.",
		[]string{"BQ-DLQ-03", "EQ-DLQ-01"}},
	{FIFOPeekCounts, "fifo-peek-counts", basaltic,
		"A peek at a FIFO queue raises the receive counts, as where it takes the heads of groups and puts them back.",
		[]string{"BQ-PEEK-01"}},
	{FIFOPeekShowsHeads, "fifo-peek-shows-heads", basaltic,
		"A peek at a FIFO queue shows the first message of each group alone, as where it looks at what a receive could take.",
		[]string{"BQ-PEEK-02"}},
	{FIFOBodyTrimmed, "fifo-body-trimmed", both,
		"On a FIFO queue white space around a body is lost, as where it is made ready to be hashed.",
		[]string{"BQ-RECV-11", "BQ-FIFO-09", "BQ-FIFO-12", "EQ-RECV-14"}},
	{FIFOAttributesLost, "fifo-attributes-lost", both,
		"A FIFO queue's messages come without attributes, as where a group is a list of bodies.",
		[]string{"BQ-RECV-12", "BQ-SEND-01", "BQ-SEND-02", "EQ-RECV-14"}},
	{FIFOSendsCoalesced, "fifo-sends-coalesced", both,
		"Of sends to a FIFO queue within 10 ms only the first wakes a waiting receive, as where groups are announced by one signal.",
		[]string{"BQ-POLL-09", "EQ-POLL-07"}},
	{FIFOSendsCollapse, "fifo-sends-collapse", basaltic,
		"Sends of one body to a group within 10 ms collapse although their deduplication ids differ, as where a guard against double clicks stands before.",
		[]string{"BQ-FIFO-09"}},
}
