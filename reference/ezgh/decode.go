package ezgh

import (
	"bytes"
	"errors"
	"net/http"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
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

// decodeObject takes RFC 8259's grammar, in UTF-8, with each name once. A name
// is a field's only as it is written, letter case included.
func decodeObject(text []byte, v any) *refusal {
	text = bytes.TrimLeft(text, " \t\r\n")
	switch {
	case len(text) == 0:
		return nil
	case text[0] != '{':
		return invalidRequest("the request body is no JSON object")
	}
	if err := json.Unmarshal(text, v); err != nil {
		return explain(err)
	}
	return nil
}

// explain says what is wrong with a body in the terms of its sender.
func explain(err error) *refusal {
	var mismatch *json.SemanticError
	if errors.As(err, &mismatch) {
		return invalidRequest("%s cannot be this JSON %s", mismatch.JSONPointer, kindNames[mismatch.JSONKind])
	}
	var malformed *jsontext.SyntacticError
	if errors.As(err, &malformed) {
		return invalidRequest("malformed JSON: it breaks at byte %d", malformed.ByteOffset)
	}
	return invalidRequest("malformed JSON: it ends too early")
}

// kindNames are the kinds of JSON values in words.
var kindNames = map[jsontext.Kind]string{
	'n': "null", 'f': "boolean", 't': "boolean", '"': "string", '0': "number", '{': "object", '[': "array",
}
