package wire

import (
	"context"
	"errors"
	"net/http"

	"github.com/leasecheck/leasecheck/conformance/target"
)

// AuthMode says which credential a request carries.
type AuthMode struct {
	kind    authKind
	literal string
	signing Signing
}

type authKind int

const (
	authFull authKind = iota
	authLimited
	authNone
	authLiteral
	authSigned
)

// The modes that need no argument.
var (
	// Full is the target file's credential, and the zero value.
	Full = AuthMode{kind: authFull}
	// Limited is the credential that may not receive.
	Limited = AuthMode{kind: authLimited}
	// None sends no credential.
	None = AuthMode{kind: authNone}
)

// Literal sends text as the Authorization header.
func Literal(text string) AuthMode { return AuthMode{kind: authLiteral, literal: text} }

// Signed signs with BASALTIC-HMAC-SHA256 (basaltic).
func Signed(s Signing) AuthMode { return AuthMode{kind: authSigned, signing: s} }

// authenticate puts the credential that r asks for on req.
func (c *Client) authenticate(ctx context.Context, req *http.Request, r Request) error {
	if r.Control {
		if token := c.file.ControlToken; token.IsSet() {
			bearer(req, token.Reveal())
		}
		return nil
	}
	switch r.Auth.kind {
	case authNone:
		return nil
	case authLiteral:
		req.Header.Set("Authorization", r.Auth.literal)
		return nil
	case authSigned:
		return c.sign(req, r.Body, r.Auth.signing.over(c.file.Auth))
	case authLimited:
		if c.file.LimitedAuth == nil {
			return errors.New("the target file gives no limited_auth")
		}
		return c.identify(ctx, req, r.Body, *c.file.LimitedAuth)
	default:
		return c.identify(ctx, req, r.Body, c.file.Auth)
	}
}

// Token is the bearer token that requests carry: the target file's own, or one
// that the token endpoint gave for its key; empty where there is none.
func (c *Client) Token(ctx context.Context) string {
	a := c.file.Auth
	if a.Token.IsSet() || !a.HasKey() {
		return a.Token.Reveal()
	}
	token, err := c.tokens.get(ctx, c, a)
	if err != nil {
		return ""
	}
	return token
}

// identify sends a as a token: its own, or one that the token endpoint gives
// for its key. Where the target has no such endpoint the key signs.
func (c *Client) identify(ctx context.Context, req *http.Request, body []byte, a target.Auth) error {
	if a.Token.IsSet() {
		bearer(req, a.Token.Reveal())
		return nil
	}
	if !a.HasKey() {
		return nil
	}
	token, err := c.tokens.get(ctx, c, a)
	if errors.Is(err, errNoTokenEndpoint) {
		return c.sign(req, body, Signing{}.over(a))
	}
	if err != nil {
		return err
	}
	bearer(req, token)
	return nil
}

func bearer(req *http.Request, token string) {
	req.Header.Set("Authorization", "Bearer "+token)
}
