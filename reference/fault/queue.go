package fault

// Faults of queues as a whole: purge, depth, peek and changes of settings.
const (
	PurgeSparesInFlight = queueArea + iota
	PurgeSparesDelayed
	PurgeCountsAvailable
	DepthCountsInFlightTwice
	DepthForgetsDelayed
	PeekCounts
	PeekLeases
	PeekIgnoresFilter
	PeekIgnoresExtension
	PeekRepeatsLast
	PeekSkipsOne
	PeekShowsLapsedInFlight
	PeekShowsReleasedInFlight
	PurgeBlocksGroups
	PurgeSparesReturned
	PurgeTakesHundred
	PurgeEndsWaits
	PurgeRestartsSequence
	UpdateVisibilityUnused
	UpdateDelayUnused
	UpdateRetentionUnused
	UpdateEndsDelays
	UpdateForgetsDeduplication
	UpdateEndsWaits
	UpdateResetsCounts
	UpdateForgetsExtensions
	UpdateRedriveUnused
	PeekEndsAtHundred
)

var queueFaults = []Fault{
	{PurgeSparesInFlight, "purge-spares-in-flight", both,
		"A purge leaves the messages in flight, and their handles work on.",
		[]string{"BQ-QUEUE-08", "BQ-QUEUE-09", "EQ-ACK-09"}},
	{PurgeSparesDelayed, "purge-spares-delayed", basaltic,
		"A purge leaves the delayed messages.",
		[]string{"BQ-QUEUE-08", "BQ-QUEUE-09"}},
	{PurgeCountsAvailable, "purge-counts-available", basaltic,
		"A purge reports only the available messages, though it deletes all.",
		[]string{"BQ-QUEUE-08"}},
	{DepthCountsInFlightTwice, "depth-counts-in-flight-twice", basaltic,
		"The number of available messages includes those in flight.",
		[]string{"BQ-QUEUE-09"}},
	{DepthForgetsDelayed, "depth-forgets-delayed", basaltic,
		"Delayed messages are counted nowhere.",
		[]string{"BQ-QUEUE-09"}},
	{PeekCounts, "peek-counts", basaltic,
		"A peek raises the receive count.",
		[]string{"BQ-PEEK-01"}},
	{PeekLeases, "peek-leases", basaltic,
		"A peek hides what it shows for the visibility timeout, as servers do that peek by receiving.",
		[]string{"BQ-PEEK-01", "BQ-PEEK-02"}},
	{PeekIgnoresFilter, "peek-ignores-filter", basaltic,
		"A peek shows messages of every state, whichever it was asked for.",
		[]string{"BQ-PEEK-02"}},
	{PeekIgnoresExtension, "peek-ignores-extension", basaltic,
		"A peek shows a message as available once its lease's first end has passed, though the lease was extended, as where a view is kept of what a receive wrote.",
		[]string{"BQ-PEEK-02"}},
	{PeekRepeatsLast, "peek-repeats-last", basaltic,
		"A page of a peek begins with the last message of the page before.",
		[]string{"BQ-PEEK-02"}},
	{PeekSkipsOne, "peek-skips-one", basaltic,
		"A page of a peek leaves out the message after the last of the page before.",
		[]string{"BQ-PEEK-02"}},
	{PeekShowsLapsedInFlight, "peek-shows-lapsed-in-flight", basaltic,
		"A message whose lease lapsed is shown as in flight until it is received again, as where a lapse is only looked at by receives.",
		[]string{"BQ-PEEK-02"}},
	{PeekShowsReleasedInFlight, "peek-shows-released-in-flight", basaltic,
		"A released message is shown as in flight until its lease would have ended, as where a view is kept of what a receive wrote.",
		[]string{"BQ-PEEK-02"}},
	{PurgeBlocksGroups, "purge-blocks-groups", basaltic,
		"A group whose message was in flight when its queue was purged stays locked, as where locks are kept beside the messages.",
		[]string{"BQ-QUEUE-08"}},
	{PurgeSparesReturned, "purge-spares-returned", basaltic,
		"A purge leaves available messages that had been received and came back, as where those are kept in a list for retries.",
		[]string{"BQ-QUEUE-08"}},
	{PurgeTakesHundred, "purge-takes-hundred", basaltic,
		"A purge deletes and reports 100 messages at most, as where one page of them is read and deleted.",
		[]string{"BQ-QUEUE-08"}},
	{PurgeEndsWaits, "purge-ends-waits", both,
		"A purge ends the receives that wait, as where the queue is closed and opened anew.",
		[]string{"BQ-POLL-01", "EQ-POLL-01"}},
	{PurgeRestartsSequence, "purge-restarts-sequence", ezgh,
		"seq starts anew after a purge, as where the queue's table is truncated with its counter.",
		[]string{"EQ-FIFO-03"}},
	{UpdateVisibilityUnused, "update-visibility-unused", basaltic,
		"A visibility timeout that was updated is shown, but receives lease for the old one, as where settings are read when a queue is opened.",
		[]string{"BQ-RECV-14"}},
	{UpdateDelayUnused, "update-delay-unused", basaltic,
		"A delay that was updated is shown, but messages are held back for the old one, as where senders keep settings.",
		[]string{"BQ-SEND-05"}},
	{UpdateRetentionUnused, "update-retention-unused", basaltic,
		"A retention that was updated is shown, but messages sent since are kept for the old one, as where only a table's creation sets it.",
		[]string{"BQ-SEND-06"}},
	{UpdateEndsDelays, "update-ends-delays", basaltic,
		"Any update makes delayed messages available, as where the queue is opened anew and its timers are lost.",
		[]string{"BQ-SEND-05"}},
	{UpdateForgetsDeduplication, "update-forgets-deduplication", basaltic,
		"Any update forgets the deduplication ids, as where the queue is opened anew and had them in memory.",
		[]string{"BQ-FIFO-09"}},
	{UpdateEndsWaits, "update-ends-waits", basaltic,
		"Any update ends the receives that wait, as where the queue is closed and opened anew.",
		[]string{"BQ-POLL-01"}},
	{UpdateResetsCounts, "update-resets-counts", basaltic,
		"Any update sets the receive counts of messages to 0, as where the queue is opened anew and had them in memory.",
		[]string{"BQ-RECV-09"}},
	{UpdateForgetsExtensions, "update-forgets-extensions", basaltic,
		"Any update has extended leases end when they were to at first, as where extensions are in memory alone.",
		[]string{"BQ-LEASE-07"}},
	{UpdateRedriveUnused, "update-redrive-unused", basaltic,
		"A redrive policy that was updated is shown, but messages move by the old one, as where settings are read when a queue is opened.",
		[]string{"BQ-DLQ-01", "BQ-QUEUE-04"}},
	{PeekEndsAtHundred, "peek-ends-at-hundred", basaltic,
		"A peek shows the first 100 messages of a queue and no more, as from a cache of so many.",
		[]string{"BQ-PEEK-02"}},
}
