package target

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// faults collects what is wrong with a target file.
type faults struct {
	file string
	all  []fault
}

type fault struct {
	line int
	text string
}

// at notes a fault of a field.
func (f *faults) at(n *yaml.Node, field, format string, args ...any) {
	f.all = append(f.all, fault{n.Line, "field " + field + " " + fmt.Sprintf(format, args...)})
}

// join is one error with all faults in the order of their lines; nil for none.
func (f *faults) join() error {
	slices.SortStableFunc(f.all, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.line, b.line), strings.Compare(a.text, b.text))
	})
	errs := make([]error, len(f.all))
	for i, one := range f.all {
		errs[i] = fmt.Errorf("%s:%d: %s", f.file, one.line, one.text)
	}
	return errors.Join(errs...)
}

// mapping is a YAML mapping that is still to be read.
type mapping struct {
	node *yaml.Node
	// name is the mapping's own field, with its dot; empty at the root.
	name   string
	faults *faults
}

// fields are a mapping's fields by name. Each is asked for once; done reports
// those that nobody asked for.
type fields struct {
	mapping
	values map[string]*yaml.Node
	keys   map[string]*yaml.Node
	asked  []string
}

// fields splits the mapping; a field that stands twice is a fault.
func (m mapping) fields() *fields {
	f := &fields{mapping: m, values: map[string]*yaml.Node{}, keys: map[string]*yaml.Node{}}
	for i := 0; i+1 < len(m.node.Content); i += 2 {
		key, value := m.node.Content[i], m.node.Content[i+1]
		if first, twice := f.keys[key.Value]; twice {
			m.faults.at(key, m.name+key.Value, "stands twice, first in line %d: keep one", first.Line)
			continue
		}
		f.keys[key.Value], f.values[key.Value] = key, resolved(value)
	}
	return f
}

// get gives a field's value; nil when it is not there. An empty one is a fault.
func (f *fields) get(name string) *yaml.Node {
	f.asked = append(f.asked, name)
	v := f.values[name]
	if v != nil && v.Kind == yaml.ScalarNode && strings.TrimSpace(v.Value) == "" {
		f.fault(v, name, "is empty: give a value, or leave the field out")
		return nil
	}
	return v
}

func (f *fields) fault(n *yaml.Node, name, format string, args ...any) {
	f.faults.at(n, f.name+name, format, args...)
}

// done reports the fields that nobody asked for.
func (f *fields) done() {
	for name, key := range f.keys {
		if !slices.Contains(f.asked, name) {
			f.fault(key, name, "is unknown; known here: %s", strings.Join(f.asked, ", "))
		}
	}
}

// scalar gives a field's text, environment variables filled in.
func (f *fields) scalar(name string) (string, *yaml.Node) {
	n := f.get(name)
	if n == nil {
		return "", nil
	}
	if n.Kind != yaml.ScalarNode {
		f.fault(n, name, "is a %s, but takes a single value", kindName(n))
		return "", nil
	}
	text, ok := f.expand(n, name)
	if !ok {
		return "", nil
	}
	return text, n
}

// text is a field's text; empty when it is not there.
func (f *fields) text(name string) string {
	text, _ := f.scalar(name)
	return text
}

// convert is a field as parse reads it; the zero value when it is not there.
func convert[T any](f *fields, name string, parse func(string) (T, error)) T {
	text, n := f.scalar(name)
	var zero T
	if n == nil {
		return zero
	}
	v, err := parse(text)
	if err != nil {
		// What came from the environment may be a secret: show the variable instead.
		f.fault(n, name, "%s", strings.ReplaceAll(err.Error(), strconv.Quote(text), strconv.Quote(n.Value)))
		return zero
	}
	return v
}

func (f *fields) boolean(name string) bool {
	return convert(f, name, func(text string) (bool, error) {
		v, err := strconv.ParseBool(text)
		if err != nil {
			return false, fmt.Errorf("is %q: give true or false", text)
		}
		return v, nil
	})
}

// count is a whole number from 1.
func (f *fields) count(name string) int {
	return convert(f, name, func(text string) (int, error) {
		v, err := strconv.Atoi(text)
		if err != nil || v < 1 {
			return 0, fmt.Errorf("is %q: give a whole number from 1", text)
		}
		return v, nil
	})
}

// number is a number from 0.
func (f *fields) number(name string) float64 {
	return convert(f, name, func(text string) (float64, error) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= 0 && v <= 1e9) {
			return 0, fmt.Errorf("is %q: give a number from 0", text)
		}
		return v, nil
	})
}

// duration is a time from 0; otherwise it is fallback.
func (f *fields) duration(name string, fallback time.Duration) time.Duration {
	d := convert(f, name, func(text string) (*time.Duration, error) {
		v, err := time.ParseDuration(text)
		if err != nil || v < 0 {
			return nil, fmt.Errorf("is %q: give a time with its unit, such as 50ms or 1s", text)
		}
		return &v, nil
	})
	if d == nil {
		return fallback
	}
	return *d
}

// texts is a list of texts.
func (f *fields) texts(name string) []string {
	n := f.get(name)
	if n == nil {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		f.fault(n, name, "is a %s, but takes a list such as [a, b]", kindName(n))
		return nil
	}
	var all []string
	for _, item := range n.Content {
		item = resolved(item)
		if item.Kind != yaml.ScalarNode {
			f.fault(item, name, "holds a %s, but takes texts only", kindName(item))
			continue
		}
		if item.Value == "" {
			f.fault(item, name, "holds an empty text: give a value, or leave it out")
			continue
		}
		if text, ok := f.expand(item, name); ok {
			all = append(all, text)
		}
	}
	return all
}

// prefixes is a list of networks: nil when it is not there, and else not nil.
func (f *fields) prefixes(name string) []netip.Prefix {
	n := f.values[name]
	if n == nil {
		f.asked = append(f.asked, name)
		return nil
	}
	all := []netip.Prefix{}
	for _, text := range f.texts(name) {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			f.fault(n, name, "holds what is no network: give networks such as 127.0.0.0/8")
			continue
		}
		all = append(all, p.Masked())
	}
	return all
}

// nested is a field that holds fields of its own; nil when it is not there.
func (f *fields) nested(name string) *fields {
	n := f.get(name)
	if n == nil {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		f.fault(n, name, "is a %s, but takes fields of its own", kindName(n))
		return nil
	}
	return mapping{node: n, name: f.name + name + ".", faults: f.faults}.fields()
}

// resolved is what an alias stands for.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

var (
	variable     = regexp.MustCompile(`\$\{([^}\s'"]*)\}`)
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// expand fills in ${VAR}; what a variable holds is not read again. It is false
// when that is not possible, which is a fault.
func (f *fields) expand(n *yaml.Node, name string) (string, bool) {
	ok := true
	wrong := func(format string, args ...any) string {
		ok = false
		f.fault(n, name, format, args...)
		return ""
	}
	if strings.Contains(variable.ReplaceAllLiteralString(n.Value, ""), "${") {
		wrong("holds ${ without the rest: an environment variable is written ${NAME}")
	}
	text := variable.ReplaceAllStringFunc(n.Value, func(found string) string {
		v := found[2 : len(found)-1]
		switch value := os.Getenv(v); {
		case value != "":
			return value
		case variableName.MatchString(v):
			return wrong("needs the environment variable %s, which is not set or empty: export it, or write the value", v)
		default:
			return wrong("holds ${} with no variable's name in it: write ${NAME}, in letters, digits and underscores")
		}
	})
	return text, ok
}

func kindName(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "mapping"
	case yaml.SequenceNode:
		return "list"
	default:
		return "single value"
	}
}
