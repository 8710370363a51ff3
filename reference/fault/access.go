package fault

// Faults of Basaltic's credentials: who is let in, and what a refusal does.
const (
	AnonymousDeleteAccepted = accessArea + iota
	AnonymousReceiveLeases
	AnyTokenAccepted
	TokenTailIgnored
	MissingCredentialIs403
	PermissionsIgnored
	ForbiddenIs404
	ForbiddenReceiveLeases
	SignatureUnchecked
	SignatureNeverExpires
	SignatureExpiresEarly
	NonceReplayAccepted
	RefusedReplayActs
	ContentHashUnchecked
	ContentHashSparesEmpty
	ContentHashSparesBatches
	PermissionsSpareBatches
	PermissionsSparePurge
	NonceForgottenEarly
	NonceGuardsPostOnly
	TokenCaseIgnored
	UnknownTokenStopsReceivesOnly
	NonceSparesBatches
	NonceRaced
	SignatureAgeOfReceivesOnly
	ContentHashSparesChanges
	PermissionsSpareSends
	SchemeIgnored
	ContentHashMalformedIsNone
)

var accessFaults = []Fault{
	{AnonymousDeleteAccepted, "anonymous-delete-accepted", basaltic,
		"A delete needs no credential beside its handle, as in services whose handles are the credential.",
		[]string{"BQ-AUTH-01"}},
	{AnonymousReceiveLeases, "anonymous-receive-leases", basaltic,
		"A receive without a credential answers 401, but has leased a message.",
		[]string{"BQ-AUTH-01", "BQ-AUTH-02"}},
	{AnyTokenAccepted, "any-token-accepted", basaltic,
		"Any bearer token is taken, as where the proxy that checks them is left out.",
		[]string{"BQ-AUTH-02"}},
	{TokenTailIgnored, "token-tail-ignored", basaltic,
		"Characters behind a bearer token are ignored, as by a comparison of the expected length.",
		[]string{"BQ-AUTH-02"}},
	{MissingCredentialIs403, "missing-credential-is-403", basaltic,
		"A request without a valid credential answers 403.",
		[]string{"BQ-AUTH-01", "BQ-AUTH-02", "BQ-AUTH-03"}},
	{PermissionsIgnored, "permissions-ignored", basaltic,
		"A valid credential may do everything.",
		[]string{"BQ-AUTH-06"}},
	{ForbiddenIs404, "forbidden-is-404", basaltic,
		"A request without the permission answers 404, as services do that hide what a caller may not see.",
		[]string{"BQ-AUTH-06"}},
	{ForbiddenReceiveLeases, "forbidden-receive-leases", basaltic,
		"A receive without the permission answers 403, but has leased a message.",
		[]string{"BQ-AUTH-06"}},
	{SignatureUnchecked, "signature-unchecked", basaltic,
		"A signature by any secret is taken, as where only the access key is looked up.",
		[]string{"BQ-AUTH-02"}},
	{SignatureNeverExpires, "signature-never-expires", basaltic,
		"A signature is taken whatever its X-Date, as verifiers do that check the digest and forget the clock.",
		[]string{"BQ-AUTH-03"}},
	{SignatureExpiresEarly, "signature-expires-early", basaltic,
		"A signature is valid for three minutes.",
		[]string{"BQ-AUTH-03"}},
	{NonceReplayAccepted, "nonce-replay-accepted", basaltic,
		"A mutating request is carried out again with the nonce it used, as servers do that keep nonces per process.",
		[]string{"BQ-AUTH-04"}},
	{RefusedReplayActs, "refused-replay-acts", basaltic,
		"A replayed send is refused, but was carried out.",
		[]string{"BQ-AUTH-04"}},
	{ContentHashUnchecked, "content-hash-unchecked", basaltic,
		"A body is taken that X-Content-Sha256 does not match, as verifiers do that sign the header but never hash the body.",
		[]string{"BQ-AUTH-05"}},
	{ContentHashSparesEmpty, "content-hash-spares-empty", basaltic,
		"X-Content-Sha256 is not looked at where a request has no body, as by a check that is part of reading it.",
		[]string{"BQ-AUTH-05"}},
	{ContentHashSparesBatches, "content-hash-spares-batches", basaltic,
		"X-Content-Sha256 is not looked at in batches, as where these have a path of their own.",
		[]string{"BQ-AUTH-05"}},
	{PermissionsSpareBatches, "permissions-spare-batches", basaltic,
		"A batch needs no permission, as where it was added after the list of those.",
		[]string{"BQ-AUTH-06"}},
	{PermissionsSparePurge, "permissions-spare-purge", basaltic,
		"A purge needs no permission.",
		[]string{"BQ-AUTH-06"}},
	{NonceForgottenEarly, "nonce-forgotten-early", basaltic,
		"A nonce is forgotten after a minute, although its signature is valid for five.",
		[]string{"BQ-AUTH-04"}},
	{NonceGuardsPostOnly, "nonce-guards-post-only", basaltic,
		"Only the nonces of POST are kept, as where that alone is taken to change something.",
		[]string{"BQ-AUTH-04"}},
	{TokenCaseIgnored, "token-case-ignored", both,
		"A bearer token is taken in any letter case, as from a table whose collation does not tell them apart.",
		[]string{"BQ-AUTH-02", "EQ-AUTH-01"}},
	{UnknownTokenStopsReceivesOnly, "unknown-token-stops-receives-only", basaltic,
		"An unknown bearer token may do everything but receive, as where each route brings its own check and one was written.",
		[]string{"BQ-AUTH-02"}},
	{NonceSparesBatches, "nonce-spares-batches", basaltic,
		"The nonces of batches are not kept, as where these were added after the replay guard.",
		[]string{"BQ-AUTH-04"}},
	{NonceRaced, "nonce-raced", basaltic,
		"Copies of a request that arrive together are all carried out, as where a nonce is looked up in one step and stored in another.",
		[]string{"BQ-AUTH-04"}},
	{SignatureAgeOfReceivesOnly, "signature-age-of-receives-only", basaltic,
		"A signature is too old for receives alone, as where the clock is asked by one handler and not by the verifier.",
		[]string{"BQ-AUTH-03"}},
	{ContentHashSparesChanges, "content-hash-spares-changes", basaltic,
		"X-Content-Sha256 is looked at where messages are sent and received only, as where creates and changes decode their bodies before it.",
		[]string{"BQ-AUTH-05"}},
	{PermissionsSpareSends, "permissions-spare-sends", basaltic,
		"Whoever has a credential may send, as where only what reads and deletes is thought to need a permission.",
		[]string{"BQ-AUTH-06"}},
	{SchemeIgnored, "scheme-ignored", both,
		"A token is taken whatever the scheme before it, such as Basic, as where the header is split at its space and the second part looked up.",
		[]string{"BQ-AUTH-02", "EQ-AUTH-01"}},
	{ContentHashMalformedIsNone, "content-hash-malformed-is-none", basaltic,
		"An X-Content-Sha256 that is no SHA-256 in hex binds no body, as where an error in decoding it is taken for its absence.",
		[]string{"BQ-AUTH-05"}},
}
