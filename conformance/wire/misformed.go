package wire

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Misformed says of an answer, which came whole, how it is not as documented.
type Misformed string

func (m Misformed) Error() string { return string(m) }

// kinds are what JSON and Go's types are called in plain words, by how Go's
// decoder calls them.
var kinds = map[string]string{
	"string": "a text", "number": "a number", "bool": "true or false", "object": "an object", "array": "a list",
	"struct": "an object", "map": "an object", "slice": "a list", "int": "an integer", "float64": "a number",
}

// undecoded says in plain words why a body does not decode, and in which field.
func undecoded(err error) Misformed {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return Misformed("it does not decode: " + err.Error())
	}
	place := "it"
	if wrong.Field != "" {
		place = "its field " + wrong.Field
	}
	return Misformed(fmt.Sprintf("%s is %s, where %s is documented", place, called(wrong.Value), called(wrong.Type.Kind().String())))
}

// called is a kind in plain words, or as it is.
func called(kind string) string {
	if plain, known := kinds[kind]; known {
		return plain
	}
	return kind
}
