package fault

// Faults of messages: what is kept, shown, delayed, expired and moved.
const (
	BodyTrimmed = messageArea + iota
	IDChangesOnRedelivery
	AttributesLostOnRedelivery
	SentAtMovesOnRedelivery
	FirstReceivedMoves
	FirstReceivedLate
	ReceiveCountFromZero
	ReceiveCountStuck
	ReceiveCountSkipsReleases
	VisibleAtIgnoresOverride
	MaxOffByOne
	DelayIgnored
	OwnDelayIgnored
	DelayShort
	RetentionIgnored
	RetentionSparesLeased
	InFlightCapMissing
	InFlightCapKeepsLapsed
	RedriveOneEarly
	RedriveOneLate
	RedriveTwoLate
	RedriveMissing
	RedriveOfFirstOnly
	RedriveLoses
	RedriveCopies
	RedriveNewID
	RedriveLosesAttributes
	RedriveUnmarked
	SendLost
	InFlightCapOverstepped
	RetentionRenewed
	SentAtMovesOnExtension
	FirstReceivedResetByZero
	BodyCutAtNUL
	FirstReceivedResetByLapse
	VisibleAtOfFirstOnly
	FourthSentAtMoves
	SequenceRaisedOnRedelivery
	ExtensionsCountToRedrive
	RedriveOnceOnly
	RedriveSparesWaiters
	RedriveForgetsDeduplication
	ExpiryForgetsDeduplication
	DelayCappedMinute
	DeduplicationOfLastHundred
	DeduplicationFromAcknowledge
)

var messageFaults = []Fault{
	{BodyTrimmed, "body-trimmed", both,
		"White space around a body is lost, as form decoders do.",
		[]string{"BQ-RECV-11", "EQ-RECV-14"}},
	{IDChangesOnRedelivery, "id-changes-on-redelivery", both,
		"A message has a new id on each delivery but the first, as servers do that send it again.",
		[]string{"BQ-RECV-10", "EQ-RECV-11"}},
	{AttributesLostOnRedelivery, "attributes-lost-on-redelivery", both,
		"A message has its attributes only on the first delivery.",
		[]string{"BQ-RECV-10", "EQ-RECV-11", "EQ-RECV-03"}},
	{SentAtMovesOnRedelivery, "sent-at-moves-on-redelivery", both,
		"The time of sending is that of the delivery from the second one on, as servers do that send it again.",
		[]string{"BQ-RECV-10", "EQ-RECV-11"}},
	{FirstReceivedMoves, "first-received-moves", ezgh,
		"firstReceivedAt is the time of the latest receive.",
		[]string{"EQ-RECV-12"}},
	{FirstReceivedLate, "first-received-late", ezgh,
		"firstReceivedAt is set only when the message is received again, as when it is written after the answer.",
		[]string{"EQ-RECV-12", "EQ-RECV-03"}},
	{ReceiveCountFromZero, "receive-count-from-zero", both,
		"The first delivery counts as 0, as when the counter is read before it is raised.",
		[]string{"BQ-RECV-09", "EQ-RECV-13"}},
	{ReceiveCountStuck, "receive-count-stuck", both,
		"Every delivery counts as 1, as when the counter is kept with the lease.",
		[]string{"BQ-RECV-09", "EQ-RECV-13"}},
	{ReceiveCountSkipsReleases, "receive-count-skips-releases", both,
		"A delivery that was released is not counted, as servers do that count lapses.",
		[]string{"BQ-DLQ-05", "BQ-RECV-09", "EQ-DLQ-02", "EQ-RECV-13"}},
	{VisibleAtIgnoresOverride, "visible-at-ignores-override", basaltic,
		"visible_at is told from the queue's timeout, although the receive named another.",
		[]string{"BQ-RECV-13"}},
	{MaxOffByOne, "max-off-by-one", both,
		"A receive may answer one message more than asked for.",
		[]string{"BQ-RECV-04", "EQ-RECV-05", "EQ-RECV-04"}},
	{DelayIgnored, "delay-ignored", basaltic,
		"A delay is accepted and not kept.",
		[]string{"BQ-SEND-05"}},
	{OwnDelayIgnored, "own-delay-ignored", basaltic,
		"A message's own delay is ignored in favour of the queue's.",
		[]string{"BQ-SEND-05"}},
	{DelayShort, "delay-short", basaltic,
		"A delay lasts 85 % of its time.",
		[]string{"BQ-SEND-05"}},
	{RetentionIgnored, "retention-ignored", both,
		"A message is kept past its retention.",
		[]string{"BQ-SEND-06", "EQ-ACK-12"}},
	{RetentionSparesLeased, "retention-spares-leased", both,
		"A message received once is kept past its retention, as with a sweep over what was never received.",
		[]string{"BQ-SEND-06", "EQ-ACK-12"}},
	{InFlightCapMissing, "in-flight-cap-missing", ezgh,
		"Any number of messages can be in flight.",
		[]string{"EQ-FLIGHT-01", "EQ-FLIGHT-02"}},
	{InFlightCapKeepsLapsed, "in-flight-cap-keeps-lapsed", ezgh,
		"Messages that became visible again still count as in flight, as with a counter that only an acknowledge lowers.",
		[]string{"EQ-FLIGHT-01", "EQ-FLIGHT-02"}},
	{RedriveOneEarly, "redrive-one-early", both,
		"A message moves to the dead-letter queue one receive too early, as when the count is compared before it is raised.",
		[]string{"BQ-DLQ-02", "BQ-DLQ-05", "EQ-DLQ-02"}},
	{RedriveOneLate, "redrive-one-late", both,
		"A message moves to the dead-letter queue one receive too late, as with > in place of >=.",
		[]string{"BQ-DLQ-05", "EQ-DLQ-02"}},
	{RedriveTwoLate, "redrive-two-late", both,
		"A message moves to the dead-letter queue two receives too late.",
		[]string{"BQ-DLQ-01", "BQ-DLQ-05", "EQ-DLQ-02"}},
	{RedriveMissing, "redrive-missing", both,
		"A message never moves to the dead-letter queue.",
		[]string{"BQ-DLQ-01", "BQ-DLQ-05", "EQ-DLQ-02"}},
	{RedriveOfFirstOnly, "redrive-of-first-only", both,
		"A message is leased over its limit where a receive has taken another before it, as where only the head of the queue is looked at.",
		[]string{"BQ-DLQ-01", "EQ-DLQ-02"}},
	{RedriveLoses, "redrive-loses", both,
		"A message that should move to the dead-letter queue is lost, as when the delete comes before a send that fails.",
		[]string{"BQ-DLQ-01", "BQ-DLQ-03", "BQ-DLQ-05", "EQ-DLQ-01", "EQ-DLQ-02", "EQ-ACK-11"}},
	{RedriveCopies, "redrive-copies", both,
		"A message that moves to the dead-letter queue stays in its own queue too, as when the delete after the send is lost.",
		[]string{"BQ-DLQ-01", "BQ-DLQ-05", "EQ-DLQ-02"}},
	{RedriveNewID, "redrive-new-id", basaltic,
		"A message gets a new id in the dead-letter queue, as servers do that send it again.",
		[]string{"BQ-DLQ-03"}},
	{RedriveLosesAttributes, "redrive-loses-attributes", both,
		"A message loses its attributes in the dead-letter queue.",
		[]string{"BQ-DLQ-03", "EQ-DLQ-01"}},
	{RedriveUnmarked, "redrive-unmarked", ezgh,
		"A message in the dead-letter queue does not tell where it came from.",
		[]string{"EQ-DLQ-01"}},
	{SendLost, "send-lost", both,
		"1 send in 50 is accepted and its message lost, as with a write that is acknowledged before it is stored.",
		[]string{"BQ-POLL-09", "EQ-POLL-07"}},
	{InFlightCapOverstepped, "in-flight-cap-overstepped", ezgh,
		"Whether there is room in flight is asked once a receive, which then takes all that it asked for.",
		[]string{"EQ-FLIGHT-01", "EQ-FLIGHT-02"}},
	{RetentionRenewed, "retention-renewed", basaltic,
		"A message's retention starts anew with each receive, as in stores that expire what was last written.",
		[]string{"BQ-SEND-06"}},
	{BodyCutAtNUL, "body-cut-at-nul", both,
		"A body ends before its first U+0000, as where it passes through strings of C.",
		[]string{"BQ-RECV-11", "EQ-RECV-14"}},
	{SentAtMovesOnExtension, "sent-at-moves-on-extension", both,
		"The time of sending is that of the last extension, as where one column tells when a message was last written.",
		[]string{"BQ-RECV-10", "EQ-RECV-11"}},
	{FirstReceivedResetByZero, "first-received-reset-by-zero", ezgh,
		"firstReceivedAt is set anew after a receive with visibility timeout 0, as where such a receive is undone.",
		[]string{"EQ-RECV-12"}},
	{FirstReceivedResetByLapse, "first-received-reset-by-lapse", ezgh,
		"firstReceivedAt is set anew at the receive after a lapse, as where a sweep writes the message back as it was sent.",
		[]string{"EQ-RECV-12"}},
	{VisibleAtOfFirstOnly, "visible-at-of-first-only", basaltic,
		"In a receive of several that names a timeout, visible_at of all but the first is told from the queue's, as where a loop loses an option.",
		[]string{"BQ-RECV-13"}},
	{FourthSentAtMoves, "fourth-sent-at-moves", both,
		"The time of sending is that of the delivery from the fourth one on, as where a message is sent again after some retries.",
		[]string{"BQ-RECV-10", "EQ-RECV-11"}},
	{SequenceRaisedOnRedelivery, "sequence-raised-on-redelivery", ezgh,
		"A redelivery has a higher seq than the messages behind it, as where one that comes back is numbered anew and put in front.",
		[]string{"EQ-FIFO-03"}},
	{ExtensionsCountToRedrive, "extensions-count-to-redrive", both,
		"Each extension counts towards the limit of leases, as where both write the same counter.",
		[]string{"BQ-DLQ-02", "BQ-DLQ-05", "EQ-DLQ-02"}},
	{RedriveOnceOnly, "redrive-once-only", basaltic,
		"A message that was dead-lettered once never moves again from a queue with a policy of its own, as where it is marked for good.",
		[]string{"BQ-DLQ-01"}},
	{RedriveSparesWaiters, "redrive-spares-waiters", both,
		"A message is leased over its limit while a receive waits, as where a hand-over bypasses the look at its count.",
		[]string{"BQ-DLQ-01", "EQ-DLQ-02"}},
	{RedriveForgetsDeduplication, "redrive-forgets-deduplication", basaltic,
		"The deduplication id of a message that moves to the dead-letter queue is forgotten, as where it is kept with the message.",
		[]string{"BQ-FIFO-09"}},
	{ExpiryForgetsDeduplication, "expiry-forgets-deduplication", basaltic,
		"The deduplication id of a message that expires is forgotten before five minutes are over, as where it is kept with the message.",
		[]string{"BQ-FIFO-11"}},
	{DelayCappedMinute, "delay-capped-minute", basaltic,
		"A delay of more than a minute lasts a minute, as where a timer wheel has no more slots.",
		[]string{"BQ-SEND-05"}},
	{DeduplicationOfLastHundred, "deduplication-of-last-hundred", basaltic,
		"Only the last 100 deduplication ids of a queue are remembered, as with a ring of a fixed size.",
		[]string{"BQ-FIFO-10"}},
	{DeduplicationFromAcknowledge, "deduplication-from-acknowledge", basaltic,
		"The five minutes of a deduplication id begin anew when its message is acknowledged, as where a tombstone takes the message's place.",
		[]string{"BQ-FIFO-11"}},
}
