package access

import (
	"cmp"
	"encoding/base64"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// faultyToken is what is looked up for a bearer token.
func faultyToken(token string, f *fault.Set) string {
	if f.On(fault.TokenTailIgnored) {
		return token[:min(len(token), len(issuedPrefix)+base64.RawURLEncoding.EncodedLen(issuedBytes))]
	}
	return token
}

// FaultySpelling is the token that is looked up for one whose case may be any.
func (s *Store) FaultySpelling(token string, f *fault.Set) string {
	if !f.On(fault.TokenCaseIgnored) {
		return token
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return cmp.Or(s.spelling[strings.ToLower(token)], token)
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
