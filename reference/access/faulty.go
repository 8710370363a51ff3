package access

import (
	"math"
	"net/http"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyToken is what is looked up for a bearer token.
func faultyToken(token string, f *fault.Set) string {
	if f.On(fault.TokenTailIgnored) {
		return token[:min(len(token), len(issuedPrefix)+2*issuedBytes)]
	}
	return token
}

// faultyStranger is the grant of a bearer token that is unknown.
func faultyStranger(f *fault.Set) (Grant, error) {
	if f.On(fault.AnyTokenAccepted) {
		return Grant{}, nil
	}
	return Grant{}, errToken
}

// faultyWindow is how long a signature is valid.
func faultyWindow(f *fault.Set) time.Duration {
	switch {
	case f.On(fault.SignatureNeverExpires):
		return math.MaxInt64
	case f.On(fault.SignatureExpiresEarly):
		return 3 * time.Minute
	default:
		return signatureWindow
	}
}

// faultyUnguarded takes a mutating request, signed age ago, whatever its nonce.
func faultyUnguarded(method string, age time.Duration, f *fault.Set) bool {
	return f.On(fault.NonceReplayAccepted) ||
		age > time.Minute && f.On(fault.NonceForgottenEarly) ||
		method != http.MethodPost && f.On(fault.NonceGuardsPostOnly)
}
