package basaltic

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// reader takes the members of a JSON object one by one. It reads or skips each
// member's value whole, also when it refuses it with a *problem.
type reader interface {
	member(d *decoder, name string) error
}

// decoder reads JSON strictly: RFC 8259's grammar, UTF-8, no repeated names, at
// most 10,000 levels. A *problem with a value does not end it, so that a body
// that is no JSON is refused as that, wherever it breaks; any other error does.
type decoder struct {
	// operation is the id of the one whose request this is.
	operation string
	// fifo says that it is about a FIFO queue.
	fifo   bool
	faults *fault.Set
	source bytes.Buffer
	json   jsontext.Decoder
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

// decode reads the call's body, an object; without a body, to stays as it is.
func (c *call) decode(to reader) error {
	if c.body == nil {
		return nil
	}
	d := decoders.Get().(*decoder)
	defer d.release()
	d.operation, d.fifo, d.faults = c.operation.id, c.ofFIFO(), c.Faults
	d.source = *bytes.NewBuffer(c.body)
	d.json.Reset(&d.source)
	return d.whole(to)
}

func (d *decoder) release() {
	d.source = bytes.Buffer{}
	d.json.Reset(&d.source)
	decoders.Put(d)
}

// whole reads one object and the end of the text.
func (d *decoder) whole(to reader) error {
	err := d.object("the body", to)
	if goesOn(err) {
		if _, end := d.json.ReadToken(); end != io.EOF {
			return malformed(end)
		}
		return err
	}
	return malformed(err)
}

// goesOn tells whether the text can be read on after err.
func goesOn(err error) bool {
	var p *problem
	return err == nil || errors.As(err, &p)
}

func malformed(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return invalid("the body is not one JSON object in UTF-8: it breaks at byte %d", syntax.ByteOffset)
	}
	return invalid("the body is not one JSON object in UTF-8")
}

// object reads an object; what names it in messages.
func (d *decoder) object(what string, to reader) error {
	if d.json.PeekKind() != '{' {
		return d.refuse("%s must be an object", what)
	}
	return d.items('}', func() error {
		name, err := d.json.ReadToken()
		if err != nil {
			return err
		}
		return to.member(d, name.String())
	})
}

// array reads an array, calling item for each of its values.
func (d *decoder) array(what string, item func() error) error {
	if d.json.PeekKind() != '[' {
		return d.refuse("%s must be an array", what)
	}
	return d.items(']', item)
}

// items reads what an object or array holds, and gives the first problem.
func (d *decoder) items(end jsontext.Kind, item func() error) error {
	if _, err := d.json.ReadToken(); err != nil {
		return err
	}
	var first error
	for d.json.PeekKind() != end {
		err := item()
		if !goesOn(err) {
			return err
		}
		if first == nil {
			first = err
		}
	}
	if _, err := d.json.ReadToken(); err != nil {
		return err
	}
	return first
}

// refuse skips a value that is none of those wanted.
func (d *decoder) refuse(format string, args ...any) error {
	if err := d.json.SkipValue(); err != nil {
		return err
	}
	return invalid(format, args...)
}
