package wire

import "time"

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

// Signing says how a signature is made, and how it deviates from a right one.
type Signing struct {
	// AccessKeyID, SecretAccessKey and Region replace the target file's when set.
	AccessKeyID, SecretAccessKey, Region string
	// Offset moves X-Date from the target's own time: negative is the past.
	Offset time.Duration
	// Nonce is sent instead of a fresh one.
	Nonce string
	// BindBody sends X-Content-Sha256 and signs it.
	BindBody bool
	// BoundBody is hashed in place of the body sent; it implies BindBody.
	BoundBody []byte
}
