package access

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// FaultyScheme is an Authorization header as it is read where any scheme before a
// token may stand.
func FaultyScheme(authorization string, f *fault.Set) string {
	if scheme, token, _ := strings.Cut(authorization, " "); scheme != algorithm && f.On(fault.SchemeIgnored) {
		return "Bearer " + token
	}
	return authorization
}

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

// faultyWindow is how long the signature of a request is valid.
func faultyWindow(r *http.Request, f *fault.Set) time.Duration {
	switch {
	case f.On(fault.SignatureNeverExpires),
		f.On(fault.SignatureAgeOfReceivesOnly) && !strings.HasSuffix(r.URL.Path, "/receive"):
		return math.MaxInt64
	case f.On(fault.SignatureExpiresEarly):
		return 3 * time.Minute
	default:
		return signatureWindow
	}
}

// faultyHash takes a body whatever its X-Content-Sha256.
func faultyHash(hash string, f *fault.Set) bool {
	sum, err := hex.DecodeString(hash)
	return f.On(fault.ContentHashUnchecked) ||
		(err != nil || len(sum) != sha256.Size) && f.On(fault.ContentHashMalformedIsNone)
}

// faultyUnguarded takes a mutating request, signed age ago, whatever its nonce.
func faultyUnguarded(r *http.Request, age time.Duration, f *fault.Set) bool {
	return f.On(fault.NonceReplayAccepted) ||
		age > time.Minute && f.On(fault.NonceForgottenEarly) ||
		strings.HasSuffix(r.URL.Path, "batch") && f.On(fault.NonceSparesBatches) ||
		r.Method != http.MethodPost && f.On(fault.NonceGuardsPostOnly)
}

// raceWindow is how long a nonce is used before faultyUse stores it.
const raceWindow = 50 * time.Millisecond

// faultyUse tells whether a nonce is new, and remembers it: later than it looks.
func (g *nonceGuard) faultyUse(nonce string, date, now time.Time, f *fault.Set) bool {
	if !f.On(fault.NonceRaced) {
		return g.use(nonce, date, now)
	}
	if g.knows(nonce) {
		return false
	}
	time.Sleep(raceWindow)
	g.use(nonce, date, now)
	return true
}

// knows tells whether the nonce was used.
func (g *nonceGuard) knows(nonce string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, known := g.used[digestOf(nonce)]
	return known
}
