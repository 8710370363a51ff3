// Package access holds the credentials of a reference server, for every
// dialect: who may call, and how a caller proves it.
package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/leasecheck/leasecheck/reference/basaltic/crn"
	"github.com/leasecheck/leasecheck/reference/clock"
	"github.com/leasecheck/leasecheck/specs"
)

// Credential is what a caller is given, once.
type Credential struct {
	// Token is a bearer token that does not expire.
	Token string
	// AccessKeyID and SecretAccessKey sign requests, and buy tokens at the token
	// endpoint. Only Basaltic has them.
	AccessKeyID, SecretAccessKey string
	// Region is the region that signatures name.
	Region string
}

// Grant is what a proven caller may do.
type Grant struct {
	permissions []string // sorted; nil permits everything
	contentHash []byte   // SHA-256 that the body must have; nil binds none
}

// May tells whether the caller has the permission.
func (g Grant) May(permission string) bool {
	if g.permissions == nil {
		return true
	}
	_, found := slices.BinarySearch(g.permissions, permission)
	return found
}

// An issued token is a prefix and random bytes in base 64.
const (
	issuedPrefix = "tok_"
	issuedBytes  = 24
)

// Store holds the credentials of one server. It is safe for concurrent use.
type Store struct {
	clock    *clock.Clock
	tokenKey []byte // proves bought tokens
	nonces   *nonceGuard

	mu     sync.RWMutex
	tokens map[specs.Dialect]map[[sha256.Size]byte]Grant
	// spelling is how issued tokens are written, by their text in lower case: for
	// a fault.
	spelling map[string]string
	keys     map[string]accessKey // by access key id
}

// accessKey is a key pair's secret half and what it permits.
type accessKey struct {
	secret string
	grant  Grant
}

// New is a store without credentials, whose windows and expiries run on c.
func New(c *clock.Clock) *Store {
	return &Store{
		clock:    c,
		tokenKey: []byte(randomText(32)),
		nonces:   newNonceGuard(maxNonces),
		tokens: map[specs.Dialect]map[[sha256.Size]byte]Grant{
			specs.Basaltic: {},
			specs.EZGH:     {},
		},
		spelling: map[string]string{},
		keys:     map[string]accessKey{},
	}
}

// Issue makes a credential of dialect d that has the named permissions: nil
// means all of them, an empty list none. A name that Permissions(d) does not
// list is an error, and nothing is issued then.
func (s *Store) Issue(d specs.Dialect, permissions []string) (Credential, error) {
	tokens, known := s.tokens[d]
	if !known {
		return Credential{}, fmt.Errorf("access: unknown dialect %q", d)
	}
	grant, err := newGrant(d, permissions)
	if err != nil {
		return Credential{}, err
	}
	c := Credential{Token: issuedPrefix + base64.RawURLEncoding.EncodeToString(randomBytes(issuedBytes))}
	if d == specs.Basaltic {
		c.AccessKeyID, c.SecretAccessKey, c.Region = "AK"+randomText(10), randomText(32), crn.Region
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	tokens[sha256.Sum256([]byte(c.Token))] = grant
	s.spelling[strings.ToLower(c.Token)] = c.Token
	if c.AccessKeyID != "" {
		s.keys[c.AccessKeyID] = accessKey{c.SecretAccessKey, grant}
	}
	return c, nil
}

// Bearer tells what the bearer of an issued token may do; false when the
// dialect has no such token. Tokens are found by their digest, so that the time
// this takes tells nothing about those that exist.
func (s *Store) Bearer(d specs.Dialect, token string) (Grant, bool) {
	digest := sha256.Sum256([]byte(token))
	s.mu.RLock()
	defer s.mu.RUnlock()
	grant, found := s.tokens[d][digest]
	return grant, found
}

func newGrant(d specs.Dialect, permissions []string) (Grant, error) {
	if permissions == nil {
		return Grant{}, nil
	}
	for _, p := range permissions {
		if !slices.Contains(Permissions(d), p) {
			return Grant{}, fmt.Errorf("access: unknown permission %q; %s has %q", p, d, Permissions(d))
		}
	}
	sorted := append([]string{}, permissions...)
	slices.Sort(sorted)
	return Grant{permissions: sorted}, nil
}

// randomText is n unguessable bytes in hex.
func randomText(n int) string { return hex.EncodeToString(randomBytes(n)) }

// randomBytes are n that cannot be guessed.
func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails: crypto/rand ends the process instead
	return b
}
