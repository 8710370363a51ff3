package wire

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/leasecheck/leasecheck/conformance/target"
)

const (
	algorithm     = "BASALTIC-HMAC-SHA256"
	scopeSuffix   = "basaltic/basaltic_request"
	signedHeaders = "host;x-date;x-nonce"
	dateForm      = "20060102T150405Z"
)

// Signing says how a signature is made, and how it deviates from a right one.
type Signing struct {
	// AccessKeyID, SecretAccessKey and Region replace the target file's when set.
	AccessKeyID     string
	SecretAccessKey target.Secret
	Region          string
	// Offset moves X-Date from the target's own time: negative is the past.
	Offset time.Duration
	// At is the X-Date, to the second, in place of the target's own time. With a
	// Nonce it makes the same request carry the same signature again.
	At time.Time
	// Nonce is sent instead of a fresh one.
	Nonce string
	// BindBody sends X-Content-Sha256 and signs it.
	BindBody bool
	// BoundBody is hashed in place of the body sent; it implies BindBody.
	BoundBody []byte
	// ContentHash is sent as X-Content-Sha256, and signed, whatever the body's is.
	ContentHash string
}

// over completes s from a credential.
func (s Signing) over(a target.Auth) Signing {
	s.AccessKeyID = cmp.Or(s.AccessKeyID, a.AccessKeyID)
	s.SecretAccessKey = cmp.Or(s.SecretAccessKey, a.SecretAccessKey)
	s.Region = cmp.Or(s.Region, a.Region)
	return s
}

// sign signs req as of the target's time.
func (c *Client) sign(req *http.Request, body []byte, s Signing) error {
	if s.AccessKeyID == "" || !s.SecretAccessKey.IsSet() {
		return errors.New("the target file gives no access key to sign with")
	}
	c.Conceal(s.SecretAccessKey.Reveal())
	at := s.At
	if at.IsZero() {
		at = c.ServerTime()
	}
	date := at.Add(s.Offset).UTC().Format(dateForm)
	req.Header.Set("X-Date", date)
	req.Header.Set("X-Nonce", cmp.Or(s.Nonce, rand.Text()))
	if s.BoundBody != nil {
		body = s.BoundBody
	}
	if s.BindBody || s.BoundBody != nil {
		s.ContentHash = sha256Hex(body)
	}
	if s.ContentHash != "" {
		req.Header.Set("X-Content-Sha256", s.ContentHash)
	}
	scope := strings.Join([]string{date[:8], s.Region, scopeSuffix}, "/")
	toSign := strings.Join([]string{algorithm, date, scope, sha256Hex([]byte(canonical(req)))}, "\n")
	key := []byte("BASALTIC" + s.SecretAccessKey.Reveal())
	for _, part := range strings.Split(scope, "/") {
		key = mac(key, part)
	}
	req.Header.Set("Authorization", fmt.Sprintf("%s Credential=%s/%s, SignedHeaders=%s, Signature=%x",
		algorithm, s.AccessKeyID, scope, signedHeaders, mac(key, toSign)))
	return nil
}

// canonical is the request as it is signed: method, path, sorted query, the
// signed headers and an empty line behind them, as in AWS SigV4, their names,
// and the body's hash.
func canonical(req *http.Request) string {
	return strings.Join([]string{
		req.Method,
		req.URL.EscapedPath(),
		canonicalQuery(req.URL.Query()),
		"host:" + req.Host,
		"x-date:" + req.Header.Get("X-Date"),
		"x-nonce:" + req.Header.Get("X-Nonce"),
		"",
		signedHeaders,
		cmp.Or(req.Header.Get("X-Content-Sha256"), "UNSIGNED-PAYLOAD"),
	}, "\n")
}

// canonicalQuery sorts the encoded parameters by name, then by value.
func canonicalQuery(q url.Values) string {
	var pairs []string
	for name, values := range q {
		for _, v := range values {
			pairs = append(pairs, uriEncode(name)+"="+uriEncode(v))
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "&")
}

// uriEncode leaves only unreserved characters as they are (RFC 3986).
func uriEncode(s string) string {
	return strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

func sha256Hex(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
