package basaltic

import (
	"encoding/base64"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Bounds of message attributes.
const (
	maxAttributes          = 20
	maxAttributeCharacters = 1024
)

// number is decimal, with an optional fraction and exponent.
var number = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// messageAttribute is a typed attribute of a message.
type messageAttribute struct {
	name        string
	kind, value field[string]
}

func (a *messageAttribute) member(d *decoder, name string) error {
	switch name {
	case "type":
		return d.string("an attribute's type", &a.kind)
	case "value":
		return d.string("an attribute's value", &a.value)
	default:
		return d.json.SkipValue()
	}
}

// messageAttributes reads a message's attributes, in the order given.
type messageAttributes []messageAttribute

func (as *messageAttributes) member(d *decoder, name string) error {
	if len(*as) >= d.faultyMaxAttributes() {
		return d.refuse("a message has at most %d attributes", maxAttributes)
	}
	a := messageAttribute{name: name}
	if err := d.object("each of attributes", &a); err != nil {
		return err
	}
	if err := d.faultyAttribute(&a, a.check()); err != nil {
		return err
	}
	*as = append(*as, a)
	return nil
}

// check asks that the value can be represented as its type says. It is never
// changed.
func (a *messageAttribute) check() error {
	switch value := a.value.value; {
	case a.name == "":
		return invalid("an attribute must have a name")
	case !a.kind.given || !a.value.given:
		return invalid("attribute %q needs a type and a value", a.name)
	case utf8.RuneCountInString(value) > maxAttributeCharacters:
		return invalid("the value of attribute %q has more than %d characters", a.name, maxAttributeCharacters)
	case !represents(a.kind.value, value):
		return invalid("attribute %q is no %s", a.name, a.kind.value)
	}
	return nil
}

func represents(kind, value string) bool {
	switch kind {
	case "String":
		return true
	case "Number":
		return number.MatchString(value)
	case "Binary":
		_, err := base64.StdEncoding.DecodeString(value)
		return err == nil && !strings.ContainsAny(value, "\r\n") // which the decoder skips
	default:
		return false
	}
}

// bytes is what the attributes count against max_message_bytes.
func (as messageAttributes) bytes() int {
	total := 0
	for _, a := range as {
		total += len(a.name) + len(a.kind.value) + len(a.value.value)
	}
	return total
}

// json is the attributes as answers show them; empty for none.
func (as messageAttributes) json() string {
	if len(as) == 0 {
		return ""
	}
	var d document
	d.object("")
	for _, a := range as {
		d.object(a.name)
		d.string("type", a.kind.value)
		d.string("value", a.value.value)
		d.endObject()
	}
	d.endObject()
	return string(d.text)
}
