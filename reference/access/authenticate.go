package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"

	"github.com/leasecheck/leasecheck/reference/fault"
	"github.com/leasecheck/leasecheck/specs"
)

// ErrReplayed refuses a mutating request whose nonce was used before.
var ErrReplayed = errors.New("the nonce was used before")

// Other refusals of a credential. Their texts are for the caller and hold no secret.
var (
	errNoCredential = errors.New("authentication required")
	errMalformed    = errors.New("the Authorization header is malformed")
	errToken        = errors.New("the bearer token is unknown or has expired")
	errSignature    = errors.New("the request's signature is not that of a known access key")
	errWindow       = errors.New("X-Date is further than 5 minutes from the server's time")
)

// Authenticate tells who sent a Basaltic request, from its Authorization
// header alone: a bearer token or a signature. The caller must still ask
// Grant.Covers about the body. An error says why there is no grant.
func (s *Store) Authenticate(r *http.Request, f *fault.Set) (Grant, error) {
	headers := r.Header["Authorization"]
	switch {
	case len(headers) == 0:
		return Grant{}, errNoCredential
	case len(headers) > 1:
		return Grant{}, errMalformed
	}
	if token, isBearer := BearerToken(FaultyScheme(headers[0], f)); isBearer {
		return s.bearer(token, f)
	}
	if parameters, isSigned := strings.CutPrefix(headers[0], algorithm+" "); isSigned {
		return s.signed(r, parameters, f)
	}
	return Grant{}, errMalformed
}

// BearerToken gives the token of an Authorization header of that scheme.
func BearerToken(authorization string) (string, bool) {
	const scheme = "Bearer "
	if len(authorization) <= len(scheme) || !strings.EqualFold(authorization[:len(scheme)], scheme) {
		return "", false
	}
	return strings.TrimSpace(authorization[len(scheme):]), true
}

// bearer takes tokens that were issued and tokens that were bought.
func (s *Store) bearer(token string, f *fault.Set) (Grant, error) {
	token = s.FaultySpelling(faultyToken(token, f), f)
	if grant, issued := s.Bearer(specs.Basaltic, token); issued {
		return grant, nil
	}
	if _, key, live := s.redeem(token); live {
		return key.grant, nil
	}
	return faultyStranger(f)
}

// Covers tells whether body is the one that the credential was given for: one
// with the signed X-Content-Sha256, or any when there was none.
func (g Grant) Covers(body []byte) bool {
	if g.contentHash == nil {
		return true
	}
	sum := sha256.Sum256(body)
	return subtle.ConstantTimeCompare(sum[:], g.contentHash) == 1
}
