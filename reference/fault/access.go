package fault

// Faults of credentials: who is let in.
const (
	SignatureNeverExpires = accessArea + iota
	NonceReplayAccepted
	ContentHashUnchecked
)

var accessFaults = []Fault{
	{SignatureNeverExpires, "signature-never-expires", basaltic,
		"A signature is taken whatever its X-Date, as verifiers do that check the digest and forget the clock.",
		[]string{"BQ-AUTH-03"}},
	{NonceReplayAccepted, "nonce-replay-accepted", basaltic,
		"A mutating request is carried out again with the nonce it used, as servers do that keep nonces per process.",
		[]string{"BQ-AUTH-04"}},
	{ContentHashUnchecked, "content-hash-unchecked", basaltic,
		"A body is taken that X-Content-Sha256 does not match, as verifiers do that sign the header but never hash the body.",
		[]string{"BQ-AUTH-05"}},
}
