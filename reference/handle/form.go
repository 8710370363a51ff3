package handle

import (
	"encoding/base64"
	"encoding/hex"
)

// Form is how a codec writes handles.
type Form struct {
	// Header is the bytes that stand before those of every handle.
	Header []byte
	// MAC is how many bytes of the authentication code are kept, 16 to 32.
	MAC int
	// Encoding turns bytes into text.
	Encoding Encoding
}

// Encoding is an alphabet, such as those of encoding/base32 and encoding/base64.
type Encoding interface {
	AppendEncode(dst, src []byte) []byte
	AppendDecode(dst, src []byte) ([]byte, error)
}

var (
	// Hex is 96 lower-case hexadecimal digits.
	Hex = Form{MAC: 20, Encoding: lowerHex{}}
	// URL is 70 characters of the URL-safe base64 alphabet that begin with AQAAA:
	// a version byte and three in reserve.
	URL = Form{Header: []byte{1, 0, 0, 0}, MAC: 20, Encoding: base64.RawURLEncoding}
)

type lowerHex struct{}

func (lowerHex) AppendEncode(dst, src []byte) []byte { return hex.AppendEncode(dst, src) }

func (lowerHex) AppendDecode(dst, src []byte) ([]byte, error) { return hex.AppendDecode(dst, src) }
