package fault

// Faults of Basaltic's wire: the form of answers and errors, and rate limits.
const (
	TimestampsInUnixSeconds = basalticAnswerArea + iota
	ReceiveCountIsText
	ContentTypeIsText
	CreatedAtMissing
	ErrorsAreHTML
	NotFoundIsPlainText
	ErrorMessageMissing
	RequestIDIsNoUUID
	RequestIDsRepeat
	RequestIDHeaderMissing
	RequestIDHeaderDiffers
	ErrorCodesGeneric
	InvalidInputIs422
	ReceiveRateLimited
	RetryAfterMissing
	LimitHeadersMissing
	LimitHeadersOnRefusalsOnly
	EarlyRetryExtendsNothing
	EarlyRetryPasses
	RetryAfterTooShort
	ReceiveLimitApplied
	ReceivesLimitedWithSends
	WindowResetByRefusal
	PenaltyUnsaid
	LimitHeadersOnSuccessOnly
	LimitResetOnRefusalsOnly
	PurgeRefusalUnexplained
	SecondEarlyRetryExtendsNothing
	EarlyRetryBans
)

var basalticAnswerFaults = []Fault{
	{TimestampsInUnixSeconds, "timestamps-in-unix-seconds", basaltic,
		"Timestamps are numbers of seconds.",
		[]string{"BQ-RECV-03"}},
	{ReceiveCountIsText, "receive-count-is-text", basaltic,
		"receive_count is a string, as SQS has it.",
		[]string{"BQ-RECV-03"}},
	{ContentTypeIsText, "content-type-is-text", basaltic,
		"Answers are text/plain, as where a framework guesses.",
		[]string{"BQ-RECV-03", "BQ-ERR-01"}},
	{CreatedAtMissing, "created-at-missing", basaltic,
		"Queues have no created_at.",
		[]string{"BQ-RECV-03"}},
	{ErrorsAreHTML, "errors-are-html", basaltic,
		"Errors are pages for people, as from the proxy before a service.",
		[]string{"BQ-ERR-01", "BQ-RECV-03"}},
	{NotFoundIsPlainText, "not-found-is-plain-text", basaltic,
		"404 comes from the router, in plain text.",
		[]string{"BQ-ERR-01", "BQ-RECV-03"}},
	{ErrorMessageMissing, "error-message-missing", basaltic,
		"Errors have a code but no message.",
		[]string{"BQ-ERR-01", "BQ-RECV-03"}},
	{RequestIDIsNoUUID, "request-id-is-no-uuid", basaltic,
		"request_id is a UUID without its dashes.",
		[]string{"BQ-ERR-01", "BQ-RECV-03"}},
	{RequestIDsRepeat, "request-ids-repeat", basaltic,
		"The request id is drawn per connection pool and not per request, so that it repeats.",
		[]string{"BQ-ERR-02"}},
	{RequestIDHeaderMissing, "request-id-header-missing", basaltic,
		"Answers have no X-Request-Id.",
		[]string{"BQ-ERR-02"}},
	{RequestIDHeaderDiffers, "request-id-header-differs", basaltic,
		"X-Request-Id is that of the proxy, and not the one in the error.",
		[]string{"BQ-ERR-02"}},
	{ErrorCodesGeneric, "error-codes-generic", basaltic,
		"Every refusal has the code BAD_REQUEST.",
		[]string{"BQ-ERR-03"}},
	{InvalidInputIs422, "invalid-input-is-422", basaltic,
		"What should be 400 is 422, as frameworks with validation answer.",
		[]string{"BQ-RECV-05", "BQ-RECV-06", "BQ-RECV-07", "BQ-RECV-17"}},
	{ReceiveRateLimited, "receive-rate-limited", basaltic,
		"Every fourth receive of a queue that had 60 answers 429, as behind a gateway whose budget is spent.",
		[]string{"BQ-RATE-01"}},
	{RetryAfterMissing, "retry-after-missing", basaltic,
		"A 429 does not say when to come back.",
		[]string{"BQ-RATE-02"}},
	{LimitHeadersMissing, "limit-headers-missing", basaltic,
		"A 429 has no X-RateLimit headers.",
		[]string{"BQ-RATE-02"}},
	{LimitHeadersOnRefusalsOnly, "limit-headers-on-refusals-only", basaltic,
		"Only a 429 has X-RateLimit headers.",
		[]string{"BQ-RATE-05"}},
	{EarlyRetryExtendsNothing, "early-retry-extends-nothing", basaltic,
		"A retry before Retry-After is refused, but the window ends when it would have.",
		[]string{"BQ-RATE-03"}},
	{EarlyRetryPasses, "early-retry-passes", basaltic,
		"A retry before Retry-After passes, as where only the request that crosses the line is refused.",
		[]string{"BQ-RATE-03"}},
	{RetryAfterTooShort, "retry-after-too-short", basaltic,
		"Retry-After is half of what is left of the window.",
		[]string{"BQ-RATE-04"}},
	{ReceiveLimitApplied, "receive-limit-applied", basaltic,
		"A rate limit that is set for receives refuses them, as where one middleware stands before every operation.",
		[]string{"BQ-RATE-01"}},
	{ReceivesLimitedWithSends, "receives-limited-with-sends", basaltic,
		"While a queue's sends are refused its receives are too, as where a queue is throttled as a whole.",
		[]string{"BQ-RATE-01"}},
	{WindowResetByRefusal, "window-reset-by-refusal", basaltic,
		"The first request after Retry-After is still refused, as where a counter is reset by the request that finds it old, after that was judged.",
		[]string{"BQ-RATE-04"}},
	{PenaltyUnsaid, "penalty-unsaid", basaltic,
		"Who was over the limit is refused for two minutes, whatever Retry-After said, as by a ban list behind the limiter.",
		[]string{"BQ-RATE-04"}},
	{LimitHeadersOnSuccessOnly, "limit-headers-on-success-only", basaltic,
		"Errors that are no 429 have no X-RateLimit headers, as where an error handler writes the answer anew.",
		[]string{"BQ-RATE-05"}},
	{LimitResetOnRefusalsOnly, "limit-reset-on-refusals-only", basaltic,
		"Only a 429 has X-RateLimit-Reset, as where the end of a window is asked for only when there is something to wait for.",
		[]string{"BQ-RATE-05"}},
	{PurgeRefusalUnexplained, "purge-refusal-unexplained", basaltic,
		"A 429 to a purge has neither Retry-After nor X-RateLimit headers, as where a limiter of its own guards what is costly.",
		[]string{"BQ-RATE-02"}},
	{SecondEarlyRetryExtendsNothing, "second-early-retry-extends-nothing", basaltic,
		"Only the first early retry extends the window, as where a client is marked for it once.",
		[]string{"BQ-RATE-03"}},
	{EarlyRetryBans, "early-retry-bans", basaltic,
		"Who retried early is refused for two minutes, whatever Retry-After said then, as by a ban list for those who do not obey.",
		[]string{"BQ-RATE-04"}},
}
