package fault

// Faults of EZGH's limits: the budget of invalid handles, and the rates of
// queues and organizations.
const (
	BudgetOfFifty = limitArea + iota
	BudgetOfThousand
	BudgetSparesAck
	BudgetSparesVisibility
	BudgetPerOperation
	BudgetCountsRequests
	BudgetCountsStale
	BudgetCountsValid
	BudgetIs403
	BudgetWithoutRetryAfter
	BudgetRetryAfterShort
	BudgetForever
	BudgetShared
	BudgetByForwardedFor
	QueueRateIgnored
	QueueRateWithoutRetryAfter
	QueueRateIs503
	QueueRateClaims
	QueueRateRetryAfterShort
	OrganizationRateIgnored
	OrganizationRateWithoutRetryAfter
	BudgetSharedOnVisibility
	BudgetRefusesOneOperation
	BudgetByRealIP
	BudgetByForwarded
	BudgetCountsDeletedQueues
	BudgetSparesAltered
	BudgetSparesMixed
	BudgetRenewedByUse
	BudgetPassesValidChanges
	BudgetCountsStaleChanges
)

var limitFaults = []Fault{
	{BudgetOfFifty, "budget-of-fifty", ezgh,
		"50 invalid handles a minute are the most, as where each is counted twice.",
		[]string{"EQ-LIMIT-02"}},
	{BudgetOfThousand, "budget-of-thousand", ezgh,
		"1,000 invalid handles a minute are allowed, as where each of ten servers counts for itself.",
		[]string{"EQ-LIMIT-01"}},
	{BudgetSparesAck, "budget-spares-ack", ezgh,
		"Invalid handles are not limited on ack.",
		[]string{"EQ-LIMIT-01"}},
	{BudgetSparesVisibility, "budget-spares-visibility", ezgh,
		"Invalid handles are not limited on visibility.",
		[]string{"EQ-LIMIT-01"}},
	{BudgetPerOperation, "budget-per-operation", ezgh,
		"Ack and visibility count invalid handles apart.",
		[]string{"EQ-LIMIT-08"}},
	{BudgetCountsRequests, "budget-counts-requests", ezgh,
		"A request with invalid handles counts as one, however many it has.",
		[]string{"EQ-LIMIT-01"}},
	{BudgetCountsStale, "budget-counts-stale", ezgh,
		"Stale handles count as invalid, as where every failed result does.",
		[]string{"EQ-LIMIT-02"}},
	{BudgetCountsValid, "budget-counts-valid", ezgh,
		"Beside an invalid handle the valid ones count too, as where a refused request counts by its length.",
		[]string{"EQ-LIMIT-02"}},
	{BudgetIs403, "budget-is-403", ezgh,
		"An address over its invalid handles answers 403, as firewalls do.",
		[]string{"EQ-LIMIT-01"}},
	{BudgetWithoutRetryAfter, "budget-without-retry-after", ezgh,
		"The 429 for invalid handles has no Retry-After.",
		[]string{"EQ-LIMIT-01"}},
	{BudgetRetryAfterShort, "budget-retry-after-short", ezgh,
		"Retry-After of the 429 for invalid handles is always 1, which is long before the address passes again.",
		[]string{"EQ-LIMIT-04"}},
	{BudgetForever, "budget-forever", ezgh,
		"An address over its invalid handles stays refused for a day, whatever Retry-After said.",
		[]string{"EQ-LIMIT-04", "EQ-LIMIT-02"}},
	{BudgetShared, "budget-shared", ezgh,
		"When one address is over its invalid handles all are refused, as by a rule that lost the address.",
		[]string{"EQ-LIMIT-03"}},
	{BudgetByForwardedFor, "budget-by-forwarded-for", ezgh,
		"X-Forwarded-For is taken for the client's address, whoever sends it.",
		[]string{"EQ-LIMIT-09"}},
	{QueueRateIgnored, "queue-rate-ignored", ezgh,
		"A queue's rate limit has no effect.",
		[]string{"EQ-LIMIT-05"}},
	{QueueRateWithoutRetryAfter, "queue-rate-without-retry-after", ezgh,
		"The 429 for a queue's rate limit has no Retry-After.",
		[]string{"EQ-LIMIT-05"}},
	{QueueRateIs503, "queue-rate-is-503", ezgh,
		"A receive over the queue's rate limit answers 503, as load shedders do.",
		[]string{"EQ-LIMIT-05"}},
	{QueueRateClaims, "queue-rate-claims", ezgh,
		"A receive that answers 429 claims a message, as where the limit is counted after the work.",
		[]string{"EQ-LIMIT-07"}},
	{QueueRateRetryAfterShort, "queue-rate-retry-after-short", ezgh,
		"Retry-After of the 429 for a queue's rate limit is always 1, although the window lasts longer.",
		[]string{"EQ-LIMIT-07"}},
	{OrganizationRateIgnored, "organization-rate-ignored", ezgh,
		"An organization's rate limit has no effect, as where limits are kept per queue.",
		[]string{"EQ-LIMIT-06"}},
	{OrganizationRateWithoutRetryAfter, "organization-rate-without-retry-after", ezgh,
		"The 429 for an organization's rate limit has no Retry-After.",
		[]string{"EQ-LIMIT-06"}},
	{BudgetSharedOnVisibility, "budget-shared-on-visibility", ezgh,
		"When one address is over its invalid handles no other may change visibility, as where one route's rule was written without the address.",
		[]string{"EQ-LIMIT-03"}},
	{BudgetRefusesOneOperation, "budget-refuses-one-operation", ezgh,
		"Over the limit only the operation that went over it is refused, as where the count is shared and the list of refused addresses is a route's own.",
		[]string{"EQ-LIMIT-08"}},
	{BudgetByRealIP, "budget-by-real-ip", ezgh,
		"X-Real-IP is taken for the client's address, as behind a proxy that sets it, where clients also reach the server past the proxy.",
		[]string{"EQ-LIMIT-09"}},
	{BudgetByForwarded, "budget-by-forwarded", ezgh,
		"The last for= of Forwarded is taken for the client's address, as with middleware that takes RFC 7239 for proof.",
		[]string{"EQ-LIMIT-09"}},
	{BudgetCountsDeletedQueues, "budget-counts-deleted-queues", ezgh,
		"Stale handles of a deleted queue count as invalid, though they answer stale, as where a handle whose queue is not found is taken for an altered one.",
		[]string{"EQ-LIMIT-02"}},
	{BudgetSparesAltered, "budget-spares-altered", ezgh,
		"Altered handles do not count as invalid though they answer so, as where only a text that cannot be parsed does and not one whose code does not match.",
		[]string{"EQ-LIMIT-01"}},
	{BudgetSparesMixed, "budget-spares-mixed", ezgh,
		"Invalid handles do not count beside others, as where only a request that failed altogether is held against an address.",
		[]string{"EQ-LIMIT-01"}},
	{BudgetRenewedByUse, "budget-renewed-by-use", ezgh,
		"Invalid handles are forgotten only after a minute without a request, as with a counter whose time to live each increment sets anew.",
		[]string{"EQ-LIMIT-02"}},
	{BudgetPassesValidChanges, "budget-passes-valid-changes", ezgh,
		"An address over its invalid handles may change visibility by valid ones before Retry-After, as where a request is looked at only for what it would add.",
		[]string{"EQ-LIMIT-04"}},
	{BudgetCountsStaleChanges, "budget-counts-stale-changes", ezgh,
		"Beside an invalid handle the stale ones of a visibility change count too, as where one of two handlers counts by errors and not by which.",
		[]string{"EQ-LIMIT-02"}},
}
