package fault

// Faults of Basaltic's wire: queues, their settings and their keys.
const (
	FIFOSuffixIgnored = basalticQueueArea + iota
	FIFOAnywhereInName
	FIFOQueueDelayAccepted
	ContentDeduplicationOnStandardAccepted
	CreateForgetsReceiveWait
	ListShowsDefaults
	TagsForgotten
	TakenNameGivesExisting
	UUIDNameAccepted
	LeadingDashAccepted
	ListSkipsOne
	ListRepeatsLast
	ListEndsEarly
	UpdateResetsOmitted
	UpdateIgnoresNull
	UpdateResealsMessages
	UpdateRenames
	UpdateChangesKind
	UnknownQueueIsInvalid
	UnknownQueueIsEmpty
	DeletedQueueStillShown
	RedriveTargetUnchecked
	KeyNeverAskedAgain
	KeyAskedEachTime
	KeyLossLeases
	KeyLossAnswersEmpty
	KeyLossDeletes
	CreateZeroIsDefault
	ListByPosition
	UpdateClearsRedrive
	UpperUUIDNameAccepted
	TakenNameRaced
	UnknownQueueTakesSends
	UpdateZeroIsOmitted
	TagKeysLowered
	VisibilityInFifteenBits
	UpdateResetsContentDeduplication
	ListShowsCreated
	UpdateWaitUnused
	UpdateClearsKey
	ListEndsAtDeleted
	KeyLossNoticedOnce
)

var basalticQueueFaults = []Fault{
	{FIFOSuffixIgnored, "fifo-suffix-ignored", basaltic,
		"A queue whose name ends in .fifo is a standard one.",
		[]string{"BQ-FIFO-01"}},
	{FIFOAnywhereInName, "fifo-anywhere-in-name", basaltic,
		"A queue is FIFO when its name holds .fifo anywhere.",
		[]string{"BQ-FIFO-01"}},
	{FIFOQueueDelayAccepted, "fifo-queue-delay-accepted", basaltic,
		"A FIFO queue may have delay_seconds.",
		[]string{"BQ-FIFO-22"}},
	{ContentDeduplicationOnStandardAccepted, "content-deduplication-on-standard-accepted", basaltic,
		"A standard queue may have content_based_deduplication.",
		[]string{"BQ-FIFO-18"}},
	{CreateForgetsReceiveWait, "create-forgets-receive-wait", basaltic,
		"createQueue ignores receive_wait_time_seconds, which only an update sets.",
		[]string{"BQ-QUEUE-01"}},
	{ListShowsDefaults, "list-shows-defaults", basaltic,
		"listQueues shows each queue with the default attributes, as from an index that holds the names only.",
		[]string{"BQ-QUEUE-01"}},
	{TagsForgotten, "tags-forgotten", basaltic,
		"Tags are accepted and shown once, and then gone.",
		[]string{"BQ-QUEUE-01", "BQ-QUEUE-04"}},
	{TakenNameGivesExisting, "taken-name-gives-existing", basaltic,
		"createQueue with a name in use answers the queue that has it, as SQS does.",
		[]string{"BQ-QUEUE-02"}},
	{UUIDNameAccepted, "uuid-name-accepted", basaltic,
		"A queue may be called by a UUID, and then references to it are ambiguous.",
		[]string{"BQ-QUEUE-02"}},
	{LeadingDashAccepted, "leading-dash-accepted", basaltic,
		"A queue's name may begin with a dash.",
		[]string{"BQ-QUEUE-02"}},
	{ListSkipsOne, "list-skips-one", basaltic,
		"A page of listQueues leaves out the queue after the last of the page before, as where the marker is the next one and is then passed over.",
		[]string{"BQ-QUEUE-03"}},
	{ListRepeatsLast, "list-repeats-last", basaltic,
		"A page of listQueues begins with the last queue of the page before.",
		[]string{"BQ-QUEUE-03"}},
	{ListEndsEarly, "list-ends-early", basaltic,
		"listQueues says has_more false on its second page, whatever is left.",
		[]string{"BQ-QUEUE-03"}},
	{UpdateResetsOmitted, "update-resets-omitted", basaltic,
		"An update sets the attributes that it leaves out to their defaults, as a PUT would.",
		[]string{"BQ-QUEUE-04"}},
	{UpdateIgnoresNull, "update-ignores-null", basaltic,
		"null in an update is taken for a field left out, so that redrive policy and key stay.",
		[]string{"BQ-QUEUE-04"}},
	{UpdateResealsMessages, "update-reseals-messages", basaltic,
		"Messages are opened with the queue's current key, whichever sealed them.",
		[]string{"BQ-QUEUE-04"}},
	{UpdateRenames, "update-renames", basaltic,
		"An update with a name renames the queue.",
		[]string{"BQ-QUEUE-05"}},
	{UpdateChangesKind, "update-changes-kind", basaltic,
		"An update with a kind changes the queue's.",
		[]string{"BQ-QUEUE-05"}},
	{UnknownQueueIsInvalid, "unknown-queue-is-invalid", basaltic,
		"An operation on an unknown queue answers 400.",
		[]string{"BQ-QUEUE-06"}},
	{UnknownQueueIsEmpty, "unknown-queue-is-empty", basaltic,
		"A receive from an unknown queue answers an empty list, as from a store that makes what it is asked for.",
		[]string{"BQ-QUEUE-06"}},
	{DeletedQueueStillShown, "deleted-queue-still-shown", basaltic,
		"A deleted queue is still described, as by a cache that is not told.",
		[]string{"BQ-QUEUE-06"}},
	{RedriveTargetUnchecked, "redrive-target-unchecked", basaltic,
		"A redrive policy may name a queue that does not exist, and then does nothing.",
		[]string{"BQ-DLQ-04"}},
	{KeyNeverAskedAgain, "key-never-asked-again", basaltic,
		"A data key that was unwrapped once is used for ever, so that disabling its key changes nothing.",
		[]string{"BQ-KMS-01"}},
	{KeyAskedEachTime, "key-asked-each-time", basaltic,
		"The data key is not kept: disabling its key stops sends and receives at once.",
		[]string{"BQ-KMS-02"}},
	{KeyLossLeases, "key-loss-leases", basaltic,
		"A receive that answers 409 for its key has leased the messages, as where they are opened after they are taken.",
		[]string{"BQ-KMS-01", "BQ-KMS-03"}},
	{KeyLossAnswersEmpty, "key-loss-answers-empty", basaltic,
		"A receive whose key is unavailable answers an empty list.",
		[]string{"BQ-KMS-01"}},
	{KeyLossDeletes, "key-loss-deletes", basaltic,
		"Messages that cannot be opened are dropped, as what is taken for broken.",
		[]string{"BQ-KMS-01", "BQ-KMS-03"}},
	{CreateZeroIsDefault, "create-zero-is-default", basaltic,
		"createQueue takes a visibility timeout of 0 for a field left out.",
		[]string{"BQ-QUEUE-01"}},
	{ListByPosition, "list-by-position", basaltic,
		"The marker of listQueues counts queues from the start, so that one deleted meanwhile makes the next page pass over another.",
		[]string{"BQ-QUEUE-03"}},
	{UpdateClearsRedrive, "update-clears-redrive", basaltic,
		"An update without redrive_policy removes it, as where absent and null are one.",
		[]string{"BQ-QUEUE-04"}},
	{UpperUUIDNameAccepted, "upper-uuid-name-accepted", basaltic,
		"A UUID in upper case is a name, as with a pattern for lower case alone.",
		[]string{"BQ-QUEUE-02"}},
	{TakenNameRaced, "taken-name-raced", basaltic,
		"Queues that are created at once may get one name, as where looking for it and taking it are not one transaction.",
		[]string{"BQ-QUEUE-02"}},
	{UnknownQueueTakesSends, "unknown-queue-takes-sends", basaltic,
		"A send to a queue that is not there is accepted and lost, as with a router that does not look.",
		[]string{"BQ-QUEUE-06"}},
	{UpdateZeroIsOmitted, "update-zero-is-omitted", basaltic,
		"An update takes 0 for a field left out, as where absent and zero are one.",
		[]string{"BQ-QUEUE-04"}},
	{TagKeysLowered, "tag-keys-lowered", basaltic,
		"Keys of tags lose their capitals, as where they are kept as labels.",
		[]string{"BQ-QUEUE-01"}},
	{VisibilityInFifteenBits, "visibility-in-fifteen-bits", basaltic,
		"A visibility timeout of more than 32,767 s is shown cut, as from a small integer column.",
		[]string{"BQ-QUEUE-01"}},
	{UpdateResetsContentDeduplication, "update-resets-content-deduplication", basaltic,
		"Any update ends content-based deduplication, as where absent and false are one.",
		[]string{"BQ-QUEUE-04"}},
	{ListShowsCreated, "list-shows-created", basaltic,
		"listQueues shows tags as they were before an update, as from an index that only creation writes.",
		[]string{"BQ-QUEUE-01"}},
	{UpdateWaitUnused, "update-wait-unused", basaltic,
		"A receive_wait_time_seconds that was updated is shown, but receives wait for the old one, as where settings are read when a queue is opened.",
		[]string{"BQ-POLL-04"}},
	{UpdateClearsKey, "update-clears-key", basaltic,
		"An update without kms_key restores the platform's key, as where absent and null are one.",
		[]string{"BQ-QUEUE-04"}},
	{ListEndsAtDeleted, "list-ends-at-deleted", basaltic,
		"The list ends where its marker is a queue that was deleted since, as where the next page is looked for behind that queue.",
		[]string{"BQ-QUEUE-03"}},
	{KeyLossNoticedOnce, "key-loss-noticed-once", basaltic,
		"Once its key was lost and found again a queue uses its data key for good, as where the watch on a key ends with what it watched for.",
		[]string{"BQ-KMS-01"}},
}
