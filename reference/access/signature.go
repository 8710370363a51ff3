package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
	"github.com/leasecheck/leasecheck/reference/fault"
)

const (
	algorithm       = "BASALTIC-HMAC-SHA256"
	scopeService    = "basaltic"
	scopeEnd        = "basaltic_request"
	dateLayout      = "20060102T150405Z"
	signatureWindow = 5 * time.Minute
	maxNonceBytes   = 256
	unsignedPayload = "UNSIGNED-PAYLOAD"
)

// alwaysSigned are the headers that every signature must cover.
var alwaysSigned = []string{"host", "x-date", "x-nonce"}

// authorization is the header of a signed request, taken apart.
type authorization struct {
	accessKeyID string
	date        string // YYYYMMDD
	region      string
	headers     []string // lower-case names
	signature   []byte
}

// signed proves a signed request. A mutating one uses up its nonce.
func (s *Store) signed(r *http.Request, parameters string, f *fault.Set) (Grant, error) {
	a, wellFormed := parseAuthorization(parameters)
	if !wellFormed {
		return Grant{}, errMalformed
	}
	s.mu.RLock()
	key, known := s.keys[a.accessKeyID]
	s.mu.RUnlock()
	if !known || !hmac.Equal(a.signature, sign(key.secret, a, r)) && !f.On(fault.SignatureUnchecked) {
		return Grant{}, errSignature
	}
	if err := s.checkDate(a, r, f); err != nil {
		return Grant{}, err
	}
	if !s.sessionHolds(a.accessKeyID, r.Header.Get("X-Amz-Security-Token")) {
		return Grant{}, errToken
	}
	if err := s.checkNonce(a, r, f); err != nil {
		return Grant{}, err
	}
	return key.grant.bind(r.Header, f)
}

// parseAuthorization reads "Credential=ID/DATE/REGION/basaltic/basaltic_request,
// SignedHeaders=A;B, Signature=HEX".
func parseAuthorization(parameters string) (authorization, bool) {
	var a authorization
	var credential, headers, signature string
	for part := range strings.SplitSeq(parameters, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "Credential":
			credential = value
		case "SignedHeaders":
			headers = value
		case "Signature":
			signature = value
		default:
			return a, false
		}
	}
	scope := strings.Split(credential, "/")
	if len(scope) != 5 || scope[3] != scopeService || scope[4] != scopeEnd {
		return a, false
	}
	a.accessKeyID, a.date, a.region = scope[0], scope[1], scope[2]
	a.headers = strings.Split(headers, ";")
	var err error
	a.signature, err = hex.DecodeString(signature)
	return a, err == nil && a.coversWhatItMust()
}

func (a authorization) coversWhatItMust() bool {
	if !slices.IsSorted(a.headers) || strings.ToLower(strings.Join(a.headers, ";")) != strings.Join(a.headers, ";") {
		return false
	}
	for _, name := range alwaysSigned {
		if !slices.Contains(a.headers, name) {
			return false
		}
	}
	return true
}

// checkDate asks that the signature was made within five minutes of now, either
// way, for this region.
func (s *Store) checkDate(a authorization, r *http.Request, f *fault.Set) error {
	stamp := r.Header.Get("X-Date")
	at, err := time.Parse(dateLayout, stamp)
	if err != nil || !strings.HasPrefix(stamp, a.date+"T") || a.region != crn.Region {
		return errMalformed
	}
	if s.clock.Now().Sub(at).Abs() > faultyWindow(r, f) {
		return errWindow
	}
	return nil
}

// sessionHolds tells whether a temporary credential is still live: its security
// token is one that its access key bought. Without one the key is not temporary.
func (s *Store) sessionHolds(accessKeyID, token string) bool {
	if token == "" {
		return true
	}
	owner, _, live := s.redeem(token)
	return live && owner == accessKeyID
}

// checkNonce uses up the nonce of a request that changes something.
func (s *Store) checkNonce(a authorization, r *http.Request, f *fault.Set) error {
	nonce := r.Header.Get("X-Nonce")
	if nonce == "" || len(nonce) > maxNonceBytes {
		return errMalformed
	}
	at, _ := time.Parse(dateLayout, r.Header.Get("X-Date"))
	if r.Method == http.MethodGet || faultyUnguarded(r, s.clock.Now().Sub(at), f) {
		return nil
	}
	if !s.nonces.faultyUse(a.accessKeyID+"/"+nonce, at, s.clock.Now(), f) {
		return ErrReplayed
	}
	return nil
}

// bind makes the grant hold for the body that X-Content-Sha256 names.
func (g Grant) bind(h http.Header, f *fault.Set) (Grant, error) {
	hash := h.Get("X-Content-Sha256")
	if hash == "" || faultyHash(hash, f) {
		return g, nil
	}
	sum, err := hex.DecodeString(hash)
	if err != nil || len(sum) != sha256.Size {
		return Grant{}, errMalformed
	}
	g.contentHash = sum
	return g, nil
}

// sign makes the signature that the request should have.
func sign(secret string, a authorization, r *http.Request) []byte {
	scope := strings.Join([]string{a.date, a.region, scopeService, scopeEnd}, "/")
	request := sha256.Sum256([]byte(canonicalRequest(r, a.headers)))
	text := strings.Join([]string{algorithm, r.Header.Get("X-Date"), scope, hex.EncodeToString(request[:])}, "\n")
	key := []byte("BASALTIC" + secret)
	for _, part := range []string{a.date, a.region, scopeService, scopeEnd} {
		key = mac(key, part)
	}
	return mac(key, text)
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

// canonicalRequest writes a request as its signature covers it: method, path,
// query, each signed header, their names, and the hash of the body, one a line.
// As in AWS SigV4, an empty line ends the headers.
func canonicalRequest(r *http.Request, headers []string) string {
	var b strings.Builder
	line := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
		b.WriteByte('\n')
	}
	line(r.Method)
	line(r.URL.EscapedPath())
	line(canonicalQuery(r.URL.RawQuery))
	for _, name := range headers {
		line(name, ":", headerValue(r, name))
	}
	line()
	line(strings.Join(headers, ";"))
	if hash := r.Header.Get("X-Content-Sha256"); hash != "" {
		b.WriteString(hash)
	} else {
		b.WriteString(unsignedPayload)
	}
	return b.String()
}

func headerValue(r *http.Request, name string) string {
	if name == "host" {
		return r.Host
	}
	values := r.Header.Values(name)
	trimmed := make([]string, len(values))
	for i, v := range values {
		trimmed[i] = strings.TrimSpace(v)
	}
	return strings.Join(trimmed, ",")
}

// canonicalQuery sorts the pairs of a query by name and value, each of them
// percent-encoded but for RFC 3986's unreserved characters.
func canonicalQuery(raw string) string {
	query, _ := url.ParseQuery(raw) // what cannot be read is refused later
	var pairs []string
	for name, values := range query {
		for _, value := range values {
			pairs = append(pairs, percentEncode(name)+"="+percentEncode(value))
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "&")
}

// percentEncode differs from url.QueryEscape in the space alone.
func percentEncode(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}
