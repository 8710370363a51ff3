package fault

// Faults of leases that were extended or released, that a receive waited for, or
// that are several of one group or very many.
const (
	SecondExtensionIgnored = extensionArea + iota
	SecondExtensionAdds
	LateExtensionIgnored
	ExtensionOutlivesAcknowledge
	ExtendedHandleDies
	ExtendedHandleLivesOn
	LeaseCapFromFirstReceive
	LeaseFromPollStart
	FollowerHandleRefused
	ParkedSeesFirstEnd
	HiddenAgainUncapped
	ReleasesCoalesced
	ZeroWaitTakesWakeUp
	ReleasedHandleCannotHide
	RedriveUnnoticed
	LeasesBeyondTableForgotten
)

var extensionFaults = []Fault{
	{SecondExtensionIgnored, "second-extension-ignored", both,
		"A lease's second extension answers ok and does nothing, as where a change is kept under the delivery's id and written once.",
		[]string{"BQ-LEASE-07", "EQ-VIS-01"}},
	{SecondExtensionAdds, "second-extension-adds", both,
		"A lease's second extension is added to the end that the first one set, as where only the first replaces a default.",
		[]string{"BQ-LEASE-07", "EQ-VIS-01"}},
	{LateExtensionIgnored, "late-extension-ignored", both,
		"An extension in a lease's last half second answers ok and does nothing, as where a sweeper has already taken up what ends next.",
		[]string{"BQ-LEASE-07", "EQ-VIS-01"}},
	{ExtensionOutlivesAcknowledge, "extension-outlives-acknowledge", both,
		"A message that was acknowledged after an extension comes back when that ends, as where the timer of an extension is a second one that no acknowledge stops.",
		[]string{"BQ-LEASE-03", "EQ-ACK-01"}},
	{ExtendedHandleDies, "extended-handle-dies", ezgh,
		"A handle is stale as soon as a lease that was extended ends, though that of any other still acknowledges, as where an extension makes a lease of another kind.",
		[]string{"EQ-ACK-07"}},
	{ExtendedHandleLivesOn, "extended-handle-lives-on", basaltic,
		"The handle of a lapsed lease still deletes its message if the lease was extended, as where a handle's own end is looked at only while nothing has moved it.",
		[]string{"BQ-LEASE-04"}},
	{LeaseCapFromFirstReceive, "lease-cap-from-first-receive", ezgh,
		"The 12 hours of an extension are counted from the message's first receive, as where only that is stored with it.",
		[]string{"EQ-VIS-06"}},
	{LeaseFromPollStart, "lease-from-poll-start", both,
		"The lease of a message that a receive waited for counts from that receive's start, as where its deadline is worked out when the request comes in.",
		[]string{"BQ-LEASE-01", "EQ-LEASE-01"}},
	{FollowerHandleRefused, "follower-handle-refused", ezgh,
		"After the timeout a handle is stale while its group has an earlier message, as where only a group's first may be acted on that nobody holds.",
		[]string{"EQ-ACK-07"}},
	{ParkedSeesFirstEnd, "parked-sees-first-end", both,
		"On a standard queue a lease that is extended while a receive waits ends for that receive at its first end, as where a receive sleeps until the deadline it saw.",
		[]string{"BQ-LEASE-07", "EQ-VIS-01"}},
	{HiddenAgainUncapped, "hidden-again-uncapped", ezgh,
		"A visibility change after the timeout hides the message for longer than 12 hours from its receive, as where only running leases are held to the cap.",
		[]string{"EQ-VIS-06"}},
	{ReleasesCoalesced, "releases-coalesced", both,
		"Of several messages released in one request only the first wakes a waiting receive, as where a request signals once when it is done.",
		[]string{"BQ-POLL-11", "EQ-POLL-05"}},
	{ZeroWaitTakesWakeUp, "zero-wait-takes-wake-up", both,
		"After a receive of 0 s beside waiting ones the next release wakes none of them, as where it stands in their line too and is signalled in their place.",
		[]string{"BQ-POLL-11", "EQ-POLL-05"}},
	{ReleasedHandleCannotHide, "released-handle-cannot-hide", ezgh,
		"A visibility change after a release is stale, though one after a lapse works, as where a release is told from a lapse by a mark that only an acknowledge passes over.",
		[]string{"EQ-VIS-07"}},
	{RedriveUnnoticed, "redrive-unnoticed", both,
		"A message that moves to the dead-letter queue wakes no receive that waits there, as where a move is a write to another table and only sends signal.",
		[]string{"BQ-POLL-09", "EQ-POLL-02"}},
	{LeasesBeyondTableForgotten, "leases-beyond-table-forgotten", both,
		"Of more than 2,000 leases that run at once those that end first end at once, as with a table of leases of a fixed size.",
		[]string{"BQ-RECV-16", "EQ-RECV-10"}},
}
