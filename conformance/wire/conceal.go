package wire

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/leasecheck/leasecheck/conformance/target"
)

const (
	// shortestSecret is what a secret must measure to be looked for in texts; a
	// shorter one is no secret, and would blot out half of what is recorded.
	shortestSecret = 4
	// tellingPiece is how much of a secret gives it away.
	tellingPiece = 8
)

// concealer replaces secrets by "***" in what is recorded. It is read far more
// often than it learns.
type concealer struct {
	mu sync.Mutex
	// secrets are as learned, forms also as they look when quoted or encoded.
	secrets atomic.Pointer[[]string]
	forms   atomic.Pointer[[]string]
	// longest is the length of the longest form.
	longest atomic.Int64
}

func newConcealer(f *target.File) *concealer {
	c := &concealer{}
	c.secrets.Store(&[]string{})
	c.forms.Store(&[]string{})
	c.learn(f.ControlToken.Reveal())
	c.learnAuth(f.Auth)
	if f.LimitedAuth != nil {
		c.learnAuth(*f.LimitedAuth)
	}
	return c
}

func (c *concealer) learnAuth(a target.Auth) {
	c.learn(a.Token.Reveal(), a.SecretAccessKey.Reveal())
	if a.HasKey() {
		c.learn(basicCredential(a))
	}
}

// basicCredential is what HTTP Basic sends of a key.
func basicCredential(a target.Auth) string {
	return base64.StdEncoding.EncodeToString([]byte(a.AccessKeyID + ":" + a.SecretAccessKey.Reveal()))
}

// learn adds secrets.
func (c *concealer) learn(secrets ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, forms := slices.Clone(*c.secrets.Load()), slices.Clone(*c.forms.Load())
	for _, s := range secrets {
		if len(s) < shortestSecret || slices.Contains(known, s) {
			continue
		}
		known = append(known, s)
		for _, form := range formsOf(s) {
			forms = append(forms, form)
			c.longest.Store(max(c.longest.Load(), int64(len(form))))
		}
	}
	c.secrets.Store(&known)
	c.forms.Store(&forms)
}

// formsOf is a secret as it stands in a header, a URL or a JSON text.
func formsOf(secret string) []string {
	quoted, _ := json.Marshal(secret) // a string always marshals
	forms := []string{
		secret,
		url.QueryEscape(secret),
		url.PathEscape(secret),
		string(quoted[1 : len(quoted)-1]),
		strings.ReplaceAll(secret, "/", `\/`),
	}
	slices.Sort(forms)
	return slices.Compact(forms)
}

// text replaces the secrets in s, and also those that only this exchange knows.
func (c *concealer) text(s string, own ...string) string {
	for _, form := range *c.forms.Load() {
		if strings.Contains(s, form) {
			s = strings.ReplaceAll(s, form, target.Redacted)
		}
	}
	for _, secret := range own {
		s = strings.ReplaceAll(s, secret, target.Redacted)
	}
	return s
}

// error is err with the secrets of its message replaced; what it wraps stays.
func (c *concealer) error(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if shown := c.text(text); shown != text {
		return &concealed{shown: shown, is: func(other error) bool { return errors.Is(err, other) }}
	}
	return err
}

// concealed is an error whose message held a secret. What it wraps can be
// recognised, but not reached.
type concealed struct {
	shown string
	is    func(error) bool
}

func (e *concealed) Error() string { return e.shown }

// Is says whether the error wraps other.
func (e *concealed) Is(other error) bool { return e.is(other) }

// header is h with the secrets of its values replaced. It is h itself where
// nothing had to be.
func (c *concealer) header(h http.Header, own ...string) http.Header {
	clean, cloned := h, false
	for name, values := range h {
		for i, v := range values {
			shown := c.headerValue(name, v, own)
			if shown == v {
				continue
			}
			if !cloned {
				clean, cloned = h.Clone(), true
			}
			clean[name][i] = shown
		}
	}
	return clean
}

func (c *concealer) headerValue(name, value string, own []string) string {
	switch name {
	case "Authorization", "Proxy-Authorization":
		value = c.authorization(value)
	case "Cookie", "Set-Cookie", "X-Amz-Security-Token":
		return target.Redacted
	}
	return c.text(value, own...)
}

// signature is the only secret part of a signed request's header.
var signature = regexp.MustCompile(`(?i)(Signature=)[^,\s]+`)

// authorization shows of an Authorization header what is no secret: the scheme,
// what a signature covers, and a made-up credential that has nothing of a real one.
func (c *concealer) authorization(value string) string {
	if signature.MatchString(value) {
		return signature.ReplaceAllString(value, "${1}"+target.Redacted)
	}
	scheme, credential := splitCredential(value)
	switch {
	case !c.isSecret(credential) && !c.givesAway(value):
		return value
	case scheme == "" || c.givesAway(scheme):
		return target.Redacted
	default:
		return scheme + " " + target.Redacted
	}
}

// splitCredential parts an Authorization header; one without a scheme is all credential.
func splitCredential(value string) (scheme, credential string) {
	scheme, credential, found := strings.Cut(value, " ")
	if !found {
		return "", value
	}
	return scheme, credential
}

// isSecret says whether text is a secret as it was learned.
func (c *concealer) isSecret(text string) bool {
	return slices.Contains(*c.secrets.Load(), text)
}

// givesAway says whether text holds a telling piece of a secret, as an altered
// token does.
func (c *concealer) givesAway(text string) bool {
	return slices.ContainsFunc(*c.secrets.Load(), func(secret string) bool {
		size := min(tellingPiece, len(secret))
		for at := 0; at+size <= len(secret); at++ {
			if strings.Contains(text, secret[at:at+size]) {
				return true
			}
		}
		return false
	})
}

// ownSecrets are those of one request's credential that nothing else knows:
// its signature, or a token that is nearly a real one. An answer may repeat them.
func (c *concealer) ownSecrets(h http.Header) []string {
	value := h.Get("Authorization")
	if s := signature.FindString(value); s != "" {
		return []string{s[len("Signature="):]}
	}
	_, credential := splitCredential(value)
	if credential == "" || c.isSecret(credential) || !c.givesAway(credential) {
		return nil
	}
	return []string{credential}
}

// granted finds the credentials in an answer that grants some, also in one that breaks off.
var granted = regexp.MustCompile(`"(?:access_token|refresh_token|token|secretAccessKey|secret_access_key)"\s*:\s*"((?:[^"\\]|\\.)*)`)

// learnGranted learns the credentials that an answer grants.
func (c *concealer) learnGranted(body []byte) {
	for _, m := range granted.FindAllSubmatch(body, -1) {
		secret := string(m[1])
		var plain string
		if json.Unmarshal([]byte(`"`+secret+`"`), &plain) == nil {
			c.learn(plain)
		}
		c.learn(secret)
	}
}
