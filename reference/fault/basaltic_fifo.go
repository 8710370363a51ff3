package fault

// Faults of Basaltic's requests about FIFO queues, which those about others do not show.
const (
	FIFOMaxMessagesClamped = basalticFIFOArea + iota
	FIFOTimeoutBoundOffByOne
	FIFOWaitClamped
	FIFOQueueWaitIgnored
	FIFOAttributesUnchecked
	FIFOSizeUnchecked
)

var basalticFIFOFaults = []Fault{
	{FIFOMaxMessagesClamped, "fifo-max-messages-clamped", basaltic,
		"At a FIFO queue max_messages over 10 is taken for 10, as where groups are taken in pages of so many.",
		[]string{"BQ-RECV-05"}},
	{FIFOTimeoutBoundOffByOne, "fifo-timeout-bound-off-by-one", basaltic,
		"A receive from a FIFO queue takes a visibility timeout of 43,201 s, as where its bound was written a second time.",
		[]string{"BQ-RECV-06"}},
	{FIFOWaitClamped, "fifo-wait-clamped", basaltic,
		"At a FIFO queue wait_time_seconds over 20 is taken for 20, as where groups are watched in rounds of so long.",
		[]string{"BQ-RECV-07"}},
	{FIFOQueueWaitIgnored, "fifo-queue-wait-ignored", basaltic,
		"A receive from a FIFO queue that names no wait answers at once, as where only one kind of queue asks for the setting.",
		[]string{"BQ-POLL-04"}},
	{FIFOAttributesUnchecked, "fifo-attributes-unchecked", basaltic,
		"Attributes are checked in sends to standard queues alone, as where FIFO queues have a path of their own.",
		[]string{"BQ-SEND-01", "BQ-SEND-02", "BQ-SEND-03"}},
	{FIFOSizeUnchecked, "fifo-size-unchecked", basaltic,
		"max_message_bytes bounds no message to a FIFO queue, as where those have a path of their own.",
		[]string{"BQ-SEND-04", "BQ-BATCH-04"}},
}
