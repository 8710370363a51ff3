package fault

// Faults of receipt handles as texts: what else than the text given out is accepted.
const (
	HandleUnauthenticated = handleArea + iota
	HandleCodeShortened
	HandleSequenceUnbound
	HandleCaseFolded
	HandleTrailingBitsIgnored
	HandleSpaceTrimmed
	HandleTailIgnored
	HandleCutAccepted
	HandleGroupTailIgnored
)

var handleFaults = []Fault{
	{HandleUnauthenticated, "handle-unauthenticated", both,
		"A handle's authentication code is not looked at, as servers do whose handles only encode ids.",
		[]string{"BQ-LEASE-19", "BQ-LEASE-12", "EQ-ACK-13", "EQ-VIS-05"}},
	{HandleCodeShortened, "handle-code-shortened", both,
		"Only the first four bytes of a handle's authentication code are compared, as a truncated comparison does.",
		[]string{"BQ-LEASE-19", "EQ-ACK-13", "EQ-VIS-05"}},
	{HandleSequenceUnbound, "handle-sequence-unbound", both,
		"The authentication code covers the queue but not the message, so an altered handle acts on a neighbour.",
		[]string{"BQ-LEASE-12", "BQ-LEASE-19", "EQ-ACK-13", "EQ-VIS-05"}},
	{HandleCaseFolded, "handle-case-folded", ezgh,
		"Handles are compared without regard to case, as stores with a case-insensitive collation do.",
		[]string{"EQ-ACK-13", "EQ-VIS-05"}},
	{HandleTrailingBitsIgnored, "handle-trailing-bits-ignored", ezgh,
		"The last character's bits that base64 does not use may be anything, as lenient decoders allow.",
		[]string{"EQ-ACK-13", "EQ-VIS-05"}},
	{HandleSpaceTrimmed, "handle-space-trimmed", ezgh,
		"White space around a handle is cut off before it is read, as form decoders do.",
		[]string{"EQ-ACK-13", "EQ-VIS-05"}},
	{HandleTailIgnored, "handle-tail-ignored", both,
		"Characters added behind a handle are ignored, as fixed-size reads do.",
		[]string{"BQ-LEASE-19", "EQ-ACK-13", "EQ-VIS-05"}},
	{HandleCutAccepted, "handle-cut-accepted", both,
		"A handle that lacks its last characters is accepted, as comparisons of the shorter length do.",
		[]string{"BQ-LEASE-19", "EQ-ACK-13", "EQ-VIS-05"}},
	{HandleGroupTailIgnored, "handle-group-tail-ignored", both,
		"The last character of a FIFO queue's handle may be any, as where one kind of queue has a codec of its own that decodes leniently.",
		[]string{"BQ-LEASE-19", "EQ-ACK-13"}},
}
