package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The lifetimes that the token endpoint gives, in seconds.
const (
	shortestToken = 900
	longestToken  = 43_200
	usualToken    = 3_600
)

// maxFormBytes bounds a token request.
const maxFormBytes = 16 << 10

// tokenPrefix begins a bought token, KEY.EXPIRY.MAC: it needs no memory.
const tokenPrefix = "oat_"

// buy makes a token that expires after lifetime.
func (s *Store) buy(accessKeyID string, lifetime time.Duration) string {
	expiry := s.clock.Now().Add(lifetime).UnixMilli()
	claim := tokenPrefix + accessKeyID + "." + strconv.FormatInt(expiry, 10)
	return claim + "." + hex.EncodeToString(mac(s.tokenKey, claim))
}

// redeem tells whose live token this is.
func (s *Store) redeem(token string) (accessKeyID string, key accessKey, live bool) {
	end := strings.LastIndexByte(token, '.')
	if end < 0 {
		return "", accessKey{}, false
	}
	claim, proof := token[:end], token[end+1:]
	if !hmac.Equal([]byte(proof), []byte(hex.EncodeToString(mac(s.tokenKey, claim)))) {
		return "", accessKey{}, false
	}
	accessKeyID, expiry, _ := strings.Cut(strings.TrimPrefix(claim, tokenPrefix), ".")
	expires, err := strconv.ParseInt(expiry, 10, 64)
	if err != nil || s.clock.Now().UnixMilli() >= expires {
		return "", accessKey{}, false
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	key, live = s.keys[accessKeyID]
	return accessKeyID, key, live
}

// ServeToken is the token endpoint: RFC 6749's client credentials grant, with
// the access key in HTTP Basic and an optional duration_seconds, which is
// clamped to what the endpoint gives.
func (s *Store) ServeToken(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		refuseToken(w, http.StatusMethodNotAllowed, "invalid_request")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	if err := r.ParseForm(); err != nil {
		refuseToken(w, http.StatusBadRequest, "invalid_request")
		return
	}
	accessKeyID, proven := s.basic(r)
	if !proven {
		w.Header().Set("WWW-Authenticate", `Basic realm="basaltic"`)
		refuseToken(w, http.StatusUnauthorized, "invalid_client")
		return
	}
	if code := checkGrant(r); code != "" {
		refuseToken(w, http.StatusBadRequest, code)
		return
	}
	lifetime, valid := tokenLifetime(r)
	if !valid {
		refuseToken(w, http.StatusBadRequest, "invalid_request")
		return
	}
	token := s.buy(accessKeyID, time.Duration(lifetime)*time.Second)
	w.Write([]byte(`{"access_token":"` + token + `","token_type":"Bearer","expires_in":` + strconv.Itoa(lifetime) + `}`))
}

func refuseToken(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	w.Write([]byte(`{"error":"` + code + `"}`))
}

// basic proves the access key of a token request.
func (s *Store) basic(r *http.Request) (accessKeyID string, proven bool) {
	accessKeyID, secret, given := r.BasicAuth()
	s.mu.RLock()
	key, known := s.keys[accessKeyID]
	s.mu.RUnlock()
	want, got := sha256.Sum256([]byte(key.secret)), sha256.Sum256([]byte(secret))
	return accessKeyID, given && known && hmac.Equal(want[:], got[:])
}

// checkGrant gives the error code of a request for no grant or another one.
func checkGrant(r *http.Request) string {
	grants := r.PostForm["grant_type"]
	switch {
	case len(grants) != 1:
		return "invalid_request"
	case grants[0] != "client_credentials":
		return "unsupported_grant_type"
	default:
		return ""
	}
}

// tokenLifetime is how long the token is to hold, in seconds; false when the
// request asks for no whole number.
func tokenLifetime(r *http.Request) (int, bool) {
	asked := r.PostForm["duration_seconds"]
	if len(asked) == 0 {
		return usualToken, true
	}
	seconds, err := strconv.Atoi(asked[0]) // a number too large gives the largest, and ErrRange
	if err != nil && !errors.Is(err, strconv.ErrRange) || len(asked) > 1 {
		return 0, false
	}
	return min(max(seconds, shortestToken), longestToken), true
}
