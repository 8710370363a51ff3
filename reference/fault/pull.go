package fault

// Faults of EZGH's receive, who may use it, and what it answers.
const (
	PullNeedsField = pullArea + iota
	PullDefaultMaxTen
	PullMaxZeroAccepted
	PullMaxElevenAccepted
	PullWaitNegativeAccepted
	PullWait21Accepted
	PullVisibilityNegativeAccepted
	PullVisibility43201Accepted
	PullRangesClamped
	PullRangeIs422
	PullWaitDefaultIgnored
	PullZeroWaitIsDefault
	PullZeroWaitWaits
	PullEmptyIsNull
	PullEmptyIs204
	PullAnswerIsText
	PullSeqIsNumber
	PullSeqPrefixed
	PullSeqRepeats
	PullSeqMissing
	PullGroupMissing
	PullGroupOnStandard
	PullSeqOnStandard
	PullBodyEscaped
	PullBodyThreeBytes
	PullNumbersNormalised
	PullEmptyAttributesDropped
	PullAttributeNamesLowered
	PullMalformedIsEmpty
	PullMalformedClaims
	PullNumericStringsAccepted
	PullFractionsTruncated
	PullAnonymousAccepted
	PullAnonymousIs403
	PullAnonymousClaims
	PullAnyKeyAccepted
	PullWrongKeyIs400
	PullPermissionIgnored
	PullPermissionIs401
	PullUnknownQueueIs400
	PullUnknownQueueIs403
	PullUnknownQueueIsEmpty
	PullForeignQueueVisible
	PullUnavailableUnexplained
	PullUnavailableForever
	PushTakesAll
	PushCopies
	PullQueueWaitCaps
	PullGroupOnRedelivery
	PullAttributeNamesEscaped
	PullAttributeNamesWithoutDots
	PullAttributeLineEndsUnified
	PullAttributeValuesCut
	PullAttributesBeyondSixteenLost
	PullUnavailableSaysOnce
	PullFIFORangesClamped
	PullFIFOWaitDefaultIgnored
	PullQueueWaitCapped
)

var pullFaults = []Fault{
	{PullNeedsField, "pull-needs-field", ezgh,
		"A receive that names no field is refused, as with a validator that takes {} for a missing body.",
		[]string{"EQ-RECV-01"}},
	{PullDefaultMaxTen, "pull-default-max-ten", ezgh,
		"A receive without maxMessages answers up to 10, as servers do that take the bound for the default.",
		[]string{"EQ-RECV-04"}},
	{PullMaxZeroAccepted, "pull-max-zero-accepted", ezgh,
		"maxMessages 0 counts as 1, as with a default for the zero value.",
		[]string{"EQ-RECV-06"}},
	{PullMaxElevenAccepted, "pull-max-eleven-accepted", ezgh,
		"maxMessages 11 is accepted, as with an exclusive bound that is one too high.",
		[]string{"EQ-RECV-06"}},
	{PullWaitNegativeAccepted, "pull-wait-negative-accepted", ezgh,
		"waitSeconds -1 counts as 0, as timers do that have passed already.",
		[]string{"EQ-RECV-07"}},
	{PullWait21Accepted, "pull-wait-21-accepted", ezgh,
		"waitSeconds 21 is accepted, as with < in place of <= on the wrong side.",
		[]string{"EQ-RECV-07"}},
	{PullVisibilityNegativeAccepted, "pull-visibility-negative-accepted", ezgh,
		"visibilityTimeoutSeconds -1 on a receive counts as 0.",
		[]string{"EQ-RECV-08"}},
	{PullVisibility43201Accepted, "pull-visibility-43201-accepted", ezgh,
		"visibilityTimeoutSeconds 43,201 on a receive is accepted, as where only the lease itself is capped.",
		[]string{"EQ-RECV-08"}},
	{PullRangesClamped, "pull-ranges-clamped", ezgh,
		"Numbers of a receive that are out of range are moved to the nearest bound, as lenient gateways do.",
		[]string{"EQ-RECV-06", "EQ-RECV-07", "EQ-RECV-08"}},
	{PullRangeIs422, "pull-range-is-422", ezgh,
		"A receive that is out of range answers 422, as frameworks do that validate by themselves.",
		[]string{"EQ-RECV-06", "EQ-RECV-07", "EQ-RECV-08", "EQ-RECV-16"}},
	{PullWaitDefaultIgnored, "pull-wait-default-ignored", ezgh,
		"A receive without waitSeconds does not wait, whatever the queue's receiveWaitSeconds.",
		[]string{"EQ-POLL-04"}},
	{PullZeroWaitIsDefault, "pull-zero-wait-is-default", ezgh,
		"waitSeconds 0 takes the queue's receiveWaitSeconds, as servers do that take 0 for a field left out.",
		[]string{"EQ-POLL-04"}},
	{PullZeroWaitWaits, "pull-zero-wait-waits", ezgh,
		"waitSeconds 0 waits 1.5 s on an empty queue, as with a minimum that spares the server.",
		[]string{"EQ-POLL-03"}},
	{PullEmptyIsNull, "pull-empty-is-null", ezgh,
		"A receive that finds nothing answers {\"messages\":null}, as encoders do with a list that was never made.",
		[]string{"EQ-RECV-02", "EQ-RECV-03"}},
	{PullEmptyIs204, "pull-empty-is-204", ezgh,
		"A receive that finds nothing answers 204 without a body.",
		[]string{"EQ-RECV-02", "EQ-RECV-03"}},
	{PullAnswerIsText, "pull-answer-is-text", ezgh,
		"Answers of receive say that they are text/plain, as servers do that guess the type.",
		[]string{"EQ-RECV-03"}},
	{PullSeqIsNumber, "pull-seq-is-number", ezgh,
		"seq is a JSON number, which loses digits in many clients.",
		[]string{"EQ-RECV-03"}},
	{PullSeqPrefixed, "pull-seq-prefixed", ezgh,
		"seq is a text with letters before the digits.",
		[]string{"EQ-FIFO-03", "EQ-RECV-03"}},
	{PullSeqRepeats, "pull-seq-repeats", ezgh,
		"Messages sent one after the other share a seq, as with a coarse clock in place of a counter.",
		[]string{"EQ-FIFO-03"}},
	{PullSeqMissing, "pull-seq-missing", ezgh,
		"A FIFO delivery has no seq.",
		[]string{"EQ-FIFO-03"}},
	{PullGroupMissing, "pull-group-missing", ezgh,
		"A FIFO delivery has no groupId.",
		[]string{"EQ-FIFO-03"}},
	{PullGroupOnStandard, "pull-group-on-standard", ezgh,
		"A delivery of a standard queue has a groupId, as where each message is a group of its own.",
		[]string{"EQ-RECV-15"}},
	{PullSeqOnStandard, "pull-seq-on-standard", ezgh,
		"A delivery of a standard queue has a seq, as where both kinds share a table.",
		[]string{"EQ-RECV-15"}},
	{PullBodyEscaped, "pull-body-escaped", ezgh,
		"The characters <, > and & of a body come back as HTML entities.",
		[]string{"EQ-RECV-14"}},
	{PullBodyThreeBytes, "pull-body-three-bytes", ezgh,
		"Characters beyond the basic plane come back as question marks, as from a table in utf8mb3.",
		[]string{"EQ-RECV-14"}},
	{PullNumbersNormalised, "pull-numbers-normalised", ezgh,
		"An attribute that looks like a number comes back as one would print it: 1.50 as 1.5.",
		[]string{"EQ-RECV-14"}},
	{PullEmptyAttributesDropped, "pull-empty-attributes-dropped", ezgh,
		"An attribute whose value is empty is lost, as in stores without empty texts.",
		[]string{"EQ-RECV-14"}},
	{PullAttributeNamesLowered, "pull-attribute-names-lowered", ezgh,
		"Names of attributes come back in lower case, as where they travel as headers.",
		[]string{"EQ-RECV-14"}},
	{PullMalformedIsEmpty, "pull-malformed-is-empty", ezgh,
		"A receive whose body is no JSON counts as {}, as servers do that ignore the decoder's error.",
		[]string{"EQ-RECV-16"}},
	{PullMalformedClaims, "pull-malformed-claims", ezgh,
		"A refused receive claims a message, as where fields are checked after the lease is taken.",
		[]string{"EQ-RECV-16", "EQ-RECV-06", "EQ-RECV-07", "EQ-RECV-08"}},
	{PullNumericStringsAccepted, "pull-numeric-strings-accepted", ezgh,
		"A number in quotes is accepted, as by decoders that convert.",
		[]string{"EQ-RECV-16"}},
	{PullFractionsTruncated, "pull-fractions-truncated", ezgh,
		"A fraction such as 1.5 is accepted and cut, as where all numbers are floats.",
		[]string{"EQ-RECV-16"}},
	{PullAnonymousAccepted, "pull-anonymous-accepted", ezgh,
		"A receive without a credential is served, as behind a gateway that was to check it.",
		[]string{"EQ-AUTH-01"}},
	{PullAnonymousIs403, "pull-anonymous-is-403", ezgh,
		"A receive without a credential answers 403, as where nobody has no permission.",
		[]string{"EQ-AUTH-01"}},
	{PullAnonymousClaims, "pull-anonymous-claims", ezgh,
		"A receive that answers 401 claims a message, as where the credential is checked beside the work.",
		[]string{"EQ-AUTH-01"}},
	{PullAnyKeyAccepted, "pull-any-key-accepted", ezgh,
		"Any API key is accepted, as where only the header's presence is checked.",
		[]string{"EQ-AUTH-01"}},
	{PullWrongKeyIs400, "pull-wrong-key-is-400", ezgh,
		"An API key that is not valid answers 400, as where its form is parsed first.",
		[]string{"EQ-AUTH-01"}},
	{PullPermissionIgnored, "pull-permission-ignored", ezgh,
		"Any valid API key may receive.",
		[]string{"EQ-AUTH-02"}},
	{PullPermissionIs401, "pull-permission-is-401", ezgh,
		"An API key without the permission answers 401, as services do that mix up who and what.",
		[]string{"EQ-AUTH-02"}},
	{PullUnknownQueueIs400, "pull-unknown-queue-is-400", ezgh,
		"A queue that does not exist answers 400.",
		[]string{"EQ-ERR-01"}},
	{PullUnknownQueueIs403, "pull-unknown-queue-is-403", ezgh,
		"A queue that does not exist answers 403, as where the permission is looked up on the queue.",
		[]string{"EQ-ERR-01"}},
	{PullUnknownQueueIsEmpty, "pull-unknown-queue-is-empty", ezgh,
		"A receive from a queue that does not exist answers no messages, as where queues are made on first use.",
		[]string{"EQ-ERR-01"}},
	{PullForeignQueueVisible, "pull-foreign-queue-visible", ezgh,
		"A queue is served under any project's path, as where only its id is looked up.",
		[]string{"EQ-ERR-01"}},
	{PullUnavailableUnexplained, "pull-unavailable-unexplained", ezgh,
		"A 503 has no Retry-After.",
		[]string{"EQ-ERR-02"}},
	{PullUnavailableForever, "pull-unavailable-forever", ezgh,
		"A queue that was unavailable once stays so, as behind a breaker that never closes.",
		[]string{"EQ-ERR-02"}},
	{PushTakesAll, "push-takes-all", ezgh,
		"A queue with a subscription refuses to be received from.",
		[]string{"EQ-PUSH-01"}},
	{PushCopies, "push-copies", ezgh,
		"A pushed message is delivered to a pull consumer too, as where a push is a copy.",
		[]string{"EQ-PUSH-01"}},
	{PullQueueWaitCaps, "pull-queue-wait-caps", ezgh,
		"No receive waits longer than the queue's receiveWaitSeconds, as where that is taken for a bound.",
		[]string{"EQ-POLL-01"}},
	{PullGroupOnRedelivery, "pull-group-on-redelivery", ezgh,
		"A standard queue's message has a groupId from its second delivery on, as where what comes back is kept with the groups.",
		[]string{"EQ-RECV-15"}},
	{PullAttributeNamesEscaped, "pull-attribute-names-escaped", ezgh,
		"Attributes come back under percent-encoded names, as where each is kept in a header.",
		[]string{"EQ-RECV-14"}},
	{PullAttributeNamesWithoutDots, "pull-attribute-names-without-dots", ezgh,
		"A dot in an attribute's name comes back as an underscore, as from a store that takes it for a path.",
		[]string{"EQ-RECV-14"}},
	{PullAttributeLineEndsUnified, "pull-attribute-line-ends-unified", ezgh,
		"A carriage return and line feed in an attribute's value come back as a line feed, as from a text file.",
		[]string{"EQ-RECV-14"}},
	{PullAttributeValuesCut, "pull-attribute-values-cut", ezgh,
		"Attributes' values are cut after 255 bytes, as by a column.",
		[]string{"EQ-RECV-14"}},
	{PullAttributesBeyondSixteenLost, "pull-attributes-beyond-sixteen-lost", ezgh,
		"Of more than 16 attributes 16 come back, as where a row has so many columns for them.",
		[]string{"EQ-RECV-14"}},
	{PullUnavailableSaysOnce, "pull-unavailable-says-once", ezgh,
		"Only the first 503 of an outage has Retry-After, as where a breaker sets it when it opens and not while it is open.",
		[]string{"EQ-ERR-02"}},
	{PullFIFORangesClamped, "pull-fifo-ranges-clamped", ezgh,
		"Numbers of a receive from a FIFO queue that are out of range are moved to the nearest bound, as where only one path has a validator.",
		[]string{"EQ-RECV-06", "EQ-RECV-07", "EQ-RECV-08"}},
	{PullFIFOWaitDefaultIgnored, "pull-fifo-wait-default-ignored", ezgh,
		"A receive from a FIFO queue without waitSeconds does not wait, whatever the queue's receiveWaitSeconds.",
		[]string{"EQ-POLL-04"}},
	{PullQueueWaitCapped, "pull-queue-wait-capped", ezgh,
		"A receive that names no wait waits 10 s at most, however long the queue's is, as where only waits that are named keep a connection from its idle time-out.",
		[]string{"EQ-POLL-04"}},
}
