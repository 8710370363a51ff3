package fault

// Faults of Basaltic's batches: what an entry comes to where a batch has a path of its own.
const (
	BatchAttributesDropped = basalticBatchArea + iota
	BatchAttributesOfFirst
	BatchBodiesTrimmed
	BatchTwentyAttributesRefused
	BatchMissingBodyIsEmpty
	BatchBodyStringified
	BatchGroupOnStandardAccepted
	BatchGroupOptional
	BatchFIFODelayAccepted
	BatchContentDeduplicationMissing
	BatchMissingHandleSaysDone
	BatchMissingTimeoutReleases
	BatchReleaseUncounted
	BatchExtensionCounted
	BatchIDsIgnoreCase
	BatchFailsWithLargeEntry
	BatchFailsWithoutGroup
)

var basalticBatchFaults = []Fault{
	{BatchAttributesDropped, "batch-attributes-dropped", basaltic,
		"Messages that were sent in a batch have no attributes, as where a bulk insert names the columns that it fills.",
		[]string{"BQ-RECV-12", "BQ-SEND-01", "BQ-SEND-02", "BQ-SEND-03"}},
	{BatchAttributesOfFirst, "batch-attributes-of-first", basaltic,
		"All messages of a batch have the attributes of its first entry, as where a loop takes the wrong index.",
		[]string{"BQ-RECV-12", "BQ-SEND-02"}},
	{BatchBodiesTrimmed, "batch-bodies-trimmed", basaltic,
		"Bodies that were sent in a batch lose the white space around them, as where entries are read like form fields.",
		[]string{"BQ-RECV-11"}},
	{BatchTwentyAttributesRefused, "batch-twenty-attributes-refused", basaltic,
		"An entry with exactly 20 attributes is refused, as where a batch has checks of its own with < in place of <=.",
		[]string{"BQ-SEND-01"}},
	{BatchMissingBodyIsEmpty, "batch-missing-body-is-empty", basaltic,
		"An entry without a body is sent with an empty one, as where entries are read into records whose fields have defaults.",
		[]string{"BQ-SEND-07"}},
	{BatchBodyStringified, "batch-body-stringified", basaltic,
		"An entry's body that is no string is sent as its JSON text, as where only the outermost level of a request is validated.",
		[]string{"BQ-SEND-07"}},
	{BatchGroupOnStandardAccepted, "batch-group-on-standard-accepted", basaltic,
		"An entry to a standard queue may have a message_group_id, which is ignored, as where only single sends ask for the queue's kind.",
		[]string{"BQ-FIFO-02"}},
	{BatchGroupOptional, "batch-group-optional", basaltic,
		"An entry to a FIFO queue needs no message_group_id, as where only single sends ask for the queue's kind.",
		[]string{"BQ-FIFO-02", "BQ-BATCH-04"}},
	{BatchFIFODelayAccepted, "batch-fifo-delay-accepted", basaltic,
		"An entry to a FIFO queue may have a delay of its own, as where only single sends ask for the queue's kind.",
		[]string{"BQ-FIFO-15"}},
	{BatchContentDeduplicationMissing, "batch-content-deduplication-missing", basaltic,
		"Content-based deduplication leaves batches out, as where the id is derived in the handler of single sends.",
		[]string{"BQ-FIFO-12"}},
	{BatchMissingHandleSaysDone, "batch-missing-handle-says-done", basaltic,
		"An entry without a receipt handle is reported as done, as where no row matches the empty text.",
		[]string{"BQ-BATCH-04"}},
	{BatchMissingTimeoutReleases, "batch-missing-timeout-releases", basaltic,
		"An entry of a visibility batch without a timeout releases its message, as where a number that is missing is 0.",
		[]string{"BQ-BATCH-04"}},
	{BatchReleaseUncounted, "batch-release-uncounted", basaltic,
		"A message that was released in a batch comes again with the count that it had, as where its receive is rolled back.",
		[]string{"BQ-RECV-09"}},
	{BatchExtensionCounted, "batch-extension-counted", basaltic,
		"An extension in a batch counts as a receive, as where both update a lease by one statement.",
		[]string{"BQ-RECV-09"}},
	{BatchIDsIgnoreCase, "batch-ids-ignore-case", basaltic,
		"Entry ids that differ in letter case alone are taken for one, as under a collation that ignores it.",
		[]string{"BQ-BATCH-01"}},
	{BatchFailsWithLargeEntry, "batch-fails-with-large-entry", basaltic,
		"An entry that is too large makes the whole batch answer an error, as where sizes are checked when the request is read.",
		[]string{"BQ-BATCH-04"}},
	{BatchFailsWithoutGroup, "batch-fails-without-group", basaltic,
		"An entry that lacks its group makes the whole batch answer an error, as where entries are first sorted by their groups.",
		[]string{"BQ-BATCH-04"}},
}
