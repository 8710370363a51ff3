package basaltic

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasecheck/leasecheck/reference/fault"
)

// field is a member of a request: a value, null, or absent.
type field[T any] struct {
	value       T
	given, null bool
}

func (f *field[T]) set(value T) { f.value, f.given = value, true }

// or is the value, or usual where there is none.
func (f field[T]) or(usual T) T {
	if f.given {
		return f.value
	}
	return usual
}

// nothing reads a null.
func (f *field[T]) nothing(d *decoder) error {
	f.null = true
	return d.json.SkipValue()
}

// scalar reads a value whose kind is one of kinds. For one that is not, or that
// value finds wrong, it gives the refusal.
func scalar[T any](d *decoder, f *field[T], kinds string, value func(jsontext.Token) (T, bool),
	refusal string, args ...any) error {
	switch kind := d.json.PeekKind(); {
	case kind == 'n':
		return f.nothing(d)
	case !strings.ContainsRune(kinds, rune(kind)):
		return d.refuse(refusal, args...)
	}
	token, err := d.json.ReadToken()
	if err != nil {
		return err
	}
	read, good := value(token)
	if !good {
		return invalid(refusal, args...)
	}
	f.set(read)
	return nil
}

// integer reads a number from lowest to highest that is written without
// fraction or exponent.
func (d *decoder) integer(name string, f *field[int], lowest, highest int) error {
	kinds := "0"
	if d.faults.On(fault.NumericStringsAccepted) {
		kinds = `0"`
	}
	return scalar(d, f, kinds, func(t jsontext.Token) (int, bool) {
		n, err := strconv.Atoi(d.faultyNumber(t.String()))
		n = d.faultyRange(name, n)
		return n, err == nil && lowest <= n && n <= highest
	}, "%s must be an integer from %d to %d", name, lowest, highest)
}

func (d *decoder) string(name string, f *field[string]) error {
	return scalar(d, f, `"`, func(t jsontext.Token) (string, bool) { return t.String(), true },
		"%s must be a string", name)
}

func (d *decoder) boolean(name string, f *field[bool]) error {
	return scalar(d, f, "tf", func(t jsontext.Token) (bool, bool) { return t.Bool(), true },
		"%s must be true or false", name)
}

// strings reads an object whose values are all strings.
func (d *decoder) strings(name string, f *field[map[string]string]) error {
	if d.json.PeekKind() == 'n' {
		return f.nothing(d)
	}
	read := stringMap{name: name, values: map[string]string{}}
	if err := d.object(name, &read); err != nil {
		return err
	}
	f.set(read.values)
	return nil
}

// stringMap reads into values.
type stringMap struct {
	name   string
	values map[string]string
}

func (m *stringMap) member(d *decoder, name string) error {
	var value field[string]
	if err := d.string("each value in "+m.name, &value); err != nil {
		return err
	}
	if name == "" || value.null {
		return invalid("%s must map names to strings", m.name)
	}
	m.values[name] = value.value
	return nil
}
