package fault

// Faults of Basaltic's wire: receives, receipts and batches.
const (
	ReceiveNeedsBody = basalticReceiveArea + iota
	EmptyListIsNull
	MaxMessagesClamped
	MaxMessagesZeroIsDefault
	TimeoutBoundOffByOne
	NegativeTimeoutIsZero
	WaitClamped
	NumericStringsAccepted
	FractionsTruncated
	MalformedReceiveLeases
	RefusedReceiveLeases
	ReceiveByGet
	VisibleAtIsReceive
	VisibleAtFromArrival
	GroupIDMissing
	GroupIDOnStandard
	QueueWaitIgnored
	ZeroWaitIsDefault
	ZeroWaitWaits
	GarbageHandleDeletesNothing
	GarbageHandleDeletesOldest
	ForeignHandleDeletesNothing
	ForeignHandleDeletes
	MissingHandleDeletesNothing
	LapsedDeleteSaysDone
	LapsedChangeSaysDone
	LapsedHandleSaysInvalid
	TimeoutChangeClamped
	BatchOfElevenAccepted
	RepeatedEntryIDsAccepted
	BatchStopsAtFailure
	BatchFailsWithEntry
	BatchResultsNumbered
	BatchLosesLastResult
	BatchErrorUnexplained
	BatchLapsedSaysDone
	BatchLapsedSpoilsRest
	BatchReleaseKeepsHandle
	BatchChangeFromLeaseStart
	BatchOfElevenActs
	RepeatedEntryIDsAct
	MissingHandleDeletesAvailable
	QueueWaitCaps
	GroupIDOnRedelivery
	KeyLossWaitsEmpty
	ReceiveByGetWithBody
	QueueWaitCapped
)

var basalticReceiveFaults = []Fault{
	{ReceiveNeedsBody, "receive-needs-body", basaltic,
		"A receive without a body is refused, as by frameworks that bind a body before they ask whether one is needed.",
		[]string{"BQ-RECV-01"}},
	{EmptyListIsNull, "empty-list-is-null", basaltic,
		"A receive that finds nothing answers messages: null, as a nil slice is encoded.",
		[]string{"BQ-RECV-02", "BQ-RECV-03"}},
	{MaxMessagesClamped, "max-messages-clamped", basaltic,
		"max_messages over 10 is taken for 10, as services do that would rather answer than refuse.",
		[]string{"BQ-RECV-05"}},
	{MaxMessagesZeroIsDefault, "max-messages-zero-is-default", basaltic,
		"max_messages 0 is taken for a field left out, as where a zero value means absence.",
		[]string{"BQ-RECV-05"}},
	{TimeoutBoundOffByOne, "timeout-bound-off-by-one", basaltic,
		"A receive takes a visibility timeout of 43,201 s, as with < in place of <=.",
		[]string{"BQ-RECV-06"}},
	{NegativeTimeoutIsZero, "negative-timeout-is-zero", basaltic,
		"A receive takes a negative visibility timeout for 0.",
		[]string{"BQ-RECV-06"}},
	{WaitClamped, "wait-clamped", basaltic,
		"wait_time_seconds over 20 is taken for 20.",
		[]string{"BQ-RECV-07"}},
	{NumericStringsAccepted, "numeric-strings-accepted", basaltic,
		`A number may be a string, such as "5", as in languages that convert by themselves.`,
		[]string{"BQ-RECV-05", "BQ-RECV-06", "BQ-RECV-07"}},
	{FractionsTruncated, "fractions-truncated", basaltic,
		"The fraction of a number is cut off, as by a conversion to an integer.",
		[]string{"BQ-RECV-05", "BQ-RECV-06", "BQ-RECV-07", "BQ-LEASE-10"}},
	{MalformedReceiveLeases, "malformed-receive-leases", basaltic,
		"A receive whose body is no JSON is taken for one without a body, as where a decoder's error is not looked at.",
		[]string{"BQ-RECV-17"}},
	{RefusedReceiveLeases, "refused-receive-leases", basaltic,
		"A receive whose body is refused has leased a message before, as where the body is read lazily.",
		[]string{"BQ-RECV-17", "BQ-RECV-05", "BQ-RECV-06", "BQ-RECV-07"}},
	{ReceiveByGet, "receive-by-get", basaltic,
		"A GET on the path of receive leases, as where a route is bound to any method.",
		[]string{"BQ-RECV-18"}},
	{VisibleAtIsReceive, "visible-at-is-receive", basaltic,
		"visible_at is the time of the receive.",
		[]string{"BQ-RECV-13"}},
	{VisibleAtFromArrival, "visible-at-from-arrival", basaltic,
		"visible_at of a message that its receive waited for is told from the receive's arrival, as where the deadline is worked out before the wait.",
		[]string{"BQ-RECV-13"}},
	{GroupIDMissing, "group-id-missing", basaltic,
		"Deliveries of FIFO queues have no message_group_id.",
		[]string{"BQ-RECV-19"}},
	{GroupIDOnStandard, "group-id-on-standard", basaltic,
		"Deliveries of standard queues have a message_group_id, as where one record serves both kinds.",
		[]string{"BQ-RECV-19"}},
	{QueueWaitIgnored, "queue-wait-ignored", basaltic,
		"A receive that names no wait answers at once, whatever the queue's receive_wait_time_seconds.",
		[]string{"BQ-POLL-04"}},
	{ZeroWaitIsDefault, "zero-wait-is-default", basaltic,
		"wait_time_seconds 0 is taken for a field left out, so that the queue's wait applies.",
		[]string{"BQ-POLL-04"}},
	{ZeroWaitWaits, "zero-wait-waits", basaltic,
		"A receive that is not to wait waits 1.5 s when nothing is there, as where polls have a least length.",
		[]string{"BQ-POLL-03"}},
	{GarbageHandleDeletesNothing, "garbage-handle-deletes-nothing", basaltic,
		"A delete with what is no handle answers success and does nothing, as idempotent deletes do.",
		[]string{"BQ-LEASE-19"}},
	{GarbageHandleDeletesOldest, "garbage-handle-deletes-oldest", basaltic,
		"A delete with what is no handle deletes the message that is in flight the longest, as where a failed lookup gives the first row.",
		[]string{"BQ-LEASE-12", "BQ-LEASE-19"}},
	{ForeignHandleDeletesNothing, "foreign-handle-deletes-nothing", basaltic,
		"A delete with another queue's handle answers success and does nothing.",
		[]string{"BQ-LEASE-13"}},
	{ForeignHandleDeletes, "foreign-handle-deletes", basaltic,
		"A delete with another queue's handle deletes there, as where a handle alone finds its message.",
		[]string{"BQ-LEASE-13"}},
	{MissingHandleDeletesNothing, "missing-handle-deletes-nothing", basaltic,
		"A delete without receipt_handle answers success, as where no row matches the empty text.",
		[]string{"BQ-LEASE-16"}},
	{LapsedDeleteSaysDone, "lapsed-delete-says-done", basaltic,
		"A delete with a handle whose lease is over answers success and does nothing, so that a slow consumer never learns of it.",
		[]string{"BQ-LEASE-04", "BQ-LEASE-05", "BQ-LEASE-09", "BQ-LEASE-11", "BQ-BATCH-04", "BQ-BATCH-05", "BQ-QUEUE-08"}},
	{LapsedChangeSaysDone, "lapsed-change-says-done", basaltic,
		"A visibility change with a handle whose lease is over answers success and does nothing.",
		[]string{"BQ-LEASE-06", "BQ-LEASE-09", "BQ-BATCH-04", "BQ-BATCH-05", "BQ-QUEUE-08"}},
	{LapsedHandleSaysInvalid, "lapsed-handle-says-invalid", basaltic,
		"A handle whose lease is over is refused as invalid, as where only live handles are kept.",
		[]string{"BQ-LEASE-04", "BQ-LEASE-05", "BQ-LEASE-06", "BQ-LEASE-09", "BQ-LEASE-11", "BQ-BATCH-05"}},
	{TimeoutChangeClamped, "timeout-change-clamped", basaltic,
		"A visibility change over 43,200 s is taken for 43,200 s.",
		[]string{"BQ-LEASE-10"}},
	{BatchOfElevenAccepted, "batch-of-eleven-accepted", basaltic,
		"A batch may have 11 entries.",
		[]string{"BQ-BATCH-02"}},
	{RepeatedEntryIDsAccepted, "repeated-entry-ids-accepted", basaltic,
		"Two entries of a batch may have one id.",
		[]string{"BQ-BATCH-03"}},
	{BatchStopsAtFailure, "batch-stops-at-failure", basaltic,
		"A batch ends with its first failing entry; those behind it have no result, as where an error leaves a loop.",
		[]string{"BQ-BATCH-04"}},
	{BatchFailsWithEntry, "batch-fails-with-entry", basaltic,
		"A bad entry makes the whole batch answer an error, though those before it are done.",
		[]string{"BQ-BATCH-04", "BQ-BATCH-05"}},
	{BatchResultsNumbered, "batch-results-numbered", basaltic,
		"The results of a batch carry numbers in place of the entries' ids.",
		[]string{"BQ-BATCH-01"}},
	{BatchLosesLastResult, "batch-loses-last-result", basaltic,
		"The tenth entry of a batch is carried out but has no result, as with a loop that ends one early.",
		[]string{"BQ-BATCH-01"}},
	{BatchErrorUnexplained, "batch-error-unexplained", basaltic,
		"The result of a bad entry has a code but no message.",
		[]string{"BQ-BATCH-04"}},
	{BatchLapsedSaysDone, "batch-lapsed-says-done", basaltic,
		"In a batch, a handle whose lease is over is reported as done.",
		[]string{"BQ-BATCH-04", "BQ-BATCH-05", "BQ-QUEUE-08"}},
	{BatchLapsedSpoilsRest, "batch-lapsed-spoils-rest", basaltic,
		"In a batch, the entries behind a handle whose lease is over fail like it, as where an error is not reset.",
		[]string{"BQ-BATCH-04", "BQ-BATCH-05"}},
	{BatchReleaseKeepsHandle, "batch-release-keeps-handle", basaltic,
		"A message that was released in a batch can still be deleted by its handle, as where a batch has a code path of its own that only moves the deadline.",
		[]string{"BQ-LEASE-09"}},
	{BatchChangeFromLeaseStart, "batch-change-from-lease-start", basaltic,
		"A timeout set in a batch counts from the receive, though one set alone counts from now, as where a batch updates rows by an expression of its own.",
		[]string{"BQ-LEASE-07"}},
	{BatchOfElevenActs, "batch-of-eleven-acts", basaltic,
		"A batch of 11 is refused when its first ten entries have happened, as where entries are carried out while they are read.",
		[]string{"BQ-BATCH-02"}},
	{RepeatedEntryIDsAct, "repeated-entry-ids-act", basaltic,
		"A batch with a repeated id is refused when the entries before the repeat have happened, as by an index that only the second violates.",
		[]string{"BQ-BATCH-03"}},
	{MissingHandleDeletesAvailable, "missing-handle-deletes-available", basaltic,
		"A delete without a handle is refused when it has deleted a message that is available, as in a table where those have none.",
		[]string{"BQ-LEASE-16"}},
	{QueueWaitCaps, "queue-wait-caps", basaltic,
		"No receive waits longer than the queue's receive_wait_time_seconds, as where that is taken for a bound.",
		[]string{"BQ-POLL-01"}},
	{GroupIDOnRedelivery, "group-id-on-redelivery", basaltic,
		"A standard queue's message has a message_group_id from its second delivery on, as where what comes back is kept with the groups.",
		[]string{"BQ-RECV-19"}},
	{KeyLossWaitsEmpty, "key-loss-waits-empty", basaltic,
		"A receive that may wait answers an empty list when the queue's key is unavailable, as where a long poll takes what fails for nothing there.",
		[]string{"BQ-KMS-01"}},
	{ReceiveByGetWithBody, "receive-by-get-with-body", basaltic,
		"A GET on the path of receive leases where it has a body, as where what has a body is taken for a POST.",
		[]string{"BQ-RECV-18"}},
	{QueueWaitCapped, "queue-wait-capped", basaltic,
		"A receive that names no wait waits 5 s at most, however long the queue's is, as where the default of a setting is also its bound.",
		[]string{"BQ-POLL-04", "BQ-POLL-13"}},
}
