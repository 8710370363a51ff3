package target

import (
	"fmt"
	"unique"
)

// Redacted stands wherever a secret was.
const Redacted = "***"

// Secret is a token or key that no output may hold: however it is printed or
// marshalled it reads "***", or nothing when it is empty. It holds its text
// behind a pointer, since fmt passes by every method of a value whose verb it
// finds wrong. Secrets are equal when their texts are.
type Secret struct{ text unique.Handle[string] }

// NewSecret hides text.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{unique.Make(text)}
}

// IsSet says whether there is a secret.
func (s Secret) IsSet() bool { return s != Secret{} }

// Reveal gives the secret itself, for the one place that sends it.
func (s Secret) Reveal() string {
	if !s.IsSet() {
		return ""
	}
	return s.text.Value()
}

// String is what every formatting verb prints.
func (s Secret) String() string {
	if !s.IsSet() {
		return ""
	}
	return Redacted
}

// Format redacts under every verb, %#v and %x included.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// MarshalText redacts in JSON, YAML and whatever else marshals text.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
