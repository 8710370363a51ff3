package fault

// Faults of EZGH's receipt operations: which handles count, what becomes of the
// others in a request, and which browsers may ask.
const (
	ReceiptGarbageIsStale = receiptArea + iota
	ReceiptGarbageIsOK
	ReceiptAlteredIsStale
	ReceiptInvalidStopsRest
	ReceiptInvalidRefusesAll
	ReceiptInvalidUndoesAll
	ReceiptErrorsFirst
	ReceiptErrorsOnly
	ReceiptRepeatIsOK
	ReceiptRepeatsCollapse
	ReceiptLastIsLost
	ReceiptOneQueueOnly
	ReceiptQueuesNotMixed
	ReceiptNoneAccepted
	ReceiptElevenAccepted
	ReceiptElevenPartlyDone
	ReceiptNeedsKey
	ReceiptWrongKeyRefused
	ReceiptDeletedQueueIsInvalid
	ReceiptDeletedQueueIsOK
	ReceiptDeletedQueueIs404
	ReceiptStaleIs409
	ReceiptNullListAccepted
	ReceiptNonStringsAreInvalid
	ReceiptSingleTextAccepted
	OriginMissingOnErrors
	OriginMissingOnPost
	OriginOneOnly
	OriginWithCredentials
	PreflightRefused
	PreflightWithoutHeaders
	PreflightNeedsKey
	ExtendNoneAccepted
	ExtendElevenAccepted
	ExtendElevenPartlyDone
	ExtendNegativeAccepted
	Extend43201Accepted
	ExtendRangeClamped
	ExtendPartlyDone
	ExtendNeedsKey
	ExtendStaleIsOK
	ExtendInvalidIsStale
	ExtendErrorsFirst
	ExtendOriginMissing
	ReceiptFourthQueueStale
	ReceiptNeedsPermission
	ExtendNeedsPermission
	OriginMissingOverLimit
	OriginMissingOnMediaType
	BatchUsesFirstTimeout
	ReceiptRepeatsUncounted
	ExtendRepeatsUncounted
	ExtendRepeatIsStale
	ExtendRepeatsCollapse
	ExtendOneQueueOnly
	OriginMissingOnMalformed
	PreflightRefusedOverLimit
	ExtendOriginMissingOverLimit
	ReceiptAlteredFinishedIsStale
	ReceiptFinishedForgotten
)

var receiptFaults = []Fault{
	{ReceiptGarbageIsStale, "receipt-garbage-is-stale", ezgh,
		"A text that is no handle is stale, as where all that is not found is.",
		[]string{"EQ-ACK-13", "EQ-ACK-03"}},
	{ReceiptGarbageIsOK, "receipt-garbage-is-ok", ezgh,
		"Acknowledging a text that is no handle answers ok, as where a delete of nothing succeeds.",
		[]string{"EQ-ACK-13", "EQ-ACK-03"}},
	{ReceiptAlteredIsStale, "receipt-altered-is-stale", ezgh,
		"A text of a handle's length that is none is stale, as where only the length and alphabet are checked.",
		[]string{"EQ-ACK-13"}},
	{ReceiptInvalidStopsRest, "receipt-invalid-stops-rest", ezgh,
		"Handles behind an invalid one are left and answer invalid too, as with a loop that ends at the first error.",
		[]string{"EQ-ACK-15", "EQ-ACK-03"}},
	{ReceiptInvalidRefusesAll, "receipt-invalid-refuses-all", ezgh,
		"A request with an invalid handle answers 400 and acknowledges nothing, as with a validator of the whole.",
		[]string{"EQ-ACK-15", "EQ-ACK-03", "EQ-ACK-13", "EQ-LIMIT-01", "EQ-LIMIT-02"}},
	{ReceiptInvalidUndoesAll, "receipt-invalid-undoes-all", ezgh,
		"A request with an invalid handle acknowledges nothing though it answers ok, as with a transaction that rolls back.",
		[]string{"EQ-ACK-15", "EQ-ACK-03"}},
	{ReceiptErrorsFirst, "receipt-errors-first", ezgh,
		"Results of an ack come with the errors first, as where they are collected apart.",
		[]string{"EQ-ACK-03", "EQ-ACK-15", "EQ-ACK-17"}},
	{ReceiptErrorsOnly, "receipt-errors-only", ezgh,
		"Results of an ack name only what failed, where something did.",
		[]string{"EQ-ACK-03", "EQ-ACK-15", "EQ-ACK-17"}},
	{ReceiptRepeatIsOK, "receipt-repeat-is-ok", ezgh,
		"A handle given twice in one request is ok twice.",
		[]string{"EQ-ACK-17"}},
	{ReceiptRepeatsCollapse, "receipt-repeats-collapse", ezgh,
		"A handle given twice in one request has one result, as where handles are kept in a set.",
		[]string{"EQ-ACK-03", "EQ-ACK-17"}},
	{ReceiptLastIsLost, "receipt-last-is-lost", ezgh,
		"Of several handles the last is not acknowledged though it answers ok, as with a batch that is never flushed.",
		[]string{"EQ-ACK-04", "EQ-ACK-03", "EQ-ACK-05", "EQ-ACK-15", "EQ-ACK-17"}},
	{ReceiptOneQueueOnly, "receipt-one-queue-only", ezgh,
		"Handles of another queue than the first's are stale, as where the queue is taken from the first.",
		[]string{"EQ-ACK-04", "EQ-ACK-10"}},
	{ReceiptQueuesNotMixed, "receipt-queues-not-mixed", ezgh,
		"Handles of several queues in one request answer 400.",
		[]string{"EQ-ACK-04", "EQ-ACK-10"}},
	{ReceiptNoneAccepted, "receipt-none-accepted", ezgh,
		"An ack of no handles answers no results.",
		[]string{"EQ-ACK-05"}},
	{ReceiptElevenAccepted, "receipt-eleven-accepted", ezgh,
		"An ack of 11 handles is accepted.",
		[]string{"EQ-ACK-05"}},
	{ReceiptElevenPartlyDone, "receipt-eleven-partly-done", ezgh,
		"An ack of 11 handles answers 400 but acknowledges the first 10, as where they are counted while they are handled.",
		[]string{"EQ-ACK-05"}},
	{ReceiptNeedsKey, "receipt-needs-key", ezgh,
		"An ack without an API key answers 401.",
		[]string{"EQ-ACK-02"}},
	{ReceiptWrongKeyRefused, "receipt-wrong-key-refused", ezgh,
		"An ack with an API key that is not valid answers 401, as behind a gateway that checks every key it sees.",
		[]string{"EQ-ACK-02"}},
	{ReceiptDeletedQueueIsInvalid, "receipt-deleted-queue-is-invalid", ezgh,
		"A handle of a deleted queue is invalid, as where the queue holds the key of its handles.",
		[]string{"EQ-ACK-10"}},
	{ReceiptDeletedQueueIsOK, "receipt-deleted-queue-is-ok", ezgh,
		"Acknowledging a handle of a deleted queue answers ok.",
		[]string{"EQ-ACK-10"}},
	{ReceiptDeletedQueueIs404, "receipt-deleted-queue-is-404", ezgh,
		"A request with a handle of a deleted queue answers 404.",
		[]string{"EQ-ACK-10"}},
	{ReceiptStaleIs409, "receipt-stale-is-409", ezgh,
		"A request whose handles are all stale answers 409.",
		[]string{"EQ-ACK-06", "EQ-ACK-08", "EQ-ACK-09", "EQ-ACK-11", "EQ-ACK-12", "EQ-LIMIT-02"}},
	{ReceiptNullListAccepted, "receipt-null-list-accepted", ezgh,
		"receiptHandles that is null or missing answers no results.",
		[]string{"EQ-ACK-16"}},
	{ReceiptNonStringsAreInvalid, "receipt-non-strings-are-invalid", ezgh,
		"A handle that is no string answers 200 and invalid, as by decoders that convert.",
		[]string{"EQ-ACK-16"}},
	{ReceiptSingleTextAccepted, "receipt-single-text-accepted", ezgh,
		"receiptHandles that is one string counts as a list of it, as by decoders that wrap.",
		[]string{"EQ-ACK-16"}},
	{OriginMissingOnErrors, "origin-missing-on-errors", ezgh,
		"A 4xx of the receipt operations allows no origin, as where errors are written by another layer.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{OriginMissingOnPost, "origin-missing-on-post", ezgh,
		"The preflight allows the origin and the answer to the POST does not.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{OriginOneOnly, "origin-one-only", ezgh,
		"Only the service's own console is an allowed origin.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{OriginWithCredentials, "origin-with-credentials", ezgh,
		"Access-Control-Allow-Credentials is sent.",
		[]string{"EQ-ACK-18"}},
	{PreflightRefused, "preflight-refused", ezgh,
		"OPTIONS answers 405, as where only the POST is routed.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{PreflightWithoutHeaders, "preflight-without-headers", ezgh,
		"The preflight does not allow content-type.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{PreflightNeedsKey, "preflight-needs-key", ezgh,
		"The preflight answers 401, as where credentials come before CORS.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{ExtendNoneAccepted, "extend-none-accepted", ezgh,
		"A visibility change of no entries answers no results.",
		[]string{"EQ-VIS-04"}},
	{ExtendElevenAccepted, "extend-eleven-accepted", ezgh,
		"A visibility change of 11 entries is accepted.",
		[]string{"EQ-VIS-04"}},
	{ExtendElevenPartlyDone, "extend-eleven-partly-done", ezgh,
		"A visibility change of 11 entries answers 400 but changes the first 10.",
		[]string{"EQ-VIS-04"}},
	{ExtendNegativeAccepted, "extend-negative-accepted", ezgh,
		"A visibility change to -1 releases the message.",
		[]string{"EQ-VIS-03"}},
	{Extend43201Accepted, "extend-43201-accepted", ezgh,
		"A visibility change to 43,201 is accepted, as where only the lease itself is capped.",
		[]string{"EQ-VIS-03"}},
	{ExtendRangeClamped, "extend-range-clamped", ezgh,
		"A visibility change out of range answers 400 and moves the lease to the nearest bound.",
		[]string{"EQ-VIS-03"}},
	{ExtendPartlyDone, "extend-partly-done", ezgh,
		"Entries before one that is out of range are changed though the request answers 400.",
		[]string{"EQ-VIS-03"}},
	{ExtendNeedsKey, "extend-needs-key", ezgh,
		"A visibility change without an API key answers 401.",
		[]string{"EQ-VIS-05"}},
	{ExtendStaleIsOK, "extend-stale-is-ok", ezgh,
		"A visibility change with a stale handle answers ok and does nothing.",
		[]string{"EQ-VIS-05", "EQ-VIS-08", "EQ-ACK-09", "EQ-ACK-10", "EQ-ACK-11", "EQ-ACK-12"}},
	{ExtendInvalidIsStale, "extend-invalid-is-stale", ezgh,
		"A visibility change with a text that is no handle answers stale.",
		[]string{"EQ-VIS-05"}},
	{ExtendErrorsFirst, "extend-errors-first", ezgh,
		"Results of a visibility change come with the errors first.",
		[]string{"EQ-VIS-05"}},
	{ExtendOriginMissing, "extend-origin-missing", ezgh,
		"Only ack allows other origins, visibility does not.",
		[]string{"EQ-VIS-05"}},
	{ReceiptFourthQueueStale, "receipt-fourth-queue-stale", ezgh,
		"In one ack the handles of more than three queues are stale from the fourth queue on, as where a fan-out to queues is bounded and its rest forgotten.",
		[]string{"EQ-ACK-04"}},
	{ReceiptNeedsPermission, "receipt-needs-permission", ezgh,
		"An ack with a valid API key that may not receive answers 403, as where a key that is given is authorized although none is needed.",
		[]string{"EQ-ACK-02"}},
	{ExtendNeedsPermission, "extend-needs-permission", ezgh,
		"A visibility change with a valid API key that may not receive answers 403.",
		[]string{"EQ-VIS-05"}},
	{OriginMissingOverLimit, "origin-missing-over-limit", ezgh,
		"The 429 for too many invalid handles allows no origin, as where the limiter stands before CORS.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{OriginMissingOnMediaType, "origin-missing-on-media-type", ezgh,
		"A body that is not sent as JSON answers 415 and allows no origin, as where the router looks at media types before any handler.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{BatchUsesFirstTimeout, "batch-uses-first-timeout", both,
		"All entries of one visibility request get the first one's timeout, as where a batch becomes one update.",
		[]string{"BQ-LEASE-07", "EQ-VIS-01"}},
	{ReceiptRepeatsUncounted, "receipt-repeats-uncounted", ezgh,
		"An ack of 11 handles of which one is there twice is accepted, as where handles are put into a set and that is counted.",
		[]string{"EQ-ACK-05"}},
	{ExtendRepeatsUncounted, "extend-repeats-uncounted", ezgh,
		"A visibility change of 11 entries of which two have one handle is accepted, as where entries are put into a map by handle.",
		[]string{"EQ-VIS-04"}},
	{ExtendRepeatIsStale, "extend-repeat-is-stale", ezgh,
		"A handle given twice in one visibility change is stale the second time, as where the code of ack is used, which ends what it acts on.",
		[]string{"EQ-VIS-05"}},
	{ExtendRepeatsCollapse, "extend-repeats-collapse", ezgh,
		"A handle given twice in one visibility change has one result, as where entries are kept in a map by handle.",
		[]string{"EQ-VIS-05"}},
	{ExtendOneQueueOnly, "extend-one-queue-only", ezgh,
		"A visibility change moves only the leases of the first entry's queue though it answers ok for all, as where it becomes one update of one queue.",
		[]string{"EQ-VIS-05"}},
	{OriginMissingOnMalformed, "origin-missing-on-malformed", ezgh,
		"The 400 for a body that is no JSON allows no origin, as where a body parser stands before CORS.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{PreflightRefusedOverLimit, "preflight-refused-over-limit", ezgh,
		"The preflight of an address that is over its invalid handles answers 429 and allows no origin, so that no page can read why, as where the limiter looks at every method.",
		[]string{"EQ-ACK-14", "EQ-VIS-05"}},
	{ExtendOriginMissingOverLimit, "extend-origin-missing-over-limit", ezgh,
		"The 429 for too many invalid handles in visibility changes allows no origin, as where one route's limiter was put before CORS.",
		[]string{"EQ-VIS-05"}},
	{ReceiptAlteredFinishedIsStale, "receipt-altered-finished-is-stale", ezgh,
		"An altered handle of an acknowledged message is stale, as where the message is looked up before the authentication code is compared.",
		[]string{"EQ-ACK-13"}},
	{ReceiptFinishedForgotten, "receipt-finished-forgotten", ezgh,
		"A handle whose delivery is over is invalid once an hour has passed since its first use, as where what was used is kept in a cache to tell it from what never was a handle.",
		[]string{"EQ-ACK-06", "EQ-ACK-08"}},
}
