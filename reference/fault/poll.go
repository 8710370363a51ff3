package fault

// Faults of waiting receives: who is woken by what, and when a wait ends.
const (
	SendUnnoticed = pollArea + iota
	SendNoticedByPolling
	SendsCoalesced
	LapseUnnoticed
	ReleaseUnnoticed
	DelayEndUnnoticed
	FreedGroupUnnoticed
	WaitersAllWoken
	WaitersAllServed
	GoneWaiterServed
	GoneWaiterTakesWakeUp
	WaitHalved
	WaitShort
	WaitLate
	WaitCapped
	WaitDespiteMessages
	WaitForFullBatch
	DeleteUnnoticed
	DeleteAnswersEmpty
	LookThenPark
	GoneWaiterNoticedLate
	ParkedTimeoutIsDefault
	ParkedMaxIsTen
	ParkedUncounted
	ZeroWaitJoinsWaiters
	ZeroWaitWaitsForGroup
	LaterLapseUnnoticed
	ExtendedLapseUnnoticed
	WaitersCapped
)

var pollFaults = []Fault{
	{SendUnnoticed, "send-unnoticed", both,
		"A waiting receive sees a message only when its wait ends, as in localstack#5824 and #6118.",
		[]string{"BQ-POLL-02", "EQ-POLL-02"}},
	{SendNoticedByPolling, "send-noticed-by-polling", both,
		"A waiting receive sees a message up to 1.5 s after its send, as servers do that look into the queue now and then.",
		[]string{"BQ-POLL-02", "EQ-POLL-02"}},
	{SendsCoalesced, "sends-coalesced", both,
		"Of sends within 2 ms only the first wakes a waiting receive, as with a notification that holds one signal.",
		[]string{"BQ-POLL-09", "EQ-POLL-07"}},
	{LapseUnnoticed, "lapse-unnoticed", both,
		"A lease that ends wakes no waiting receive, as servers do that notify on sends only.",
		[]string{"BQ-POLL-06", "EQ-POLL-05"}},
	{ReleaseUnnoticed, "release-unnoticed", both,
		"A release wakes no waiting receive, as servers do that notify on sends and sweeps only.",
		[]string{"BQ-POLL-11", "EQ-POLL-05"}},
	{DelayEndUnnoticed, "delay-end-unnoticed", basaltic,
		"A delayed message is not delivered into an open poll, as in localstack#4386.",
		[]string{"BQ-POLL-07"}},
	{FreedGroupUnnoticed, "freed-group-unnoticed", ezgh,
		"An acknowledge that frees a group wakes no receive that waits for it, as servers do that know no dependence between messages.",
		[]string{"EQ-POLL-02"}},
	{WaitersAllWoken, "waiters-all-woken", both,
		"One message wakes all waiting receives, and those that find nothing answer empty, as with a broadcast.",
		[]string{"BQ-POLL-14", "EQ-POLL-06"}},
	{WaitersAllServed, "waiters-all-served", both,
		"Two waiting receives get one message, as when both read it before either has written.",
		[]string{"BQ-POLL-08", "EQ-POLL-06"}},
	{GoneWaiterServed, "gone-waiter-served", both,
		"A message is swallowed by a poll whose client has gone away, as servers do that do not watch the connection.",
		[]string{"BQ-POLL-10", "EQ-POLL-08"}},
	{GoneWaiterTakesWakeUp, "gone-waiter-takes-wake-up", both,
		"A send wakes a receive whose client has gone away and no other, as where a queue of waiters is not tidied and each message signals the first.",
		[]string{"BQ-POLL-09", "EQ-POLL-07"}},
	{WaitHalved, "wait-halved", both,
		"A wait ends after two fifths of its time, as with a proxy whose own limit is shorter.",
		[]string{"BQ-POLL-01", "BQ-POLL-12", "BQ-POLL-13", "EQ-POLL-01", "EQ-POLL-10"}},
	{WaitShort, "wait-short", both,
		"A wait ends after nine tenths of its time, as with a margin against time-outs.",
		[]string{"BQ-POLL-13", "EQ-POLL-01"}},
	{WaitLate, "wait-late", both,
		"A wait ends 3 s late, as when it is looked at between long steps.",
		[]string{"BQ-POLL-01", "EQ-POLL-01"}},
	{WaitCapped, "wait-capped", both,
		"No wait lasts longer than 10 s, as behind an idle time-out.",
		[]string{"BQ-POLL-12", "EQ-POLL-10"}},
	{WaitDespiteMessages, "wait-despite-messages", both,
		"A receive that may wait does so although messages are there, as when the first look comes after the wait.",
		[]string{"BQ-POLL-05", "BQ-POLL-06", "BQ-POLL-07", "BQ-POLL-11", "EQ-POLL-11"}},
	{WaitForFullBatch, "wait-for-full-batch", both,
		"A receive that may wait does so until it has as many messages as it asked for, as in localstack#5824.",
		[]string{"BQ-POLL-05", "EQ-POLL-11"}},
	{DeleteUnnoticed, "delete-unnoticed", both,
		"A receive that waits when its queue is deleted learns of it when its wait ends.",
		[]string{"BQ-QUEUE-07", "EQ-POLL-12"}},
	{DeleteAnswersEmpty, "delete-answers-empty", both,
		"A receive that waits when its queue is deleted answers an empty list, as when a closed channel reads as nothing.",
		[]string{"BQ-QUEUE-07", "EQ-POLL-09", "EQ-POLL-12"}},
	{LookThenPark, "look-then-park", both,
		"A message that is sent within a millisecond of a receive's parking does not wake it, as when looking and parking are two steps.",
		[]string{"BQ-POLL-09", "EQ-POLL-07"}},
	{GoneWaiterNoticedLate, "gone-waiter-noticed-late", both,
		"A poll whose client has gone away takes messages for 5 s more, as servers do that see a lost connection at their next heartbeat.",
		[]string{"BQ-POLL-10", "EQ-POLL-08"}},
	{ParkedTimeoutIsDefault, "parked-timeout-is-default", both,
		"A receive that has to wait leases for 30 s where it named no timeout, whatever the queue's, as where its request is parked without the queue's settings.",
		[]string{"BQ-RECV-14", "EQ-RECV-09"}},
	{ParkedMaxIsTen, "parked-max-is-ten", both,
		"A receive that has to wait answers up to 10 messages, whatever it asked for, as where a wake-up fetches what a page holds.",
		[]string{"BQ-RECV-04", "EQ-RECV-04", "EQ-RECV-05"}},
	{ParkedUncounted, "parked-uncounted", both,
		"A delivery to a receive that waited does not count but for a message's first, as where a hand-over bypasses the receive.",
		[]string{"BQ-RECV-09", "EQ-RECV-13"}},
	{ZeroWaitJoinsWaiters, "zero-wait-joins-waiters", both,
		"A receive that waits 0 s waits as soon as others do, as where whoever finds a line of waiters queues up in it.",
		[]string{"BQ-POLL-03", "EQ-POLL-03"}},
	{ZeroWaitWaitsForGroup, "zero-wait-waits-for-group", both,
		"A receive that waits 0 s waits for a group that is locked, as where the count of messages says that there is something to wait for.",
		[]string{"BQ-POLL-03", "EQ-POLL-03"}},
	{LaterLapseUnnoticed, "later-lapse-unnoticed", both,
		"The lapse of a message's second or later lease wakes no waiting receive, as where a timer is set when a message is first delivered.",
		[]string{"BQ-POLL-06", "EQ-POLL-05"}},
	{ExtendedLapseUnnoticed, "extended-lapse-unnoticed", both,
		"The lapse of a lease that was extended wakes no waiting receive, as where the timer fires at the first end alone.",
		[]string{"BQ-POLL-06", "EQ-POLL-05"}},
	{WaitersCapped, "waiters-capped", both,
		"Of the receives that wait on a queue those beyond 64 are answered empty at once, as with a pool of so many.",
		[]string{"BQ-POLL-01", "EQ-POLL-01"}},
}
