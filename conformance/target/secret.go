package target

import "fmt"

// Redacted stands wherever a secret was.
const Redacted = "***"

// Secret is a token or key that no output may hold: however it is printed or
// marshalled it reads "***", or nothing when it is empty.
type Secret string

// Reveal gives the secret itself, for the one place that sends it.
func (s Secret) Reveal() string { return string(s) }

// String is what every formatting verb prints.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return Redacted
}

// Format redacts under every verb, %#v and %x included.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// MarshalText redacts in JSON, YAML and whatever else marshals text.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
