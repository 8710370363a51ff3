package variant

import (
	"encoding/base32"
	"encoding/hex"
)

// HandleForm is how receipt handles are written.
type HandleForm int

// The forms of receipt handles.
const (
	// PlainHandle leaves a handle as the wire made it.
	PlainHandle HandleForm = iota
	// HexHandle uses digits and lowercase letters a to f; twice as long.
	HexHandle
	// Base32Handle uses capitals and digits.
	Base32Handle
	// LongHandle puts 400 characters before a handle, among them some that a URL must escape.
	LongHandle
)

var handleForms = []HandleForm{HexHandle, Base32Handle, LongHandle}

var base32Text = base32.StdEncoding.WithPadding(base32.NoPadding)

var longPrefix = func() string {
	const unit = "arn:lease/+=&%20 " // each of them survives JSON and an escaped query
	text := ""
	for len(text) < 400 {
		text += unit
	}
	return text
}()

// Write turns a handle into the form's text.
func (f HandleForm) Write(handle string) string {
	switch f {
	case HexHandle:
		return hex.EncodeToString([]byte(handle))
	case Base32Handle:
		return base32Text.EncodeToString([]byte(handle))
	case LongHandle:
		return longPrefix + handle
	default:
		return handle
	}
}

// Read is the handle whose Write is exactly text. Of any other text it gives
// one that is no handle.
func (f HandleForm) Read(text string) string {
	handle := text
	switch f {
	case HexHandle:
		decoded, _ := hex.DecodeString(text)
		handle = string(decoded)
	case Base32Handle:
		decoded, _ := base32Text.DecodeString(text)
		handle = string(decoded)
	case LongHandle:
		if len(text) >= len(longPrefix) {
			handle = text[len(longPrefix):]
		}
	}
	if f.Write(handle) != text {
		return ""
	}
	return handle
}
