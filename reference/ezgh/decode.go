package ezgh

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"unicode/utf8"
)

// buffers are reused for request and answer bodies.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// release gives a buffer back, unless it grew to a size that few requests need.
func release(b *bytes.Buffer) {
	if b.Cap() <= 1<<16 {
		b.Reset()
		buffers.Put(b)
	}
}

// decode reads a request's JSON object into v, a pointer to a struct. No body
// is an empty object. A field that is null counts as absent.
func decode(r *http.Request, v any) *refusal {
	body := buffers.Get().(*bytes.Buffer)
	defer release(body)
	if _, err := body.ReadFrom(r.Body); err != nil {
		return unreadable(err)
	}
	return decodeObject(body.Bytes(), v)
}

func decodeObject(text []byte, v any) *refusal {
	text = bytes.TrimLeft(text, " \t\r\n")
	switch {
	case len(text) == 0:
		return nil
	case text[0] != '{':
		return invalidRequest("the request body is no JSON object")
	case !utf8.Valid(text):
		return invalidRequest("the request body is not UTF-8")
	case hasLoneSurrogate(text):
		return invalidRequest(`the request body holds half of a surrogate pair (\ud800 to \udfff)`)
	}
	if err := json.Unmarshal(text, v); err != nil {
		return explain(err)
	}
	return nil
}

// explain says what is wrong with a body in the terms of its sender.
func explain(err error) *refusal {
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) {
		return invalidRequest("%s cannot be a JSON %s", mismatch.Field, mismatch.Value)
	}
	return invalidRequest("malformed JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// hasLoneSurrogate finds escapes that stand for no character. The decoder would
// replace them, and the text would not come back as it was sent.
func hasLoneSurrogate(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 || len(text) < i+2 {
			return false
		}
		text = text[i:]
		switch kind := surrogate(text); {
		case kind == highSurrogate && surrogate(text[6:]) == lowSurrogate:
			text = text[12:]
		case kind != noSurrogate:
			return true
		default:
			text = text[2:]
		}
	}
}

// The kinds of escape that surrogate tells apart.
const (
	noSurrogate = iota
	highSurrogate
	lowSurrogate
)

// surrogate says what the escape is that text begins with.
func surrogate(text []byte) int {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' || text[2]|0x20 != 'd' {
		return noSurrogate
	}
	switch c := text[3] | 0x20; {
	case c == '8' || c == '9' || c == 'a' || c == 'b':
		return highSurrogate
	case c >= 'c' && c <= 'f':
		return lowSurrogate
	default:
		return noSurrogate
	}
}
