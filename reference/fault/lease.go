package fault

// Faults of leases: when they begin and end, and what their handles may do.
const (
	LapsedHandleDeletes = leaseArea + iota
	LapsedHandleExtends
	LapsedHandleRefused
	LapsedHandleCannotHide
	LapsedHandleHidesNothing
	ReleasedHandleDeletes
	ReleasedHandleRefused
	ShortenedHandleDeletes
	OldHandleDeletes
	OldHandleExtends
	GoneIsAcknowledged
	AcknowledgeOnlyHides
	AcknowledgeForgotten
	ReleaseIgnored
	ExtensionFromLeaseStart
	ExtensionFromOldEnd
	ExtensionForgotten
	ExtensionEndsHandle
	ShorteningIgnored
	LeaseCapIgnored
	LeaseCapFromExtension
	LeaseEarly
	LeaseLate
	LeaseEndless
	LeaseLapsesEarlyNowAndThen
	LeaseTakenTwice
	LapseDeletes
	LapseDeletesNowAndThen
	DefaultVisibilityIgnored
	OverrideIgnored
	OverrideSticksToQueue
	OverrideSticksToMessage
	ZeroVisibilityIgnored
	HandleReused
	UpdateEndsLeases
	UpdateMovesLeases
	BatchSharesTimeout
	LapseLosesTenth
	LapseRevivesBatch
	LapsedHandleAcknowledgesNothing
	HandleReusedAfterRelease
	ReleaseBacksOff
	ZeroLeaseRests
	OldestHandleActs
	RedeliveredOutlivesAcknowledge
	LeaseCappedHour
	LapsedHandleDiesAfterMinute
)

var leaseFaults = []Fault{
	{LapsedHandleDeletes, "lapsed-handle-deletes", basaltic,
		"A delete with a lapsed handle deletes the message, as stores do that look only at the message id.",
		[]string{"BQ-LEASE-04", "BQ-BATCH-05", "BQ-LEASE-09", "BQ-LEASE-11"}},
	{LapsedHandleExtends, "lapsed-handle-extends", basaltic,
		"A visibility change with a lapsed handle hides the message again, as servers do that move a deadline without looking whether it has passed.",
		[]string{"BQ-LEASE-06", "BQ-LEASE-09", "BQ-BATCH-05"}},
	{LapsedHandleRefused, "lapsed-handle-refused", ezgh,
		"A handle is stale as soon as its timeout ends, as in services whose handles die with the lease.",
		[]string{"EQ-ACK-07", "EQ-VIS-09"}},
	{LapsedHandleCannotHide, "lapsed-handle-cannot-hide", ezgh,
		"A visibility change after the timeout is stale, though an acknowledge would work, as servers do that change only what is in flight.",
		[]string{"EQ-VIS-07"}},
	{LapsedHandleHidesNothing, "lapsed-handle-hides-nothing", ezgh,
		"A visibility change after the timeout answers ok and does nothing, as updates do whose condition matches no row.",
		[]string{"EQ-VIS-07"}},
	{ReleasedHandleDeletes, "released-handle-deletes", basaltic,
		"The handle of a released message still deletes it, as servers do that end a lease by its time alone and check handles by the delivery.",
		[]string{"BQ-LEASE-09"}},
	{ReleasedHandleRefused, "released-handle-refused", ezgh,
		"A release ends its handle, as in services that mint a handle per lease.",
		[]string{"EQ-VIS-09"}},
	{ShortenedHandleDeletes, "shortened-handle-deletes", basaltic,
		"The handle of a lease that was shortened and lapsed deletes its message until the lease's first end, as where handles carry their own expiry.",
		[]string{"BQ-LEASE-04"}},
	{OldHandleDeletes, "old-handle-deletes", both,
		"A delete with an earlier lease's handle deletes the message under another consumer, as with handles that only name the message.",
		[]string{"BQ-LEASE-05", "BQ-BATCH-04", "EQ-ACK-08"}},
	{OldHandleExtends, "old-handle-extends", ezgh,
		"A visibility change with an earlier delivery's handle moves the new lease, as with handles that only name the message.",
		[]string{"EQ-VIS-08", "EQ-FIFO-01"}},
	{GoneIsAcknowledged, "gone-is-acknowledged", both,
		"Acknowledging a message that is gone answers ok, as idempotent deletes do.",
		[]string{"BQ-QUEUE-08", "EQ-ACK-06", "EQ-ACK-09", "EQ-ACK-11", "EQ-ACK-12", "EQ-ACK-03", "EQ-ACK-17"}},
	{AcknowledgeOnlyHides, "acknowledge-only-hides", both,
		"An acknowledged message is delivered again when its lease would have ended, as when the delete is lost after its answer.",
		[]string{"BQ-LEASE-03", "EQ-ACK-01", "EQ-ACK-17"}},
	{AcknowledgeForgotten, "acknowledge-forgotten", both,
		"An acknowledged message is available again at once, as when a delete hits a replica that is overwritten.",
		[]string{"BQ-LEASE-03", "EQ-ACK-01", "EQ-ACK-17"}},
	{ReleaseIgnored, "release-ignored", both,
		"A visibility change to 0 answers ok and does nothing, as servers do that take 0 for a field left out.",
		[]string{"BQ-LEASE-09", "BQ-BATCH-01", "EQ-VIS-02", "EQ-VIS-05"}},
	{ExtensionFromLeaseStart, "extension-from-lease-start", both,
		"An extension counts from the receive, as servers do that store a lease as its start and a length.",
		[]string{"BQ-LEASE-07", "BQ-LEASE-08", "EQ-VIS-01", "EQ-VIS-07"}},
	{ExtensionFromOldEnd, "extension-from-old-end", both,
		"An extension is added to the lease's end, as servers do that increment the deadline.",
		[]string{"BQ-LEASE-07", "BQ-LEASE-08", "EQ-VIS-01", "EQ-VIS-06", "EQ-VIS-07"}},
	{ExtensionForgotten, "extension-forgotten", both,
		"An extension answers ok and the old timer still ends the lease, as when only the record is changed.",
		[]string{"BQ-LEASE-07", "BQ-LEASE-08", "BQ-LEASE-15", "BQ-PEEK-02", "EQ-VIS-01", "EQ-VIS-07", "EQ-FIFO-01"}},
	{ExtensionEndsHandle, "extension-ends-handle", basaltic,
		"An extension makes a new delivery, so the handle works no more, as when a change is stored as a new lease.",
		[]string{"BQ-LEASE-10", "BQ-LEASE-15", "BQ-LEASE-18", "BQ-BATCH-05"}},
	{ShorteningIgnored, "shortening-ignored", basaltic,
		"A visibility change only ever lengthens a lease, as servers do that keep the later of two deadlines.",
		[]string{"BQ-LEASE-08"}},
	{LeaseCapIgnored, "lease-cap-ignored", ezgh,
		"A message can be kept in flight for ever by extending it.",
		[]string{"EQ-VIS-06"}},
	{LeaseCapFromExtension, "lease-cap-from-extension", ezgh,
		"The 12 hours are counted from the latest extension, as servers do that bound each timeout by itself.",
		[]string{"EQ-VIS-06"}},
	{LeaseEarly, "lease-early", both,
		"A lease ends after 85 % of its time, as with a safety margin that was taken off the wrong side.",
		[]string{"BQ-LEASE-01", "EQ-LEASE-01"}},
	{LeaseLate, "lease-late", both,
		"A lease that ends shows only 3 s later, as servers do that sweep for ended leases now and then.",
		[]string{"BQ-LEASE-01", "EQ-LEASE-01"}},
	{LeaseEndless, "lease-endless", both,
		"A lease never ends by itself, as when the timer is lost with the connection that received.",
		[]string{"BQ-LEASE-01", "EQ-LEASE-01"}},
	{LeaseLapsesEarlyNowAndThen, "lease-lapses-early-now-and-then", both,
		"2 leases in 1,000 end after a tenth of their time, as with a sweep that compares a truncated clock.",
		[]string{"BQ-RECV-16", "EQ-RECV-10"}},
	{LeaseTakenTwice, "lease-taken-twice", both,
		"2 deliveries in 1,000 leave the message available, as when a read and its update are not one transaction.",
		[]string{"BQ-RECV-16", "EQ-RECV-10"}},
	{LapseDeletes, "lapse-deletes", both,
		"A lease that ends takes its message along, as servers do that acknowledge on delivery.",
		[]string{"BQ-LEASE-01", "EQ-LEASE-01"}},
	{LapseDeletesNowAndThen, "lapse-deletes-now-and-then", both,
		"1 lease in 20 that ends takes its message along, as when the return is dropped by a full channel.",
		[]string{"BQ-LEASE-17", "EQ-LEASE-04"}},
	{DefaultVisibilityIgnored, "default-visibility-ignored", both,
		"A receive that names no timeout gets 30 s, whatever the queue's is, as with a constant for the default.",
		[]string{"BQ-RECV-14", "EQ-RECV-09", "BQ-RECV-13", "BQ-RECV-15"}},
	{OverrideIgnored, "override-ignored", basaltic,
		"The timeout that a receive names is not used, as when the field is read under another name.",
		[]string{"BQ-RECV-13", "BQ-LEASE-01", "BQ-LEASE-11"}},
	{OverrideSticksToQueue, "override-sticks-to-queue", both,
		"The timeout of one receive becomes the queue's, as with settings that are shared and not copied.",
		[]string{"BQ-RECV-15", "EQ-RECV-09", "BQ-RECV-13"}},
	{OverrideSticksToMessage, "override-sticks-to-message", basaltic,
		"The timeout of one receive is used for the message's later leases too, as when it is stored with the message.",
		[]string{"BQ-RECV-15"}},
	{ZeroVisibilityIgnored, "zero-visibility-ignored", both,
		"A receive with timeout 0 takes the queue's, as servers do that take 0 for a field left out.",
		[]string{"BQ-LEASE-11", "EQ-LEASE-03"}},
	{HandleReused, "handle-reused", both,
		"A message has the same handle on every delivery, as with handles that are ids.",
		[]string{"BQ-LEASE-02", "BQ-LEASE-05", "BQ-LEASE-06", "BQ-BATCH-04", "EQ-LEASE-02", "EQ-ACK-08", "EQ-VIS-08", "EQ-FIFO-01"}},
	{UpdateEndsLeases, "update-ends-leases", basaltic,
		"A change of the queue's settings ends the handles given out, as servers do that make the queue anew.",
		[]string{"BQ-LEASE-18"}},
	{UpdateMovesLeases, "update-moves-leases", basaltic,
		"A new visibility timeout of the queue moves the ends of its running leases, as where a lease is kept by its start and the timeout is looked up.",
		[]string{"BQ-LEASE-01"}},
	{BatchSharesTimeout, "batch-shares-timeout", basaltic,
		"The messages of one receive share its timeout: of three each is hidden for a third of it, as where it bounds the work on all.",
		[]string{"BQ-RECV-08"}},
	{LapseLosesTenth, "lapse-loses-tenth", both,
		"Of the leases that end at one moment the tenth takes its message along, as with a page of a sweep that is one too short.",
		[]string{"BQ-LEASE-17", "EQ-LEASE-04"}},
	{LapseRevivesBatch, "lapse-revives-batch", both,
		"With a message whose lease ended those of its receive that were acknowledged come back, as where a lease is kept per receive.",
		[]string{"BQ-LEASE-03", "EQ-ACK-01"}},
	{LapsedHandleAcknowledgesNothing, "lapsed-handle-acknowledges-nothing", ezgh,
		"An acknowledge after the timeout or a release answers ok and the message stays, as deletes do whose condition matches no row.",
		[]string{"EQ-ACK-07", "EQ-VIS-09"}},
	{HandleReusedAfterRelease, "handle-reused-after-release", both,
		"The delivery after a release has the released handle again, as where a release only moves the deadline of a lease that goes on.",
		[]string{"BQ-LEASE-02", "BQ-LEASE-05", "BQ-LEASE-06", "BQ-BATCH-04", "EQ-LEASE-02", "EQ-ACK-08", "EQ-VIS-08"}},
	{ReleaseBacksOff, "release-backs-off", ezgh,
		"A released message comes back only after 3 s, as in queues that let a message rest after every failure.",
		[]string{"EQ-VIS-02"}},
	{ZeroLeaseRests, "zero-lease-rests", both,
		"After a receive with timeout 0 the message is hidden for 3 s, as where no timeout may be shorter than the sweeper's period.",
		[]string{"BQ-LEASE-11", "EQ-LEASE-03"}},
	{OldestHandleActs, "oldest-handle-acts", both,
		"The handle of the delivery before the last but one acts on the current lease, as where only the one before is kept to be refused.",
		[]string{"BQ-LEASE-05", "BQ-LEASE-06", "EQ-ACK-08", "EQ-VIS-08"}},
	{RedeliveredOutlivesAcknowledge, "redelivered-outlives-acknowledge", both,
		"On a standard queue a message that is acknowledged on a later delivery comes back when that lease would have ended, as where the delete removes the record of the first one.",
		[]string{"BQ-LEASE-03", "EQ-ACK-01"}},
	{LeaseCappedHour, "lease-capped-hour", both,
		"A lease of more than an hour ends after an hour, as where a lock's own longest time is shorter than what may be asked for.",
		[]string{"BQ-LEASE-01", "EQ-LEASE-01"}},
	{LapsedHandleDiesAfterMinute, "lapsed-handle-dies-after-minute", ezgh,
		"A handle is stale once a minute has passed since its timeout, though nobody received the message, as where handles are kept in a cache.",
		[]string{"EQ-ACK-07"}},
}
