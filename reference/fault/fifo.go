package fault

// Faults of FIFO queues: order and exclusivity of groups, and deduplication.
const (
	GroupNotExclusive = fifoArea + iota
	GroupTakenTwice
	SendFreesGroup
	ExtensionFreesGroup
	PartialAcknowledgeFreesGroup
	GroupsBlockEachOther
	AcknowledgeBlocksGroup
	RedriveBlocksGroup
	LapsedGoesLast
	ReleasedGoesLast
	OrderSwappedNowAndThen
	BatchReversed
	DeduplicationMissing
	DeduplicationEndsWithMessage
	DeduplicationShort
	DeduplicationLong
	DeduplicationByBody
	DuplicateHasNewID
	DuplicateNotSaid
	PartialReturnFreesGroup
	OldHandleFreesGroup
	SimultaneousRepeatsMissed
	QuickAcknowledgeBlocksGroup
	GroupLockIsQueueTimeout
	LastAcknowledgeFreesGroup
	LateAcknowledgeBlocksGroup
	HiddenAgainFreesGroup
	SequenceRestarts
	GroupNameLowered
	GroupsShareLocks
	GroupTakenTwiceByWaiters
	LapsedTwiceGoesLast
	RedriveTakesGroup
	GroupsLockWithoutCase
	GroupsLockByPrefix
)

var fifoFaults = []Fault{
	{GroupNotExclusive, "group-not-exclusive", both,
		"A group's next message is delivered while one is in flight, as when order is kept only among what is visible.",
		[]string{"BQ-FIFO-04", "EQ-FIFO-01"}},
	{GroupTakenTwice, "group-taken-twice", both,
		"Now and then two concurrent receives get messages of one group, as in localstack#6766.",
		[]string{"BQ-FIFO-17", "EQ-FIFO-06"}},
	{SendFreesGroup, "send-frees-group", both,
		"A send to a group that has a message in flight makes its next one available, as in localstack#6762.",
		[]string{"BQ-FIFO-04", "EQ-FIFO-01"}},
	{ExtensionFreesGroup, "extension-frees-group", both,
		"An extension lets the group's next message out, as in localstack#12457 and #13386.",
		[]string{"BQ-FIFO-04", "EQ-FIFO-01"}},
	{PartialAcknowledgeFreesGroup, "partial-acknowledge-frees-group", ezgh,
		"After one of several messages of a group is acknowledged the others' successor is delivered, as with a lock that is not counted.",
		[]string{"EQ-FIFO-01"}},
	{GroupsBlockEachOther, "groups-block-each-other", both,
		"A message in flight holds back every group, as with one lock for the queue.",
		[]string{"BQ-FIFO-05", "EQ-FIFO-02"}},
	{AcknowledgeBlocksGroup, "acknowledge-blocks-group", both,
		"An acknowledge does not free the group, as when the lock is released only by a lapse.",
		[]string{"BQ-FIFO-06", "EQ-FIFO-07"}},
	{RedriveBlocksGroup, "redrive-blocks-group", basaltic,
		"A message that moved to the dead-letter queue still holds its group.",
		[]string{"BQ-FIFO-20"}},
	{LapsedGoesLast, "lapsed-goes-last", both,
		"A message whose lease ended queues up behind its group, as servers do that send it again.",
		[]string{"BQ-FIFO-07", "EQ-FIFO-05"}},
	{ReleasedGoesLast, "released-goes-last", both,
		"A released message queues up behind its group, as servers do that send it again.",
		[]string{"BQ-FIFO-08", "EQ-FIFO-05"}},
	{OrderSwappedNowAndThen, "order-swapped-now-and-then", both,
		"1 message in 20 overtakes the one sent before it in its group, as with sequence numbers taken outside the lock.",
		[]string{"BQ-FIFO-03", "EQ-FIFO-04"}},
	{BatchReversed, "batch-reversed", ezgh,
		"Several messages of one receive come in reverse, as when they are collected on a stack.",
		[]string{"EQ-FIFO-04"}},
	{DeduplicationMissing, "deduplication-missing", basaltic,
		"A repeated deduplication id makes a second message.",
		[]string{"BQ-FIFO-09", "BQ-FIFO-10"}},
	{DeduplicationEndsWithMessage, "deduplication-ends-with-message", basaltic,
		"A deduplication id is forgotten when its message is deleted, as with an index on the messages there.",
		[]string{"BQ-FIFO-10"}},
	{DeduplicationShort, "deduplication-short", basaltic,
		"The deduplication window lasts 4 minutes, as with buckets of a minute that are dropped too soon.",
		[]string{"BQ-FIFO-11"}},
	{DeduplicationLong, "deduplication-long", basaltic,
		"The deduplication window lasts 10 minutes, as with ids swept only now and then.",
		[]string{"BQ-FIFO-11"}},
	{DeduplicationByBody, "deduplication-by-body", basaltic,
		"Equal bodies collapse although their deduplication ids differ, as when the content's hash wins over the id.",
		[]string{"BQ-FIFO-12"}},
	{DuplicateHasNewID, "duplicate-has-new-id", basaltic,
		"A repeated send answers an id of its own, which no message has.",
		[]string{"BQ-FIFO-21"}},
	{DuplicateNotSaid, "duplicate-not-said", basaltic,
		"A repeated send does not say that it is a duplicate.",
		[]string{"BQ-FIFO-21"}},
	{PartialReturnFreesGroup, "partial-return-frees-group", ezgh,
		"When one of several messages of a group lapses or is released it is delivered although the others are in flight, as with a flag where a count is needed.",
		[]string{"EQ-FIFO-01"}},
	{OldHandleFreesGroup, "old-handle-frees-group", both,
		"An earlier delivery's handle is refused, but the group is taken for free, as when the lock is released before the handle is checked.",
		[]string{"BQ-FIFO-04", "EQ-FIFO-01"}},
	{SimultaneousRepeatsMissed, "simultaneous-repeats-missed", basaltic,
		"Of two sends of one deduplication id within 2 ms both make a message, as with a check and an insert that are apart.",
		[]string{"BQ-FIFO-09"}},
	{QuickAcknowledgeBlocksGroup, "quick-acknowledge-blocks-group", both,
		"A group stays locked for a minute from the receive, however soon its message is acknowledged, as with locks that have a shortest life.",
		[]string{"BQ-FIFO-06", "EQ-FIFO-07"}},
	{GroupLockIsQueueTimeout, "group-lock-is-queue-timeout", both,
		"A group is locked for the queue's visibility timeout, although the lease on its message lasts longer.",
		[]string{"BQ-FIFO-04", "EQ-FIFO-01"}},
	{LastAcknowledgeFreesGroup, "last-acknowledge-frees-group", ezgh,
		"After the last of several messages of a group is acknowledged their successor is delivered, as where the lock is the last handle given out.",
		[]string{"EQ-FIFO-01"}},
	{LateAcknowledgeBlocksGroup, "late-acknowledge-blocks-group", ezgh,
		"An acknowledge by a handle whose lease is over blocks the group, as when a count falls below zero.",
		[]string{"EQ-FIFO-07"}},
	{HiddenAgainFreesGroup, "hidden-again-frees-group", ezgh,
		"A message that is hidden again after its lease lapsed does not hold its group, as where only a receive takes the lock.",
		[]string{"EQ-FIFO-01"}},
	{SequenceRestarts, "sequence-restarts", ezgh,
		"seq starts anew when an acknowledge empties the queue, as where the next one is the highest one there and one more.",
		[]string{"EQ-FIFO-03"}},
	{GroupNameLowered, "group-name-lowered", both,
		"A group's name loses its capitals, as where names are keys that are compared without regard to them.",
		[]string{"BQ-RECV-19", "EQ-FIFO-03"}},
	{GroupsShareLocks, "groups-share-locks", both,
		"A message in flight holds back the groups whose names have the same hash of six bits, as with a table of locks in place of one a group.",
		[]string{"BQ-FIFO-05", "EQ-FIFO-02"}},
	{GroupTakenTwiceByWaiters, "group-taken-twice-by-waiters", both,
		"Now and then two waiting receives get messages of one group, as where a wake-up goes past the group's lock.",
		[]string{"BQ-FIFO-17", "EQ-FIFO-06"}},
	{LapsedTwiceGoesLast, "lapsed-twice-goes-last", both,
		"A message whose lease ended for the second time queues up behind its group, as with queues for retries.",
		[]string{"BQ-FIFO-07", "EQ-FIFO-05"}},
	{RedriveTakesGroup, "redrive-takes-group", basaltic,
		"When a message moves to the dead-letter queue, all that is left of its group moves with it.",
		[]string{"BQ-FIFO-20"}},
	{GroupsLockWithoutCase, "groups-lock-without-case", both,
		"Groups whose names differ in capitals alone hold each other back, as where locks are keys that are compared without regard to them.",
		[]string{"BQ-FIFO-05", "EQ-FIFO-02"}},
	{GroupsLockByPrefix, "groups-lock-by-prefix", both,
		"Groups whose names share their first 40 characters hold each other back, as where a lock's name is cut.",
		[]string{"BQ-FIFO-05", "EQ-FIFO-02"}},
}
